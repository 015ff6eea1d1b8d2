import { isTurning } from '../text/turning-words.ts';
import { wordsOf } from '../text/words.ts';
import type { Question } from './question.ts';
import { speaksOf } from './same-meaning.ts';

/** Values and words that share a passage and belong to different things in it. */

/** What adds something of its own behind a value: `25 days plus public holidays`. */
const ADDING = new Set(
  'plus besides apart aside waived excluded excl exempt zuzuglich zzgl nebst entfallt hors outre mas ademas piu oltre exclusief exonere'.split(
    ' ',
  ),
);
const SENTENCES = /[.!?:]\s{1,3}(?=\p{Lu})/u;

/**
 * Whether a word of the question stands only behind a word that adds to the value ahead of it, leaves out of it or turns
 * it: `Excess £75, waived for delayed departure` tells no excess for delayed departure.
 */
export function isApart({ subject }: Question, lines: readonly string[], value: string): boolean {
  return lines.some((line) => {
    const at = line.indexOf(value);
    if (at < 0) return false;
    const behind = wordsOf(line.slice(at + value.length)).map(({ key }) => key);
    const parts = behind.findIndex((word) => ADDING.has(word) || isTurning(word));
    if (parts < 0) return false;
    const ahead = [...wordsOf(line.slice(0, at + value.length)).map(({ key }) => key), ...behind.slice(0, parts)];
    return subject.some((word) => speaksOf(behind.slice(parts + 1), word) && !speaksOf(ahead, word));
  });
}

/** What a question asks for by a word that says nothing of its subject, and what a passage has that gives it. */
const ASKED_FOR: readonly (readonly [RegExp, RegExp])[] = [
  [
    /^(?:number|nummer|numero|code|id|reference)$/,
    /(?<!\p{L})(?:number|no|nr|num|nummer|numéro|n°|número|numero|code|id|ref(?:erence)?)(?!\p{L})|#/iu,
  ],
  [/^(?:name|nom|nombre|nome|naam)$/, /(?<![.!?:]\s{0,3})(?<!^)(?<!\p{L})\p{Lu}\p{Ll}/u],
  [/^(?:amount|betrag|montant|importe|importo|bedrag)$/, /\d/],
  [/^(?:date|datum|fecha)$/, /\d/],
];

/** Whether a passage has a number, a name, a sum or a day where a question asks for one. */
export const givesAsked = ({ words }: Question, passage: string): boolean =>
  ASKED_FOR.every(([asks, gives]) => !words.some((word) => asks.test(word)) || gives.test(passage));

/** The sentences of a passage, also where one ends in what may be an abbreviation: `at 6 p.m. The price is …`. */
export const sentencesIn = (passage: string): string[] => passage.split(SENTENCES);
