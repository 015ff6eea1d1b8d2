import { hash } from 'node:crypto';
import type { Page } from '../../page/page.ts';
import { LARGEST_SIDE } from '../../request/paper.ts';
import { hyphenate } from './hyphenate.ts';
import { applyInlineStyles } from './in-page/inline-styles.ts';
import { type Doubt, refusedValues } from './in-page/refused.ts';
import { applySheets, type RewrittenSource } from './in-page/sheets.ts';
import type { PagedRules, PagedSource } from './read.ts';
import { Rewriter, type RewrittenSheet } from './rewrite.ts';
import { type PagedDocument, Settling } from './settling.ts';
import { HYPHENS, type Unsupported, type UnsupportedPlace } from './unsupported.ts';

/**
 * Paged media beyond Chromium: page numbers of what is referred to, running texts and the like. Chromium breaks the
 * pages. Where something came to lie is read from what it printed; what depends on that is filled in, and it is
 * printed again until nothing moves (ADR 0021).
 */

/** Answers that a page keeps, and characters of what one is about. */
const MOST_KNOWN = 200;
const LONGEST_KNOWN = 500;
/** A document that is certain to be in no-quirks mode (HTML, 13.2.6.4.1): in others Chromium takes lengths without a unit. */
const STANDARD = /^[\t\n\f\r ]*<!doctype html>/i;

/** Declarations that Chromium is asked about. */
const MOST_DOUBTS = 5_000;

/** Style sheets that ask for nothing of ours, by the digest of their texts: those of a template are the same for each of its documents. */
const plain = new Map<string, All>();
const MOST_PLAIN = 100;
/** Characters of texts that are kept so. */
const LONGEST_PLAIN = 20_000;

interface All {
  readonly rewriter: Rewriter;
  readonly results: readonly RewrittenSheet[];
}

/** @param sheets how many of the texts are style sheets; the others are declarations of elements */
function rewriteAll(texts: readonly string[], sheets: number): All {
  const whole = JSON.stringify([sheets, ...texts]);
  const name = hash('sha256', whole);
  const known = plain.get(name);
  if (known) return known;
  const rewriter = new Rewriter(texts);
  const results = texts.map((text, place) => rewriter.rewrite(place < sheets ? text : `x{${text}}`));
  const all = { rewriter, results };
  // What is rewritten has a state that is filled in for one document.
  if (whole.length > LONGEST_PLAIN || results.some(({ css }) => css !== undefined)) return all;
  if (plain.size >= MOST_PLAIN) plain.clear();
  plain.set(name, all);
  return all;
}

/** Writes into the style sheets of a page what makes of them what they ask for. */
export async function openPaged(page: Page, source: PagedSource, rules: PagedRules): Promise<PagedDocument> {
  const { sheets, skipped, styles } = rules;
  const { rewriter, results } = rewriteAll(
    [...sheets, ...styles].map(({ text }) => text),
    sheets.length,
  );
  const rewritten: RewrittenSource[] = [];
  const unsupported: UnsupportedPlace[] = [...skipped];
  const doubts = new Map<number, Doubt>();
  let inline = 0;
  const tell = (
    found: readonly Unsupported[],
    place: Omit<UnsupportedPlace, 'what' | 'line'>,
    before: number,
  ): void => {
    for (const { what, line, doubt } of found) {
      if (doubt) doubts.set(unsupported.length, doubt);
      unsupported.push({ what, line: line + before, ...place });
    }
  };
  for (const [place, { index, href, text }] of sheets.entries()) {
    if (href === null) inline += 1;
    const result = results[place] as RewrittenSheet;
    if (result.css !== undefined) rewritten.push({ index, href, css: result.css });
    const before = href === null ? linesBefore(source.html, text) : 0;
    tell(result.unsupported, href === null ? { sheet: inline } : { address: href }, before);
  }
  const inlined = styles.flatMap(({ index, text }, place) => {
    const { css, unsupported: found } = results[sheets.length + place] as RewrittenSheet;
    if (found.length > 0) tell(found, { sheet: 0 }, linesBefore(source.html, text));
    return css === undefined ? [] : [{ index, text: css.slice(2, -1) }];
  });
  unsupported.push(...rewriter.tooMany.map((what) => ({ what })));
  const active = rewritten.length > 0 || inlined.length > 0;
  if (active) await page.call(applySheets, rewritten);
  if (inlined.length > 0) await page.call(applyInlineStyles, inlined);
  const known = STANDARD.test(source.html ?? '') ? page.refusals : new Map<string, boolean>();
  const refused = withRefused(page, { unsupported, doubts, known });
  if (unsupported.some(({ what }) => what === HYPHENS)) {
    // Before the document is measured.
    const { told, hyphenated } = await withHyphens(page, await refused);
    return new Settling(page, rewriter, Promise.resolve(told), { active, hyphenated });
  }
  // Read of the document before anything of it is changed.
  if (active) await refused;
  return new Settling(page, rewriter, refused, { active, hyphenated: false });
}

interface Doubted {
  readonly unsupported: readonly UnsupportedPlace[];
  readonly doubts: ReadonlyMap<number, Doubt>;
  /** What was asked before, and the answer. */
  readonly known: Map<string, boolean>;
}

/** Tells of what Chromium alone knows only where it takes it not. */
async function withRefused(page: Page, { unsupported, doubts, known }: Doubted): Promise<UnsupportedPlace[]> {
  const all = [...doubts].slice(0, MOST_DOUBTS);
  const nameOf = (doubt: Doubt) => JSON.stringify([doubt.place, doubt.property, doubt.value]);
  const asked = [...new Map(all.map(([, doubt]) => [nameOf(doubt), doubt]))].filter(([name]) => !known.has(name));
  const answers = new Map(known);
  if (asked.length > 0) {
    const refused = await page.call(
      refusedValues,
      asked.map(([, doubt]) => doubt),
      LARGEST_SIDE,
    );
    for (const [index, [name]] of asked.entries()) {
      answers.set(name, refused.includes(index));
      if (known.size < MOST_KNOWN && name.length <= LONGEST_KNOWN) known.set(name, refused.includes(index));
    }
  }
  const indexes = new Set(all.flatMap(([index, doubt]) => (answers.get(nameOf(doubt)) ? [index] : [])));
  return unsupported.filter((_, index) => !doubts.has(index) || indexes.has(index));
}

/** Breaks words where a style sheet asks for hyphens, and tells of it only where there are none, and for which languages. */
async function withHyphens(
  page: Page,
  unsupported: readonly UnsupportedPlace[],
): Promise<{ readonly told: UnsupportedPlace[]; readonly hyphenated: boolean }> {
  const { changed, without, more } = await hyphenate(page);
  const named = without.map((language) => language.slice(0, 20) || 'no language').sort();
  const causes = [...named.slice(0, 5), ...(more ? ['not all of a very long text'] : [])];
  const told = unsupported.flatMap((place) => {
    if (place.what !== HYPHENS) return [place];
    return causes.length === 0 ? [] : [{ ...place, what: `${HYPHENS} (${causes.join(', ')})` }];
  });
  return { told, hyphenated: changed };
}

/** Lines of the document before a style sheet in it. */
function linesBefore(html: string | undefined, text: string): number {
  const at = html === undefined ? -1 : html.indexOf(text);
  return at < 0 ? 0 : (html as string).slice(0, at).split('\n').length - 1;
}
