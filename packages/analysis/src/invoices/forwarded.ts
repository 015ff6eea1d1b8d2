import { Lines } from '../text/lines.ts';
import type { Line } from '../text/source.ts';
import { amountsIn, type Document } from '../values/document.ts';
import { isMail, titleOfDocument } from '../values/titles.ts';

/** An invoice that a mail has in its text, as sent or as passed on, without what was written about it. */

const LINES = 80;
const HEAD =
  /^\s{0,9}\*{0,2}(?:from|to|cc|bcc|date|sent|subject|reply-to|von|an|gesendet|datum|betreff|de|à|envoyé|objet|para|enviado|fecha|asunto|da|a|inviato|data|oggetto|van|aan|verzonden|onderwerp|från|till|skickat|ämne|fra|til|sendt|emne|od|do|temat|wysłano)\*{0,2}\s{0,2}:/iu;
const FROM = /^\s{0,9}\*{0,2}(?:from|von|de|da|van|från|fra|od)\*{0,2}\s{0,2}:.{0,120}@/iu;
/** An answer quotes what somebody else sent, and may contradict it. */
const ANSWER =
  /^\s{0,9}\*{0,2}(?:subject|betreff|objet|asunto|oggetto|onderwerp|ämne|emne|temat)\*{0,2}\s{0,2}:\s{0,3}(?:re|aw|sv|rif|odp|antw)\s?:/iu;
const QUOTED =
  /^\s{0,3}>|(?<!\p{L})(?:wrote|schrieb|a écrit|escribió|ha scritto|schreef|skrev|napisał\p{L}?)(?!\p{L}).{0,40}:\s*$/iu;
const DISPUTED =
  /(?<!\p{L})(?:wrong|incorrect|mistake|instead|disput|agreed|correct|do(?:n['’]t| not) pay|cancel|falsch|fehler|korrig|nicht zahlen|storn|erron|erreur|annul|corrig|errór|equivoc|anul|sbagliat|errat|onjuist|fout|annul|fel(?!\p{L})|forkert)/iu;

/** The document with blanks in place of all above the invoice; null where there is no such mail, or something is said against it. */
export function forwardedInvoice(document: Document): Document | null {
  if (!isMail(document)) return null;
  const lines = document.source.lines.printed(LINES);
  const last = lines.findLastIndex((_, at) => isHead(lines, at));
  const body = lines[last + 1];
  if (last < 0 || !body || lines.some(({ text }) => ANSWER.test(text) || QUOTED.test(text))) return null;
  const text = document.source.text.slice(0, body.start).replace(/[^\n\f]/g, ' ') + document.source.text.slice(body.start);
  const own: Document = { ...document, source: { ...document.source, text, lines: new Lines(text) } };
  const written = lines.slice(0, last).filter((line) => !HEAD.test(line.text));
  const sums = new Set(own.source.lines.printed(LINES).flatMap((line) => sumsIn(own, line)));
  const isDoubtful = (line: Line) => DISPUTED.test(line.text) || sumsIn(document, line).some((sum) => !sums.has(sum));
  return titleOfDocument(own) === 'invoice' && !written.some(isDoubtful) ? own : null;
}

/** Whether a line belongs to the head of a mail: it and its neighbors say who sent what to whom. */
function isHead(lines: readonly Line[], at: number): boolean {
  let from = at;
  while (from >= 0 && HEAD.test(lines[from]?.text ?? '')) from -= 1;
  const block = lines.slice(from + 1, at + 1);
  return block.length > 1 && block.some(({ text }) => FROM.test(text));
}

const sumsIn = (document: Document, line: Line) =>
  amountsIn(document, line)
    .filter(({ decimals, currency }) => decimals === 2 || currency !== null)
    .map(({ exact }) => exact);
