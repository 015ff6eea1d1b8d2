import { contentWords } from '../summary/summary.ts';
import type { Span } from '../text/source.ts';
import type { Quotes } from './quotes.ts';

/** Whether a model's own sentence is supported by the document: its quotes, its numbers and its addresses. */

export interface Supported {
  /** Places of the quotes that stand in the document. */
  readonly spans: readonly Span[];
  /** Why it is not supported; empty when it is. */
  readonly problems: readonly string[];
  /** Whether nearly all of its words stand in its quotes, so that it says no more than they do. */
  readonly verbatim: boolean;
}

const NUMBER = /\d+(?:[.,'\u2019 \u00a0]\d+)*/g;
const ADDRESS =
  /(?:[a-z][a-z0-9+.-]{0,20}:)?\/\/[^\s"'<>)\]]+|www\.[^\s"'<>)\]]+|[\p{L}\d._%+-]{1,64}@[\p{L}\d.-]{1,255}|data:[a-z]/giu;
const LONGEST_SENTENCE = 4_000;
/** A longer quote proves little: most words stand in it somewhere. */
const LONGEST_PROOF = 400;
const SPACE = /[ \u00a0]/;
const NEARLY_ALL = 0.8;

/** Checks sentences against one document, and what its reader said himself. */
export class SupportChecker {
  readonly #quotes: Quotes;
  readonly #numbers: ReadonlySet<string>;
  readonly #text: string;

  constructor(quotes: Quotes, alsoKnown = '') {
    this.#quotes = quotes;
    this.#text = `${quotes.document.source.text}\n${alsoKnown}`.toLowerCase();
    this.#numbers = numbersIn(this.#text);
  }

  check(sentence: string, quoted: readonly string[]): Supported {
    if (sentence.length > LONGEST_SENTENCE) return { spans: [], problems: ['the text is too long'], verbatim: false };
    const spans = quoted.flatMap((quote) => this.#quotes.findWords(quote).slice(0, 1));
    const problems: string[] = [];
    if (spans.length === 0 || spans.length < quoted.length) problems.push('a quote does not stand in the document');
    const foreign = (sentence.match(NUMBER) ?? []).find((number) => !this.#isKnown(number));
    if (foreign !== undefined) problems.push(`the number ${foreign} does not stand in the document`);
    const addresses = sentence.toLowerCase().match(ADDRESS) ?? [];
    if (addresses.some((address) => !this.#text.includes(address)))
      problems.push('an address does not stand in the document');
    if (/<\/?[a-z!][^>]*>/i.test(sentence)) problems.push('the answer contains markup');
    return { spans, problems, verbatim: problems.length === 0 && this.#isVerbatim(sentence, spans) };
  }

  /** Two numbers side by side look like one with a space between its groups. */
  #isKnown(number: string): boolean {
    return (
      this.#numbers.has(digitsOf(number)) || number.split(SPACE).every((part) => this.#numbers.has(digitsOf(part)))
    );
  }

  #isVerbatim(sentence: string, spans: readonly Span[]): boolean {
    const { text } = this.#quotes.document.source;
    const short = spans.filter((span) => span.end - span.start <= LONGEST_PROOF);
    const known = new Set(short.flatMap((span) => contentWords(text.slice(span.start, span.end))));
    const words = contentWords(sentence);
    return words.filter((word) => known.has(word)).length >= words.length * NEARLY_ALL;
  }
}

/** The numbers of a text by their digits, whatever separates them; 1,000.00 also counts as 1000. */
function numbersIn(text: string): Set<string> {
  const numbers = new Set<string>();
  for (const [printed] of text.matchAll(NUMBER)) {
    for (const number of [printed, ...printed.split(SPACE)]) {
      numbers.add(digitsOf(number));
      numbers.add(digitsOf(number.replace(/[.,]0{1,2}$/, '')));
      for (const part of number.split(/[.,'\u2019 \u00a0]/)) numbers.add(digitsOf(part));
    }
  }
  return numbers;
}

const digitsOf = (printed: string) => printed.replace(/\D/g, '').replace(/^0{1,64}(?=\d)/, '');
