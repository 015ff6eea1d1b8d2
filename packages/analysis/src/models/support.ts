import type { Span } from '../text/source.ts';
import { addressesIn } from './addresses.ts';
import type { Quotes } from './quotes.ts';
import { type Saying, Sayings } from './verbatim.ts';

/** Whether a model's own sentence is supported by the document: its quotes, its numbers and its addresses. */

export interface Supported {
  /** Places of the quotes that stand in the document. */
  readonly spans: readonly Span[];
  /** Why it is not supported; empty when it is. */
  readonly problems: readonly string[];
  /** Where it says what the document says, how much of each sentence; null where it has words of its own. */
  readonly sayings: readonly Saying[] | null;
}

const NUMBER = /\d+(?:[.,'\u2019 \u00a0]\d+)*/g;
const LONGEST_SENTENCE = 4_000;
const SPACE = /[ \u00a0]/;

/** Checks sentences against one document, and what its reader said himself. */
export class SupportChecker {
  readonly #quotes: Quotes;
  readonly #numbers: ReadonlySet<string>;
  readonly #text: string;
  readonly #sayings: Sayings;

  constructor(quotes: Quotes, alsoKnown = '') {
    this.#quotes = quotes;
    this.#sayings = new Sayings(quotes);
    this.#text = `${quotes.document.source.text}\n${alsoKnown}`.toLowerCase();
    this.#numbers = numbersIn(this.#text);
  }

  check(sentence: string, quoted: readonly string[]): Supported {
    if (sentence.length > LONGEST_SENTENCE) return { spans: [], problems: ['the text is too long'], sayings: null };
    const spans = quoted.flatMap((quote) => this.#quotes.findWords(quote).slice(0, 1));
    const problems: string[] = [];
    if (spans.length === 0 || spans.length < quoted.length) problems.push('a quote does not stand in the document');
    const foreign = (sentence.match(NUMBER) ?? []).find((number) => !this.#isKnown(number));
    if (foreign !== undefined) problems.push(`the number ${foreign} does not stand in the document`);
    if ([...addressesIn(sentence)].some((address) => !this.#text.includes(address)))
      problems.push('an address does not stand in the document');
    if (/<\/?[a-z!][^>]*>/i.test(sentence)) problems.push('the answer contains markup');
    return { spans, problems, sayings: problems.length === 0 ? this.#sayings.find(sentence) : null };
  }

  /** Two numbers side by side look like one with a space between its groups. */
  #isKnown(number: string): boolean {
    return (
      this.#numbers.has(digitsOf(number)) || number.split(SPACE).every((part) => this.#numbers.has(digitsOf(part)))
    );
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
