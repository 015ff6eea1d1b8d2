import type { Run } from '../blocks.ts';

export interface MediaReader {
  /** Where a link leads, as an absolute address; `undefined` for script, files and the like. */
  linkTarget(link: HTMLAnchorElement): string | undefined;
  /** An image with its real address; `undefined` for spacers, trackers and what has no address. */
  image(element: HTMLImageElement, link: string | undefined): Run | undefined;
}

/** Runs in the page. */
export function createMediaReader(): MediaReader {
  const REPORTED = /^(?:https?|mailto|tel|sms|ftp|ftps|geo|xmpp|irc|magnet|data):/i;
  /** Where scripts that load images late keep their addresses. */
  const LATE = /^data-(?:[\w-]*-)?(?:src|srcset|original|image|img|url|lazy|hi-?res|large\w*|full\w*)$/;

  /** A resolved address that may be reported. */
  const reported = (url: string, reference: string): string | undefined => {
    if (!REPORTED.test(url)) return undefined;
    // A document without an address of its own was given one that cannot exist (RFC 2606): the reference stays as
    // the author wrote it.
    return /^https?:\/\/[^/?#]*\.invalid(?:[/?#:]|$)/.test(url) ? reference.trim() : url;
  };

  const absolute = (reference: string, element: Element): string | undefined => {
    if (reference.trim() === '' || !URL.canParse(reference.trim(), element.$baseURI)) return undefined;
    return reported(new URL(reference.trim(), element.$baseURI).href, reference);
  };

  const linkTarget = (link: HTMLAnchorElement): string | undefined => {
    // What cannot be resolved comes back as it was written.
    const { href } = link;
    return href.startsWith('data:') ? undefined : reported(href, link.$getAttribute('href') ?? '');
  };

  /** The widest or sharpest candidate of a `srcset` (HTML, "source size and candidate" syntax). */
  const widest = (srcset: string): string => {
    let best = '';
    let width = -1;
    for (const candidate of srcset.split(/,\s+|,(?=https?:|\/)/)) {
      const [reference = '', descriptor = '1x'] = candidate.trim().split(/\s+/);
      const size = Number.parseFloat(descriptor) || 0;
      if (size > width) [best, width] = [reference, size];
    }
    return best;
  };

  /** Longest address that can be the name of a placeholder, in characters. */
  const LONGEST_NAME = 2_000;
  const isPlaceholder = (reference: string): boolean =>
    reference === '' ||
    /^(?:data|about|blob):/i.test(reference) ||
    (reference.length <= LONGEST_NAME && isNamedPlaceholder(reference));
  const isNamedPlaceholder = (reference: string): boolean =>
    /(?:blank|spacer|placeholder|pixel|transparent|loading|lazy)[\w.-]*\.(?:gif|png|svg|jpe?g|webp)/i.test(reference);

  const lateAddress = (image: HTMLImageElement): string | undefined => {
    for (const { name, value } of image.attributes) {
      if (!LATE.test(name) || isPlaceholder(value)) continue;
      const reference = name.endsWith('srcset') ? widest(value) : value;
      if (/^(?:https?:)?\/\/|^\.{0,2}\/|\.(?:jpe?g|png|webp|gif|avif|svg)(?:$|[?#])/i.test(reference)) return reference;
    }
    return undefined;
  };

  const sourceOf = (image: HTMLImageElement): string => {
    const written = image.$getAttribute('src') ?? '';
    const shown = image.currentSrc || written;
    if (!isPlaceholder(shown)) return shown;
    const sets = [image, ...(image.$closest('picture')?.$querySelectorAll('source') ?? [])];
    for (const element of sets) {
      const candidate = widest(element.$getAttribute('srcset') ?? element.$getAttribute('data-srcset') ?? '');
      if (!isPlaceholder(candidate)) return candidate;
    }
    return lateAddress(image) ?? shown;
  };

  const image = (element: HTMLImageElement, link: string | undefined): Run | undefined => {
    const reference = sourceOf(element);
    const source = absolute(reference, element);
    if (source === undefined) return undefined;
    const late = source !== absolute(element.currentSrc || (element.$getAttribute('src') ?? ''), element);
    const { width, height } = element.$getBoundingClientRect();
    // One or two pixels count visitors or hold a place.
    if (!late && element.naturalWidth > 0 && (width <= 2 || height <= 2)) return undefined;
    if (!late && element.width <= 2 && element.$getAttribute('width') !== null) return undefined;
    const title = element.$getAttribute('title')?.trim();
    const alt = (element.$getAttribute('alt') ?? '').replace(/\s+/g, ' ').trim();
    return { kind: 'image', source, alt, ...(link === undefined ? {} : { link }), ...(title ? { title } : {}) };
  };
  return { linkTarget, image };
}
