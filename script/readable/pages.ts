import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Rendered } from '../../packages/engine/src/readable/blocks.ts';

/** What should come out of a page: its text, pieces that must and must not be there, or checks. */
export interface Truth {
  readonly text?: string;
  readonly with?: readonly string[];
  readonly without?: readonly string[];
  readonly must?: readonly (string | { readonly re: string })[];
  readonly mustNot?: readonly (string | { readonly re: string })[];
}

export interface DevelopmentPage {
  readonly set: string;
  readonly id: string;
  readonly url: string;
  readonly type: string;
  readonly metric: 'shingle' | 'wordbag' | 'segments' | 'checks';
  readonly truth: Truth;
  /** The HTML, with gzip. */
  readonly path: string;
}

/** The pages of a set, in the order of its list. */
export function readPages(data: string, set: string): DevelopmentPage[] {
  const lines = readFileSync(join(data, set, 'pages.jsonl'), 'utf8')
    .trim()
    .split('\n');
  return lines.map((line) => {
    const { file, url = '', truth, ...page } = JSON.parse(line);
    return { ...page, url, set, truth: withText(truth), path: join(data, set, file) };
  });
}

/** Some pages tell what should come out of them as HTML. */
function withText(truth: Truth & { readonly html?: string }): Truth {
  if (truth.html === undefined) return truth;
  const text = truth.html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(amp|lt|gt|quot|nbsp|#39);/g, (_, name: string) => ENTITIES[name] ?? ' ');
  return { ...truth, text };
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', '#39': "'" };

/** What models that have seen no page of its site say of a page. */
export interface JudgedPage {
  /** Chance of each leaf. */
  readonly chances: readonly number[];
  /** Chance that the page is of a forum. */
  readonly forum: number;
}

/** What the walk found on a page, as it was collected; `undefined` when the page could not be read. */
export function readRendered(cache: string, { set, id }: DevelopmentPage): Rendered | undefined {
  try {
    return JSON.parse(gunzipSync(readFileSync(join(cache, set, `${id}.json.gz`))).toString());
  } catch {
    return undefined;
  }
}

/** Text of a document whose encoding is known by its bytes or by itself. */
export function decodeHtml(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const head = Buffer.from(bytes.subarray(0, 4096)).toString('latin1');
    const label = /<meta[^>]+charset\s*=\s*["']?\s*([\w-]+)/i.exec(head)?.[1] ?? 'windows-1252';
    return new TextDecoder(/^utf-?8$/i.test(label) ? 'windows-1252' : label).decode(bytes);
  }
}
