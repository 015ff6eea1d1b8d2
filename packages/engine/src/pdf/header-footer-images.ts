import { CdpError } from '../cdp/connection.ts';
import type { Page } from '../page/page.ts';
import type { ConversionRequest } from '../request/request.ts';

/** Headers and footers are printed without the network: their pictures have to stand in them. */

/** Bytes of a picture, as Base64, that a template may hold. */
const LARGEST = 5_000_000;
/** Longest wait for the pictures of a template, in milliseconds. */
const TIMEOUT = 5_000;

type HeaderFooter = NonNullable<ConversionRequest['header']>;

/**
 * Puts the pictures of a header or footer into it. They are loaded by the page, so that they are asked for as its own
 * are; one that does not come stays as it is.
 */
export async function withPictures<P extends HeaderFooter | undefined>(page: Page, part: P): Promise<P> {
  if (!part || !/<img\b/i.test(part.source)) return part;
  const addresses = await page.call(loadPictures, part.source, TIMEOUT);
  const pictures: Record<string, string> = {};
  for (const address of addresses) {
    const data = await pictureAt(page, address);
    if (data !== undefined) pictures[address] = data;
  }
  if (Object.keys(pictures).length === 0) return part;
  return { ...part, source: await page.call(placePictures, part.source, pictures) };
}

/** The data URL of a picture that the page has loaded. */
async function pictureAt({ session, mainFrame }: Page, url: string): Promise<string | undefined> {
  try {
    const { content, base64Encoded } = await session.send('Page.getResourceContent', { frameId: mainFrame, url });
    const base64 = base64Encoded ? content : Buffer.from(content, 'utf8').toString('base64');
    if (base64.length > LARGEST) return undefined;
    return `data:${typeOf(Buffer.from(base64.slice(0, 400), 'base64'))};base64,${base64}`;
  } catch (error) {
    if (error instanceof CdpError) return undefined;
    throw error;
  }
}

/** Chromium tells raster formats by their first bytes; a picture that is text has to be named. */
const typeOf = (start: Buffer): string => (/^\s*</.test(start.toString('latin1')) ? 'image/svg+xml' : 'image/png');

/** Runs in the page. @returns absolute addresses of the pictures of a template, once they are loaded */
async function loadPictures(source: string, timeout: number): Promise<string[]> {
  const images = [...new DOMParser().parseFromString(source, 'text/html').images];
  const addresses = images.flatMap((image) => {
    const src = image.$getAttribute('src')?.trim() ?? '';
    const address = URL.canParse(src, document.baseURI) ? new URL(src, document.baseURI) : undefined;
    return address && /^https?:$/.test(address.protocol) ? [address.href] : [];
  });
  const found = [...new Set(addresses)];
  const loaded = found.map((address) => {
    const image = document.createElement('img');
    image.src = address;
    return image.decode().catch(() => {});
  });
  await Promise.race([Promise.all(loaded), new Promise((resolve) => setTimeout(resolve, timeout))]);
  return found;
}

/** Runs in the page. @returns the template with data URLs instead of addresses */
function placePictures(source: string, pictures: Readonly<Record<string, string>>): string {
  const parsed = new DOMParser().parseFromString(source, 'text/html');
  for (const image of parsed.images) {
    const src = image.$getAttribute('src')?.trim() ?? '';
    if (!URL.canParse(src, document.baseURI)) continue;
    const data = pictures[new URL(src, document.baseURI).href];
    if (data === undefined) continue;
    image.src = data;
    image.$removeAttribute('srcset');
  }
  return parsed.head.$innerHTML + parsed.body.$innerHTML;
}
