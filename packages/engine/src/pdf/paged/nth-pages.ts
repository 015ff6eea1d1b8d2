/** Pages that a rule is for by their number: `@page :nth(2n+1)`, `:nth(2 of chapter)`, `chapter:nth(3)`, `:last` (CSS GCPM 3, Prince). */
export interface NthPages {
  /** The name that pages must have; empty for all. */
  readonly name: string;
  /** Whether the last page of the document is meant. */
  readonly last: boolean;
  /** `An+B`. */
  readonly a: number;
  readonly b: number;
  /** The name of the groups of pages in which it counts; empty for the whole document. */
  readonly of: string;
}

/** What is known of a page. */
export interface NumberedPage {
  /** From 1. */
  readonly number: number;
  /** The name that its first element gives it. */
  readonly name: string;
  /** Its number in its group, which begins with the element that gives the name; from 1. */
  readonly inGroup: number;
}

const IDENT = '-?[a-z_\\u0080-\\uffff][\\w\\u0080-\\uffff-]*';
const NTH = new RegExp(
  `^(${IDENT})? ?:(?:last|nth\\( ?(?:(odd|even)|([+-]?\\d{0,6})n(?: ?([+-]) ?(\\d{1,6}))?|([+-]?\\d{1,6}))(?: of (${IDENT}))? ?\\))$`,
  'i',
);

/** Characters of a selector: a longer one is none. */
const LONGEST = 1_000;

/** Reads a selector of pages; `undefined` for one that is not by number. */
export function nthPages(selector: string): NthPages | undefined {
  if (selector.length > LONGEST) return undefined;
  const written = selector.trim().replaceAll(/\s+/g, ' ');
  const found = NTH.exec(written);
  if (!found) return undefined;
  const [, name = '', word, step, sign, offset = '0', alone, of = ''] = found;
  const last = /:last$/i.test(written);
  const pages = { name, last, of };
  if (last) return { ...pages, a: 0, b: 0 };
  if (word !== undefined) return { ...pages, a: 2, b: word.toLowerCase() === 'odd' ? 1 : 0 };
  if (alone !== undefined) return { ...pages, a: 0, b: Number(alone) };
  const a = /\d/.test(step as string) ? Number(step) : step === '-' ? -1 : 1;
  return { ...pages, a, b: (sign === '-' ? -1 : 1) * Number(offset) };
}

/** Whether a rule is for a page. @param total how many pages the document has */
export function isNthPage({ name, last, a, b, of }: NthPages, page: NumberedPage, total: number): boolean {
  if (name !== '' && name !== page.name) return false;
  if (last) return page.number === total;
  if (of !== '' && of !== page.name) return false;
  const rest = (of === '' ? page.number : page.inGroup) - b;
  return a === 0 ? rest === 0 : rest % a === 0 && rest / a >= 0;
}

/** Where a name of pages begins: the page, from 0. */
export interface NameStart {
  readonly page: number;
  readonly name: string;
  /** Whether the element says the name itself, so that a group begins. */
  readonly own: boolean;
}

/** What is known of all pages. @param starts in the order of the document */
export function numberPages(starts: readonly NameStart[], total: number): NumberedPage[] {
  const byPage = new Map(starts.map((start) => [start.page, start]));
  let name = '';
  let first = 0;
  return Array.from({ length: total }, (_, page) => {
    const start = byPage.get(page);
    if (start && (start.own || start.name !== name)) {
      first = page;
      name = start.name;
    }
    return { number: page + 1, name, inGroup: page - first + 1 };
  });
}
