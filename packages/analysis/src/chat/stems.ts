import { fold } from '../text/words.ts';

/** Words with other endings are the same: "governs" and "governed", "fender" and "fenders". */

const STEM = 6;
const ENDINGS = /(?:ungen|ances?|ences?|ations?|ings?|ments?|ions?|ers?|ed|es|en|e|s|n)$/;

/** Forms that share no beginning with their verb. */
const IRREGULAR: ReadonlyMap<string, string> = new Map(
  'slept sleep,rose rise,risen rise,fell fall,fallen fall,paid pay,sent send,wrote write,written write,bought buy,sold sell,began begin,begun begin,took take,gave give,given give,went go,held hold,met meet,left leave,grew grow,came come,chose choose,chosen choose,built build,made make,said say,dr doctor,cost cost,started start,kept keep,spoke speak,won win,lost lose,led lead,ran run,bore bear,agreed agree'
    .split(',')
    .map((pair) => pair.split(' ') as [string, string]),
);

export function stemOf(inflected: string): string {
  const word = IRREGULAR.get(inflected) ?? inflected;
  const bare = word.length > 7 && /^ge\p{L}{3,}(?:t|d|te|de|en)$/u.test(word) ? word.slice(2) : word;
  const short = bare.length > 4 ? withoutEnding(bare).replace(/(?<=\p{L}{4})[td]$/u, '') : bare.replace(/s$/, '');
  return (short.length >= 3 ? short : word).replace(/y$/, 'i').slice(0, STEM);
}

/** Without `ed`, `ing` and `s`, and then as the word without them: "cleaned" and "clean" are one. */
function withoutEnding(word: string): string {
  const plain = word.replace(ENDINGS, '');
  const again = /(?:ed|ing|s)$/.test(word) && plain.length > 4 ? plain.replace(ENDINGS, '') : plain;
  return again.length >= 4 ? again : plain;
}

/** Whether two words are forms of one, or one begins a compound of the other: "Miete" in "Mietbeginn". */
export function sameWord(a: string, b: string): boolean {
  return a === b || (a.length > 2 && b.length > 2 && stemOf(fold(a)) === stemOf(fold(b)));
}
