import { readFileSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import type { SourceFile } from '@platen/engine';
import { UsageError } from '../usage-error.ts';
import { findFile } from './file-server.ts';

/** Bytes of files that fit into one request as base64, beside a document. */
const MOST = 17 * 1024 * 1024;
/** Places where documents and style sheets name files. */
const IN_MARKUP = /\b(?:src|href|poster|data|background)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi;
const IN_SRCSET = /\b(?:imagesrcset|srcset)\s*=\s*(?:"([^"]*)"|'([^']*)')/gi;
const IN_STYLES = /url\(\s*(?:"([^"]*)"|'([^']*)'|([^\s"')]+))\s*\)|@import\s+(?:"([^"]*)"|'([^']*)')/gi;
const HAS_REFERENCES = /\.(?:css|html|svg)$/i;

/**
 * The files beside a document that it names in its markup and styles, and those that these name. What script asks for
 * is not known before it runs.
 * @param folder where the document lies; nothing outside of it is read
 * @throws UsageError when they are too large to be sent
 */
export function referredFiles(folder: string, html: string): SourceFile[] {
  const root = realpathSync(folder);
  const found = new Map<string, Uint8Array>();
  const pending: { readonly text: string; readonly base: string }[] = [{ text: html, base: '' }];
  let size = 0;
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    for (const reference of referencesIn(next.text)) {
      const name = nameFrom(reference, next.base);
      const file = name === undefined || found.has(name) ? undefined : findFile(root, name);
      if (name === undefined || file === undefined) continue;
      size += statSync(file).size;
      if (size > MOST) {
        throw new UsageError(
          'The files that the document refers to are larger than one request: refer to them by URL.',
        );
      }
      const bytes = readFileSync(file);
      found.set(name, bytes);
      if (HAS_REFERENCES.test(name)) pending.push({ text: bytes.toString('utf8'), base: path.posix.dirname(name) });
    }
  }
  return [...found].map(([name, bytes]) => ({ name, bytes }));
}

function referencesIn(text: string): string[] {
  const first = (match: RegExpMatchArray) => match.slice(1).find((group) => group !== undefined) ?? '';
  const sets = [...text.matchAll(IN_SRCSET)].flatMap((match) =>
    first(match)
      .split(',')
      .map((candidate) => candidate.trim().split(/\s+/)[0] ?? ''),
  );
  return [...[...text.matchAll(IN_MARKUP), ...text.matchAll(IN_STYLES)].map(first), ...sets];
}

/** The name of a file below the folder, from a relative reference. */
function nameFrom(reference: string, base: string): string | undefined {
  if (reference === '' || /^(?:[a-z][a-z\d+.-]*:|\/|#)/i.test(reference)) return undefined;
  try {
    const plain = decodeURIComponent(reference.replaceAll('&amp;', '&').split(/[?#]/)[0] ?? '');
    const name = path.posix.join(base, plain);
    return name.startsWith('..') ? undefined : name;
  } catch {
    return undefined;
  }
}
