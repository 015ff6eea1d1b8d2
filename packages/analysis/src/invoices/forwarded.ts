import { Lines } from '../text/lines.ts';
import type { Line } from '../text/source.ts';
import type { Document } from '../values/document.ts';
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
/** A subject that says what the text need not say again. */
const NOT_YET =
  /(?<!\p{L})(?:draft|wrong|incorrect|cancel|void|duplicate|supersed|replac|revers|refund|disput|reject|pro ?forma|ungültig|ersetzt|doppelt|remplac|doublon|sustitu|duplicad|sostitu|duplicat|vervang|dubbel|entwurf|falsch|storn|brouillon|annul|borrador|anulad|bozza|annullat|concept|onjuist|utkast|kladde|luonnos|projekt)/iu;

/** The document with blanks in place of all above the invoice; null where there is no such mail, or somebody wrote more about it. */
export function forwardedInvoice(document: Document): Document | null {
  if (!isMail(document)) return null;
  const lines = document.source.lines.printed(LINES);
  const last = lines.findLastIndex((_, at) => isHead(lines, at));
  const body = lines[last + 1];
  if (last < 0 || !body || lines.some(({ text }) => ANSWER.test(text) || QUOTED.test(text))) return null;
  const text =
    document.source.text.slice(0, body.start).replace(/[^\n\f]/g, ' ') + document.source.text.slice(body.start);
  const own: Document = { ...document, source: { ...document.source, text, lines: new Lines(text) } };
  // Whatever somebody wrote about it may take some of it back.
  const isSaid = ({ text: said }: Line) =>
    HEAD.test(said) ? NOT_YET.test(said) : /\p{L}/u.test(said) && !PASSED_ON.test(said);
  return titleOfDocument(own) === 'invoice' && !lines.slice(0, last + 1).some(isSaid) ? own : null;
}

const PASSED_ON =
  /^\W{0,20}(?:begin )?(?:forwarded|original|weitergeleitete|ursprüngliche|message|messaggio|mensaje|doorgestuurd|vidarebefordrat|videresendt)/iu;

/** Whether a line belongs to the head of a mail: it and its neighbors say who sent what to whom. */
function isHead(lines: readonly Line[], at: number): boolean {
  let from = at;
  while (from >= 0 && HEAD.test(lines[from]?.text ?? '')) from -= 1;
  const block = lines.slice(from + 1, at + 1);
  return block.length > 1 && block.some(({ text }) => FROM.test(text));
}
