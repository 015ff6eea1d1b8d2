import { scanDates } from '../values/dates.ts';
import type { Document, Found } from '../values/document.ts';
import { flowOf, foundIn } from './flow.ts';

/** What an agreement says in running text: when it takes effect or was signed, and whose law governs it. */

const NEAR = 260;
/** More places than an agreement has; it bounds the work on texts that repeat a phrase. */
const MOST = 200;

/** The phrases behind which the date of an agreement stands, the surest first. */
const DATED: readonly RegExp[] = [
  /\beffective\s{1,3}(?:as\s{1,3}of|date\s{0,2}[:;]|date\s{1,3}(?:is|shall\s{1,3}be|of\s{1,3}this\s{1,3}agreement\s{1,3}is)|from|on)\b/giu,
  /\b(?:made|entered(?:\s{1,3}into)?|executed|dated|signed|concluded|made\s{1,3}and\s{1,3}entered\s{1,3}into)\s{1,3}(?:this|on|as\s{1,3}of|effective|the|(?:and\s{1,3})?(?:is\s{1,3})?(?:made\s{1,3})?(?:effective\s{1,3})?as\s{1,3}of)\b/giu,
  /\b(?:is|as|and)\s{1,3}(?:dated|of)\b/giu,
  /(?<!\p{L})(?:mit\s{1,3}Wirkung\s{1,3}(?:vom|zum|ab)|beginnt\s{1,3}am|tritt\s{1,3}am|à\s{1,3}compter\s{1,3}du|prend\s{1,3}effet\s{1,3}le|con\s{1,3}efectos?\s{1,3}(?:desde|a\s{1,3}partir)|a\s{1,3}partir\s{1,3}del?|con\s{1,3}decorrenza\s{1,3}dal|a\s{1,3}decorrere\s{1,3}dal|met\s{1,3}ingang\s{1,3}van|gaat\s{1,3}in\s{1,3}op|commenc(?:es|ing)\s{1,3}on|begin(?:s|ning)?\s{1,3}on|start\s{1,3}date\s{1,3}(?:is|will\s{1,3}be))(?![\p{L}])/giu,
];
const FROM_DAY =
  /(?<!\p{L})(?:ab\s{1,2}(?:dem|sofort)|ab|zum|with\s{1,2}effect\s{1,2}from|starting|dès\s{1,2}le|à\s{1,2}partir\s{1,2}du|desde\s{1,2}el|a\s{1,2}far\s{1,2}data\s{1,2}dal|dal|vanaf)(?=\s{1,3}\d)/giu;
const BARE_DATE = /\bdated?\b\s{0,3}:?/giu;

/** A date that stands right behind a phrase, "this 6th day of February, 1999" and the like included. */
export function effectiveDate(document: Document): Found<string> | null {
  const flow = flowOf(document);
  const defined = definedDate(flow, document);
  if (defined) return defined;
  for (const pattern of [...DATED, FROM_DAY, BARE_DATE]) {
    for (const match of [...flow.matchAll(pattern)].slice(0, MOST)) {
      const date = dateBehind(flow, match.index + match[0].length, { reach: 40, document });
      if (date) return date;
    }
  }
  return letterDate(flow, document);
}

const SALUTATION =
  /(?<!\p{L})(?:dear|ladies\s{1,3}and\s{1,3}gentlemen|gentlemen|sehr\s{1,3}geehrte|madame|messieurs)(?!\p{L})/iu;

/** An agreement in the form of a letter has its date above the salutation. */
function letterDate(flow: string, document: Document): Found<string> | null {
  const head = flow.slice(0, 4000);
  const greeting = SALUTATION.exec(head)?.index ?? -1;
  const [date] = greeting < 0 ? [] : readDates(head.slice(0, greeting), document);
  return date ? foundIn(flow, date) : null;
}

const DEFINED =
  /\((?:[^()]{0,80}?[\s“"'«])?(?:effective\s{1,3}date|commencement\s{1,3}date|start\s{1,3}date)[”"'»]?\s{0,3}\)/giu;

/** `March 3, 2011 (the "Effective Date")`. */
function definedDate(flow: string, document: Document): Found<string> | null {
  for (const match of [...flow.matchAll(DEFINED)].slice(0, MOST)) {
    const from = Math.max(0, match.index - 70);
    const before = readDates(flow.slice(from, match.index), document).at(-1);
    if (before && match.index - (from + before.end) <= 25)
      return foundIn(flow, { start: from + before.start, end: from + before.end });
  }
  return null;
}

const DAY_OF =
  /(?:the\s{1,3})?(\d{1,2})\s{0,2}(?:st|nd|rd|th)?\s{1,3}(?:day\s{1,3})?(?:of\s{1,3})?(\p{L}{3,10})\s{0,2},?\s{1,3}(\d{4})/iu;

function readDates(text: string, document: Document): { start: number; end: number }[] {
  const plain = scanDates(text, { order: document.order }).filter((date) => date.iso !== null);
  const wordy = DAY_OF.exec(text);
  const month = wordy ? scanDates(`${wordy[1]} ${wordy[2]} ${wordy[3]}`)[0] : undefined;
  if (wordy && month) {
    const span = { start: wordy.index, end: wordy.index + wordy[0].length };
    if (!plain.some((date) => date.start < span.end && span.start < date.end)) {
      const day = /^the\s{1,3}/i.exec(wordy[0])?.[0].length ?? 0;
      return [...plain, { start: span.start + day, end: span.end }].sort((a, b) => a.start - b.start);
    }
  }
  return plain;
}

function dateBehind(
  flow: string,
  at: number,
  { reach, document }: { readonly reach: number; readonly document: Document },
): Found<string> | null {
  const text = flow.slice(at, at + NEAR);
  const [date] = readDates(text, document);
  return date && date.start <= reach && !/[.;]\s/.test(text.slice(0, date.start))
    ? foundIn(flow, { start: at + date.start, end: at + date.end })
    : null;
}

const GOVERNED =
  /\b(?:governed|construed|interpreted|enforced|controlled|determined)(?:[^.;\n]{0,140}?)\b(?:laws?|statutes)\b(?:\s{1,3}and\s{1,3}[^.;\n]{0,40}?)?\s{1,3}(?:of|in\s{1,3}(?:force\s{1,3}in|effect\s{1,3}in)?)\s{0,3}/giu;
const ADJECTIVE =
  /\b(?:governed|construed|subject)(?:[^.;\n]{0,60}?)\s{1,3}(?:by|under|with|to)\s{1,3}(?:the\s{1,3})?(?=\p{Lu}[\p{L}]{2,20}(?:\s{1,2}\p{Lu}\p{L}{2,20})?\s{1,3}law\b)/gu;
const SUBJECT_TO =
  /\b(?:agreement|contract|lease|deed|licen[sc]e)\b[^.;\n]{0,40}?\bsubject\s{1,3}to\s{1,3}(?:the\s{1,3})?laws?\s{1,3}of\s{0,3}/giu;
const LAWS_GOVERN = /\b(?:the\s{1,3})?laws?\s{1,3}of\s{1,3}(?=[^.;\n]{3,90}?\b(?:shall|will|govern))/giu;
const FOREIGN: readonly RegExp[] = [
  /\b(?:gilt|unterliegt|unterliegen|findet|Anwendung\s{1,3}findet)\s{1,3}(?:ausschließlich\s{1,3}|allein\s{1,3})?(?:dem\s{1,3}|das\s{1,3})?((?:Recht\s{1,3}der\s{1,3}(?:\p{Lu}[\p{L}-]{1,30}\s{0,3}){1,4})|(?:\p{L}{3,25}(?:ische[sm]?|deutsche[sm]?|ches|chem)\s{1,3}Recht))/giu,
  /(?<!\p{L})(?:régie?s?|soumise?s?|gouvernée?s?)\s{1,3}(?:par\s{1,3}le|au|à\s{1,3}la|par\s{1,3}la)\s{1,3}((?:droit|loi|législation)\s{1,3}\p{L}{3,25})/giu,
  /\b(?:rige|regirá|regirán|rigen|somete|someterá)\s{1,3}(?:por|a)\s{1,3}(?:la|las|el)\s{1,3}((?:ley|leyes|legislación|derecho)\s{1,3}(?:de\s{1,3}(?:\p{Lu}[\p{L}-]{1,30}\s{0,3}){1,3}|\p{L}{3,25}))/giu,
  /\b(?:regolato|disciplinato|soggetto|retto|regolata|disciplinata)\s{1,3}(?:dalla|alla|dal|al|dalle)\s{1,3}((?:legge|leggi|diritto|legislazione)\s{1,3}\p{L}{3,25})/giu,
  /\bis\s{1,3}(?:uitsluitend\s{1,3})?(?:het\s{1,3})?(\p{L}{3,25}\s{1,3}recht)\s{1,3}van\s{1,3}toepassing/giu,
  /\b(?:wordt|worden)\s{1,3}beheerst\s{1,3}door\s{1,3}(?:het\s{1,3})?(\p{L}{3,25}\s{1,3}recht)/giu,
];
/** The name of a place: words with a capital, joined as names of countries are. */
const NAME_OF_PLACE =
  /^(?:the\s{1,3})?(?:(?:state|commonwealth|province|republic|kingdom|district)\s{1,3}of\s{1,3}(?:the\s{1,3})?)?/iu;
const PLACE_WORDS =
  /^\p{Lu}[\p{L}'’-]{1,25}(?:\s{1,3}(?:(?:of|and|the)\s{1,3}){0,2}(?!(?:WITHOUT|APPLICABLE|AND|AS|OF|EXCLUDING|IN|WITH|REGARDLESS|FOR)\b)\p{Lu}[\p{L}'’-]{1,25}){0,4}/u;

export function governingLaw(document: Document): Found<string> | null {
  const flow = flowOf(document);
  for (const pattern of [GOVERNED, ADJECTIVE, SUBJECT_TO, LAWS_GOVERN]) {
    for (const match of [...flow.matchAll(pattern)].slice(0, MOST)) {
      const at = match.index + match[0].length;
      const place = placeAt(flow, at);
      if (place) return place;
    }
  }
  for (const pattern of FOREIGN) {
    const match = [...flow.matchAll(pattern)][0];
    const value = match?.[1];
    if (match && value) {
      const start = match.index + match[0].indexOf(value);
      return foundIn(flow, { start, end: start + value.length });
    }
  }
  return null;
}

const NO_PLACE = /^(?:this|such|the|any|all|that|its|each|state|agreement|company|employee|applicable)$/i;

function placeAt(flow: string, at: number): Found<string> | null {
  const text = flow.slice(at, at + 140);
  const lead = NAME_OF_PLACE.exec(text)?.[0].length ?? 0;
  const name = PLACE_WORDS.exec(text.slice(lead))?.[0];
  if (!name || NO_PLACE.test(name)) return null;
  return foundIn(flow, { start: at + lead, end: at + lead + name.length });
}

const PLACE_AND_DATE =
  /(?<!\p{L})(?:(?:fait|done|signed|firmado|firmato|opgemaakt|getekend|gegeben|dado|en|in|a|à|te)\s{1,2}(?:à\s|at\s|en\s|in\s|a\s|te\s)?)?\p{Lu}[\p{L}-]{2,25}(?:\s\p{Lu}[\p{L}-]{2,25})?\s?,?\s{1,2}(?:le|den|a|il|op|on|al?)\s{1,2}(?:día\s)?(?=\d)|\b(?:signed|executed|unterzeichnet|signé|firmado|firmato|ondertekend)\s{1,2}(?:on|am|le|el|il|op)\s{1,2}/gu;

/** "Leipzig, den 15.03.2023", "Fait à Lyon, le 22 août 2022". */
export function signatureDate(document: Document): Found<string> | null {
  const flow = flowOf(document);
  for (const match of [...flow.matchAll(PLACE_AND_DATE)].slice(0, MOST)) {
    const date = dateBehind(flow, match.index + match[0].length, { reach: 1, document });
    if (date) return date;
  }
  return placeLine(document);
}

const PLACE_LINE = /^\s{0,60}\p{Lu}[\p{L}-]{2,25}(?:[ -]\p{Lu}[\p{L}-]{2,25})?,\s{1,3}(?=\d)/u;

/** A line that is a town and a date. */
function placeLine(document: Document): Found<string> | null {
  for (const line of document.source.lines.printed(3000)) {
    const lead = PLACE_LINE.exec(line.text)?.[0].length;
    const [date] = lead === undefined ? [] : readDates(line.text.slice(lead), document);
    if (lead === undefined || !date || date.start > 0 || line.text.slice(lead + date.end).trim() !== '') continue;
    const start = line.start + lead + date.start;
    return {
      value: line.text.slice(lead + date.start, lead + date.end),
      span: { start, end: start + date.end - date.start },
    };
  }
  return null;
}

const RANGE =
  /(?<!\p{L})(?:from|between|von|vom|du|desde(?:\s{1,2}el)?|del|dal|van|period:?|zeitraum:?)\s{1,3}(?=\d|\p{L}{3,10}\.?\s\d)/giu;
const TO =
  /^\s{0,3}(?:to|until|till|and|bis(?:\s{1,2}zum)?|au|hasta(?:\s{1,2}el)?|al|fino\s{1,2}al|tot(?:\s{1,2}en\s{1,2}met)?|t\/m|[-–—])\s{0,3}$/iu;

const STARTS =
  /(?<!\p{L})(?:begin(?:s|ning)?|commenc(?:es|ing)|start(?:s|ing)?|beginnt|beginnend|ab\s{1,2}dem|commence|débute|comienza|inicia|decorre|begint|ingaand)(?!\p{L})(?:\s{1,3}(?:on|from|am|le|el|dal|il|op))?\s{0,3}/giu;

/** When it begins: a date right behind "beginning on", "beginnt am"; the day of signing is another one. */
export function startDate(document: Document): Found<string> | null {
  const flow = flowOf(document);
  for (const match of [...flow.matchAll(STARTS)].slice(0, MOST)) {
    const date = dateBehind(flow, match.index + match[0].length, { reach: 1, document });
    if (date) return date;
  }
  return null;
}

/** The two ends of the first range of dates: "From 01/07/2023 to 30/06/2024". */
export function datesOfRange(document: Document): readonly [Found<string>, Found<string>] | null {
  const flow = flowOf(document);
  for (const match of [...flow.matchAll(RANGE)].slice(0, MOST)) {
    const at = match.index + match[0].length;
    const text = flow.slice(at, at + 90);
    const [first, second] = readDates(text, document);
    if (!first || !second || first.start > 12 || !TO.test(text.slice(first.end, second.start))) continue;
    return [
      foundIn(flow, { start: at + first.start, end: at + first.end }),
      foundIn(flow, { start: at + second.start, end: at + second.end }),
    ];
  }
  return null;
}

const ENDS =
  /(?<!\p{L})(?:ends?|expires?|terminates?|until|valid\s{1,2}(?:until|through|to)|endet|läuft\s{1,2}(?:bis|aus)|gültig\s{1,2}bis|bis\s{1,2}zum|expire|prend\s{1,2}fin|jusqu['’]au|termina|finaliza|vence|hasta|scade|fino\s{1,2}al|eindigt|verloopt|tot\s{1,2}en\s{1,2}met)(?!\p{L})(?:\s{1,3}(?:on|am|le|el|il|op|at|the))?\s{0,3}(?=\d|\p{L}{3,10}\s\d)/giu;

/** When it ends: a date right behind "ends on", "läuft bis", "jusqu'au". */
export function endDate(document: Document): Found<string> | null {
  const flow = flowOf(document);
  for (const match of [...flow.matchAll(ENDS)].slice(0, MOST)) {
    const date = dateBehind(flow, match.index + match[0].length, { reach: 1, document });
    if (date) return date;
  }
  return null;
}
