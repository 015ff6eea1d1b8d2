import type { Block, CalloutTone } from '../blocks.ts';

/** What a box that calls for attention says, without a title that only repeats its tone. */
export interface CalloutContent {
  readonly tone: CalloutTone;
  readonly children: readonly Block[];
}

/** Reads a box as a callout, by its names; `undefined` for any other element. Runs in the page. */
export function readCallout(element: Element, children: readonly Block[]): CalloutContent | undefined {
  const NAMED =
    /(?:^|\s)(?:theme-)?(?:admonition|callout|markdown-alert|notecard|alert|notice|hint)(?:--?(?:note|info|tip|success|important|warning|caution|danger|error))?(?:\s|$)/;
  const names = (element.$getAttribute('class') ?? '').toLowerCase();
  const isNote = element.$getAttribute('role') === 'note';
  if (!NAMED.test(names) && !isNote) return undefined;
  if (!/^(?:div|aside|section|blockquote|p)$/.test(element.$localName)) return undefined;

  const has = (words: string): boolean => new RegExp(`(?:^|[\\s_-])(?:${words})(?:[\\s_-]|$)`).test(names);
  const toneOf = (): CalloutTone | undefined => {
    if (has('danger|caution|error|critical')) return 'caution';
    if (has('warning|warn|attention')) return 'warning';
    if (has('important')) return 'important';
    if (has('tip|success')) return 'tip';
    return has('note|info|information|seealso') ? 'note' : undefined;
  };
  const tone = toneOf();
  // Alerts and notices without a tone are messages of the site.
  if (!tone && !isNote && !/admonition|callout|markdown-alert|notecard/.test(names)) return undefined;

  const [first, ...rest] = children;
  const title = first && 'runs' in first ? first.runs.map((run) => (run.kind === 'text' ? run.text : '')).join('') : '';
  const repeats =
    /^\s*(?:note|info|information|tip|hint|important|warning|attention|caution|danger|error|success|notice)[:!.]?\s*$/i;
  return { tone: tone ?? 'note', children: rest.length > 0 && repeats.test(title) ? rest : children };
}
