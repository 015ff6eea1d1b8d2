import type { Span } from '../text/source.ts';
import type { Document } from '../values/document.ts';
import { flowOf, foundIn } from './flow.ts';
import type { Candidate } from './labels.ts';
import type { Mention } from './mentions.ts';
import { nameAt } from './parties.ts';
import { moneyIn, type ValueType, valuesIn } from './typed.ts';

/** Values in sentences: "The deposit is 500 euros", "a notice period of ninety days", "62 m² of floor area". */

const REACH = 110;
/** The words that lead from a label to its value. */
const LINK =
  /^[^.;:\n]{0,28}?(?<!\p{L})(?:is|are|was|were|be|of|at|beträgt|betragen|lautet|lauten|ist|sind|war|von|est|sont|sera|était|de|des|à|es|son|será|di|è|sono|sarà|bedraagt|bedragen|zijn|van|als|am|on|le|el|il|op|(?:fell|rose|dropped|grew|stood|stands|amounts?|came|sank|stieg|fiel)\s(?:to|at|auf)|:|=)(?!\p{L})\s{0,3}(?:currently\s{1,3}|now\s{1,3}|fixed\s{1,3}(?:at\s{1,3})?|set\s{1,3}(?:at\s{1,3})?|de\s{1,3}|fixée?\s{1,3}à\s{1,3}|auf\s{1,3}|the\s{1,3}|a\s{1,3}|an\s{1,3})?/iu;
/** The same, with nothing but the verb and what belongs to it in between. */
const DIRECT_LINK =
  /^(?:\s{0,2}\([^)]{0,30}\))?\s{0,3}(?:(?:for|of|per|in|pro|par|por|für)\s(?:the\s|each\s|every\s|den\s|le\s|el\s)?[\p{L}\d]{2,12}\s)?(?:(?:will|shall|must)\s)?(?:is|are|was|were|be|of|takes?\splace\son|on|beträgt|betragen|lautet|erfolgt(?:\sam)?|findet\sam|am|ist|sind|war|est(?:\sd[e'’])?|sont|sera|aura\slieu\sle|es\s(?:de\s)?|son|será|tendrá\slugar\sel|è\s(?:di\s)?|sono|sarà|bedraagt|bedragen|zijn|(?:fell|rose|dropped|grew|stood|stands|amounts?|came|sank|stieg|fiel)\s(?:to|at|auf|by)|:|=)(?!\p{L})\s{0,3}(?:currently\s|now\s|about\s|d['’])?/iu;
const VERB =
  /^\s{0,2}(?:number\s{1,3}|no\.?\s{1,3})?(?:is|are|was|were|will\s{1,3}be|shall\s{1,3}be|lautet|lauten|ist|sind|est|sont|sera|es|son|será|è|sono|sarà|zijn|als)\s{1,3}(?:the\s{1,3}|a\s{1,3}|an\s{1,3}|der\s{1,3}|die\s{1,3}|das\s{1,3})?/iu;
const OF = /^\s{1,2}(?:of|van|als|von|de|di)\s{1,3}/iu;
const CLAUSE = /^[^,.;:()\n]{1,70}?(?=\s(?:at|for|with|and|in|und|bei|et|chez|y|en|e|bij|per)\s|[,.;:()\n]|$)/u;
const NONE = /^(?:not|no|kein\p{L}{0,2}|pas|being|made|paid|payable|due|subject|governed|that|which|in|on|to)\b/iu;
/** "were recruited through …" tells what was done, not what it is. */
const DONE =
  /^\p{Ll}{2,20}(?:ed|en|ert|iert|ées?|és?|ad[oa]s?|id[oa]s?|at[oaie]|ut[oaie])(?:$|\s(?:by|in|on|through|to|with|from|at|for|as|durch|von|im|par|dans|por|en|da|con|door)\b)/u;
const LOOSE: readonly ValueType[] = ['money', 'percent', 'duration', 'date', 'measure'];

/** The words around a length of time that make it a notice. */
const IS_NOTICE =
  /^\s{0,2}['’]?\s{0,2}(?:(?:prior|advance|previous|written)\s{1,3}){0,3}notice(?!\p{L})|^\s{1,3}(?:Kündigungsfrist|Frist|de préavis|de preaviso|di preavviso|opzegtermijn)(?!\p{L})/iu;
const NOTICE_OF =
  /(?:notice\s{1,3}(?:period\s{1,3})?of|frist\s{1,3}von|préavis\s{1,3}de|preaviso\s{1,3}de|preavviso\s{1,3}di|termijn\s{1,3}van)\s{1,3}$/iu;

/** The value of a field in the sentence of its label: `the term ends with 30 days' notice` has none, but for the notice. */
export function inProse(document: Document, mention: Mention): Candidate | null {
  const found = valueInProse(document, mention);
  if (!found || mention.field.type !== 'duration' || mention.field.concept === 'notice_period') return found;
  const flow = flowOf(document);
  const { start, end } = found.span;
  const isNotice =
    IS_NOTICE.test(flow.slice(end, end + 60)) || NOTICE_OF.test(flow.slice(Math.max(0, start - 30), start));
  return isNotice && !NOTICE_WORD.test(mention.field.name) ? null : found;
}

const NOTICE_WORD = /notice|frist|préavis|preav|termijn/iu;

function valueInProse(document: Document, mention: Mention): Candidate | null {
  const flow = flowOf(document);
  const at = mention.line.start + mention.span.end;
  const ahead = sentenceRest(flow.slice(at, at + REACH + 60)).slice(0, REACH);
  const { type } = mention.field;
  const points = 12 + mention.worth;
  if (mention.field.counted) return countBefore(flow, mention, points);
  if (type === 'party') return partyBehind(flow, at, ahead, points);
  const types = typesFor(type);
  const link = (type === 'text' ? DIRECT_LINK : LINK).exec(ahead)?.[0].length;
  if (type === 'code') return codeBehind(at, ahead, points);
  const changed = changedTo(ahead, type === 'text' ? ['money', 'percent'] : types, document);
  if (changed) return made(flow, at, changed, points + 4);
  if (link !== undefined) {
    const span = firstOf(ahead.slice(link), types, document);
    if (span && span.start <= 24) return made(flow, at + link, span, points + 4 - span.start / 8);
  }
  if (type !== 'text') {
    const span = firstOf(ahead, types, document);
    if (span && span.start <= 45) return made(flow, at, span, points - span.start / 10);
    return before(flow, mention, types, document, points - 2);
  }
  const counted = before(flow, mention, types, document, points - 4);
  return clauseBehind(document, at, ahead, points) ?? counted;
}

function typesFor(type: ValueType): readonly ValueType[] {
  if (type === 'text' || type === 'code') return LOOSE;
  return type === 'measure' ? ['measure', 'percent'] : [type];
}

/** Up to the end of the sentence. */
function sentenceRest(text: string): string {
  const end = /[.!?]\s{1,3}(?=\p{Lu}|$)|\n|;\s/u.exec(text);
  return end ? text.slice(0, end.index) : text;
}

function firstOf(text: string, types: readonly ValueType[], document: Document): Span | null {
  const found = types.flatMap((type) =>
    (type === 'money' ? moneyIn(text, document) : valuesIn(text, type, document)).slice(0, 1),
  );
  return found.sort((a, b) => a.start - b.start)[0] ?? null;
}

const FROM = /(?<!\p{L})(?:from|von|de|desde|da|van|från|fra|z)\s{1,3}$/iu;
/** What came true, not what was proposed. */
const CHANGED =
  /(?<!\p{L})(?:was|were|has|have|fell|rose|dropped|grew|sank|went|increased|decreased|wurden?|stieg|fiel|sank|est pass|a été|pass[aé]|subió|bajó|fue|è|steeg|daalde|werd|steg|föll|faldt)/iu;
const TO = /^\s{1,3}(?:to|auf|à|a|naar|till|til|do)\s{1,3}/iu;

/** "was reduced from GBP 212 million to GBP 188 million": what it is now. */
function changedTo(text: string, types: readonly ValueType[], document: Document): Span | null {
  const before = firstOf(text, types, document);
  const lead = text.slice(0, before?.start ?? 0);
  if (!before || before.start > 45 || !FROM.test(lead) || !CHANGED.test(lead)) return null;
  const to = TO.exec(text.slice(before.end))?.[0].length;
  if (to === undefined) return null;
  const at = before.end + to;
  const now = firstOf(text.slice(at), types, document);
  return now && now.start === 0 ? { start: at, end: at + now.end } : null;
}

/** "up to 40 workstations". */
function countBefore(flow: string, mention: Mention, points: number): Candidate | null {
  const end = mention.line.start + mention.span.start;
  const start = Math.max(0, end - 40);
  const match = /(?<![\d.,\p{L}])(\d[\d.,]{0,9})\s{1,3}(?:\p{L}{2,14}\s{1,3})?$/u.exec(flow.slice(start, end));
  return match?.[1] ? made(flow, start + match.index, { start: 0, end: match[1].length }, points + 2) : null;
}

/** "99.9 % availability", "25 days of holiday". */
function before(
  flow: string,
  mention: Mention,
  types: readonly ValueType[],
  document: Document,
  points: number,
): Candidate | null {
  const end = mention.line.start + mention.span.start;
  const start = Math.max(0, end - 60);
  const text = flow.slice(start, end);
  const spans = types.flatMap((type) => (type === 'money' ? moneyIn(text, document) : valuesIn(text, type, document)));
  const last = spans.sort((a, b) => a.end - b.end).at(-1);
  if (last && types[0] === 'duration' && /^[^.;,\d]{0,22}$/.test(text.slice(last.end)))
    return made(flow, start, last, points);
  return last && /^[\s(]{0,3}(?:(?:of|de|di|van|an)\s{1,2})?(?:\p{L}{1,12}\s{1,2})?$/u.test(text.slice(last.end))
    ? made(flow, start, last, points)
    : null;
}

function partyBehind(flow: string, at: number, ahead: string, points: number): Candidate | null {
  const link = VERB.exec(ahead)?.[0].length ?? /^\s{1,2}(?:to\s|by\s|an\s|à\s)?/.exec(ahead)?.[0].length ?? 0;
  const name = nameAt(flow, at + link);
  if (!name || name.end - at > REACH) return null;
  const value = flow.slice(name.start, name.end);
  if (name.start - at - link > 12 || value.length < 4 || !/\s/.test(value)) return null;
  return { ...foundIn(flow, name), points: points - (VERB.test(ahead) || name.start - at - link <= 1 ? 1 : 5) };
}

function codeBehind(at: number, ahead: string, points: number): Candidate | null {
  const match =
    /^(?:[\s:#°º]|\.(?=\s?\d{4})){0,4}(?:(?:number|no|nr|n|nummer|id)[.°º]?\s{1,3})?(?:is\s{1,3}|lautet\s{1,3}|est\s{1,3}(?:le\s{1,3})?|es\s{1,3}(?:el\s{1,3})?|è\s{1,3}|[#:]\s{0,3})?((?=[^\s]{0,30}\d)[\p{Lu}\d][\p{L}\d./_-]{1,30}[\p{L}\d])(?![.,]\d)/u.exec(
      ahead,
    );
  const value = match?.[1];
  if (!match || !value) return null;
  const start = at + match[0].length - value.length;
  return { value, span: { start, end: start + value.length }, points };
}

function clauseBehind(document: Document, at: number, ahead: string, points: number): Candidate | null {
  const flow = flowOf(document);
  const version = /^\s([A-Z]{0,3}\d(?:[\w./-]{0,20}\w)?)(?![.,]?\d|\w|[.)]\s)/.exec(flow.slice(at, at + 40))?.[1];
  if (version) return made(flow, at + 1, { start: 0, end: version.length }, points);
  const eastern = /^[为為是はが:：\s]{0,3}([^，。、,.;；\s]{1,40})/u.exec(ahead)?.[1];
  if (eastern && /\p{sc=Han}/u.test(eastern))
    return made(flow, at + ahead.indexOf(eastern), { start: 0, end: eastern.length }, points);
  const verb = VERB.exec(ahead)?.[0].length;
  const link = verb ?? OF.exec(ahead)?.[0].length;
  if (link === undefined) return null;
  // `le solde de 1 284,17 € sera viré`: the sum, and no half of it.
  const sum = /^\d/.test(ahead.slice(link)) ? firstOf(ahead.slice(link), LOOSE, document) : null;
  if (sum?.start === 0) return made(flow, at + link, sum, points - 2);
  const clause = CLAUSE.exec(ahead.slice(link))?.[0];
  if (
    !clause ||
    /^[.,]\d/.test(ahead.slice(link + clause.length)) ||
    NONE.test(clause) ||
    DONE.test(clause) ||
    clause.split(' ').length > 8
  )
    return null;
  const loose = verb === undefined && !/^\p{Lu}/u.test(clause);
  return made(flow, at + link, { start: 0, end: clause.length }, points - (loose ? 4 : verb === undefined ? 2 : 0));
}

function made(flow: string, at: number, span: Span, points: number): Candidate {
  return { ...foundIn(flow, { start: at + span.start, end: at + span.end }), points };
}
