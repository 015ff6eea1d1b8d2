import { MARK, type Run } from './blocks.ts';
import { GrowingText } from './growing-text.ts';

/** Whether link targets are printed: not at all, after the text, or numbered at the end. */
export type LinkTargets = 'none' | 'inline' | 'footnotes';

/** Writes inline content as plain text, and keeps the link targets that are numbered. */
export class TextInlines {
  readonly #links: LinkTargets;
  /** Addresses with the number of each. */
  readonly targets = new Map<string, number>();

  constructor(links: LinkTargets) {
    this.#links = links;
  }

  /** Lines are parted by `\n`; nothing ends in a space. */
  text(runs: readonly Run[]): string {
    const text = new GrowingText();
    runs.forEach((run, index) => {
      switch (run.kind) {
        case 'text': {
          text.add(raised(run.text, run.marks, text.last));
          const next = runs[index + 1];
          const ends = run.link !== undefined && !(next?.kind === 'text' && next.link === run.link);
          if (ends) text.add(this.#target(run.link as string, text));
          break;
        }
        case 'break':
          text.trimEnd();
          text.add('\n');
          break;
        case 'math':
          text.add(run.tex);
          break;
        case 'note':
          text.add(this.#links === 'footnotes' ? `[^${run.id}]` : `[${run.id}]`);
          break;
        case 'checkbox':
          text.add(run.checked ? '[x] ' : '[ ] ');
          break;
      }
    });
    return text
      .toString()
      .replace(/\] {2,}/g, '] ')
      .trimEnd();
  }

  #target(link: string, before: GrowingText): string {
    if (this.#links === 'none' || before.endsWith(link)) return '';
    if (this.#links === 'inline') return ` (${link})`;
    const number = this.targets.get(link) ?? this.targets.size + 1;
    this.targets.set(link, number);
    return ` [${number}]`;
  }
}

const SUPERSCRIPT: Readonly<Record<string, string>> = Object.fromEntries(
  [...'0123456789+-()n'].map((character, index) => [character, [...'⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁽⁾ⁿ'][index] as string]),
);

/** A raised number after a number is an exponent or cents: run together with it, it would be another number. */
function raised(text: string, marks: number, before: string): string {
  if ((marks & MARK.sup) === 0 || !/\d$/.test(before) || !/^\d/.test(text)) return text;
  return [...text].map((character) => SUPERSCRIPT[character] ?? character).join('');
}
