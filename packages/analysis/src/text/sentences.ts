import { graphemeBorder } from './grapheme.ts';
import type { Source, Span } from './source.ts';
import { STOP_WORDS } from './stop-words.ts';
import { fold } from './words.ts';

/** The sentences of a text, word for word; line breaks and runs of spaces inside become one space. */

export interface Sentence {
  readonly text: string;
  readonly span: Span;
}

/** A longer sentence ends at its next space. */
const LONG = 700;
/** Without a space it is cut, at the border of a grapheme. */
const LONGEST_SENTENCE = 1000;
const ENDS = new Set(['.', '!', '?', '\u2026', '\u3002', '\uff01', '\uff1f', '\u061f', '\u06d4', '\u0964']);
const CLOSING = new Set(['"', "'", ')', ']', '\u201d', '\u2019', '\u00bb', '\u201c']);
/** A full stop behind these does not end a sentence. */
const ABBREVIATIONS = new Set(
  (
    'mr mrs ms dr prof st no nr vs etc inc ltd co corp jr sr art abs bzw ca z b d h u a usw str tel fax std vol fig ed al approx ' +
    'hr fr inkl exkl zzgl m mme mlle av bd sig sra dott ing rif pag p pp dhr mevr o i e g ex sec cf est dept jan feb mar apr jun jul aug sep oct nov dec'
  ).split(' '),
);
const BULLET = /^[ \t]{0,40}(?:[-*•●–▪◦]|\(?[0-9a-z]{1,3}[.)])\s/i;

export function sentencesOf(source: Source): Sentence[] {
  return [...eachSentence(source)];
}

/** One sentence after the other, so that a long text need not be held as sentences. */
export function* eachSentence(source: Source): Generator<Sentence> {
  for (const block of blocksOf(source)) yield* sentencesIn(source.text, block);
}

/** The sentence in a span that a sentence had. */
export function sentenceAt(source: Source, span: Span): Sentence {
  return { text: plain(source.text, span.start, span.end), span };
}

function plain(text: string, start: number, end: number): string {
  return text
    .slice(start, end)
    .replace(/\s{1,1000}/g, ' ')
    .trim();
}

/** Runs of lines that belong to one paragraph. */
function* blocksOf(source: Source): Generator<Span> {
  let open: { start: number; end: number; width: number } | null = null;
  for (const line of source.lines) {
    const text = line.text.trim();
    const start = line.start + (line.text.length - line.text.trimStart().length);
    const end = line.start + line.text.trimEnd().length;
    const breaks = text === '' || open === null || BULLET.test(line.text) || !flowsOn(source.text, open, text);
    if (breaks && open) yield { start: open.start, end: open.end };
    if (text === '') open = null;
    else if (breaks || !open) open = { start, end, width: text.length };
    else open = { start: open.start, end, width: Math.max(open.width, text.length) };
  }
  if (open) yield { start: open.start, end: open.end };
}

/** A line continues the one before when that one was long, or when it begins in lower case. */
function flowsOn(text: string, open: Span & { readonly width: number }, next: string): boolean {
  if (/^\p{Ll}/u.test(next)) return true;
  const last = text.charAt(open.end - 1);
  return open.width >= 45 && last !== ':' && !ENDS.has(last) ? next.length > 0 : open.width >= 45 && ENDS.has(last);
}

function* sentencesIn(text: string, block: Span): Generator<Sentence> {
  let start = block.start;
  for (let at = block.start; at < block.end; at += 1) {
    let end = at;
    if (ENDS.has(text.charAt(at)) && isEnd(text, start, at, block.end)) {
      end = at + 1;
      while (end < block.end && CLOSING.has(text.charAt(end))) end += 1;
      at = end - 1;
    } else if (at - start >= LONGEST_SENTENCE) {
      end = graphemeBorder(text, at);
      at = end - 1;
    } else if (at - start < LONG || !/\s/.test(text.charAt(at))) continue;
    yield* saying(text, start, end);
    start = end;
  }
  if (start < block.end) yield* saying(text, start, block.end);
}

/** A sentence, if a span says anything. */
function* saying(text: string, start: number, end: number): Generator<Sentence> {
  const sentence = plain(text, start, end);
  if (!/[\p{L}\p{N}]/u.test(sentence)) return;
  const raw = text.slice(start, end);
  const lead = raw.length - raw.trimStart().length;
  yield { text: sentence, span: { start: start + lead, end: start + raw.trimEnd().length } };
}

/** `am 3. Mai`, `der 5. Absatz`: a number counts ahead of a month, and in German and the Nordic languages of a noun. */
function isOrdinal(before: string, follows: string): boolean {
  return MONTH.test(follows) || GERMANIC.test(before);
}

const MONTH =
  /^(?:jan|feb|m[aäå]r|mar|apr|mai|may|maj|mag|mei|jun|jui|giu|jul|lug|aug|ago|ao[uû]|sep|set|okt|oct|ott|out|nov|dez|dec|dic|ene|gen|f[eé]v|avr|d[eé]c|stycz|lut|kwi|czer|lip|sier|wrz|pa[zź]|lis|gru)\p{Ll}{0,9}$/iu;
const GERMANIC =
  /^(?:der|die|das|dem|den|des|am|im|vom|zum|zur|beim|ab|bis|ein|eine|einem|einer|jede[rmns]?|seine[rmns]?|ihre[rmns]?|den|det|til|fra|på|pr|per|hver)$/i;
/** Things that are called by a letter: "office C." ends a sentence, "by J. Smith" does not. */
const LETTERED =
  /^(?:office|group|plan|section|class|type|grade|level|room|building|appendix|annex|schedule|exhibit|part|team|option|unit|block|figure|table|vitamin|version|line|gate|hall|zone|series|case|point|gruppe|klasse|teil|anlage|raum|halle|bloc|groupe|classe|annexe|grupo|clase|parte|gruppo|groep|deel)$/i;

function isEnd(text: string, start: number, at: number, end: number): boolean {
  const mark = text.charAt(at);
  let next = at + 1;
  while (next < end && CLOSING.has(text.charAt(next))) next += 1;
  if (next >= end || '\u3002\uff01\uff1f'.includes(mark)) return true;
  if (!/\s/.test(text.charAt(next))) return false;
  if (mark !== '.') return true;
  while (next < end && /\s/.test(text.charAt(next))) next += 1;
  if (/\p{Ll}/u.test(text.charAt(next))) return false;
  const word = /[\p{L}\p{N}]{1,20}$/u.exec(text.slice(Math.max(start, at - 20), at))?.[0] ?? '';
  const before = /(\p{L}{1,20})\s{1,3}$/u.exec(
    text.slice(Math.max(start, at - word.length - 24), at - word.length),
  )?.[1];
  if (/^\p{Lu}$/u.test(word) && LETTERED.test(before ?? '')) return true;
  if (ABBREVIATIONS.has(word.toLowerCase())) return false;
  if (/(?:str|nr)$/i.test(word) && word.length > 3) return false;
  // The cents of a sum are no ordinal.
  if (/^\d{2}$/.test(word) && /\d[.,]\d{2}$/.test(text.slice(Math.max(0, at - 6), at))) return true;
  const follows = /^[\p{L}]{1,20}/u.exec(text.slice(next, next + 20))?.[0] ?? '';
  if (/^\d{1,2}$/.test(word)) return !isOrdinal(before ?? '', follows);
  return !/^\p{Lu}$/u.test(word) || STOP_WORDS.has(fold(follows));
}
