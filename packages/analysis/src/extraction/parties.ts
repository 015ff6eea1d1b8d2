import type { Span } from '../text/source.ts';
import { condensed, fold } from '../text/words.ts';
import { type Document, type Found, onLine } from '../values/document.ts';
import { hasLegalForm } from '../values/legal-forms.ts';
import { remembered } from '../values/remembered.ts';
import { flowOf, foundIn } from './flow.ts';

/** The parties of an agreement: who stands behind "between", and what each is called from then on. */

export interface Party extends Found<string> {
  /** What the text calls it: Provider, Mieter, le Client. */
  readonly role: string | null;
}

const BETWEEN =
  /(?<!\p{L})(?:by\s{1,3}and\s{1,3}(?:between|among)|(?:by\s{1,3}and\s{1,3})?(?:between|among)|by\s{1,3}the\s{1,3}undersigned|zwischen|entre(?:\s{1,3}les\s{1,3}soussignés)?|tra|fra|tussen|ondergetekenden|reunidos|(?:die\s{1,3})?vertragsparteien|parties)\s{0,3}:?\s{0,4}/giu;
const REACH = 2600;
const MOST = 40;

/** A word with a capital, an initial or an abbreviation; a full stop inside a word is part of it, as in "Talk.com". */
const TOKEN =
  "(?:(?:\\p{Lu}\\.){1,4}|(?:St|Mt|Dr|Bros|Co)\\.|\\p{Lu}[\\p{L}\\p{N}'’¢&-]{0,40}(?:\\.(?=\\p{L})[\\p{L}\\p{N}'’¢&-]{1,40}){0,3}|\\d{1,4}¢?)";
const JOIN = '(?:of|the|&|\\+|de|du|des|der|den|van|von|la|le|for|für|di|del|della|in)';
const AND = '(?:and|y|e|et|und|en)';
/** Words with capitals, joined as names are; "and" joins them behind the first word only: behind more, it parts names. */
const NAME = new RegExp(
  `^${TOKEN}(?:\\s{1,2}${AND}\\s{1,2}(?=\\p{Lu})${TOKEN})?(?:\\s{1,2}(?:(?:${JOIN}\\s{1,2}){1,2})?${TOKEN}){0,9}`,
  'u',
);
/** Abbreviations that end a name; a full stop behind them belongs to it, a capital behind that begins a sentence. */
const ABBREVIATED = /\s(?:inc|ltd|corp|co|jr|sr|bros|llc|l\.l\.c|s\.a|s\.l|n\.v|b\.v|s\.p\.a|s\.r\.l)$/iu;
const FORM =
  /^\s{0,2},?\s{1,2}(?:inc|incorporated|ltd|limited|llc|l\.l\.c|lp|l\.p|llp|plc|corp|corporation|company|co|n\.a|n\.v|b\.v|s\.a|s\.l|s\.p\.a|s\.r\.l|gmbh|ag|sas|sarl|jr|sr|ii|iii|iv)\.?(?![\p{L}])/iu;
const TITLE =
  /^(?:(?:il|lo|la|el|le|société|sociedad|società|empresa|firma|heer|mr|mrs|ms|miss|dr|prof|herrn?|frau|madame|monsieur|mme|m|don|doña|d|dña|sig|sig\.ra|signora?|mevrouw|de\s{1,2}heer|dhr|mw|la\s{1,2}société|la\s{1,2}sociedad|la\s{1,2}società|die\s{1,2}firma|the|der|die|das)\.?\s{1,2}){1,3}/iu;
const NUMBERED =
  /^(?:\(?(?:\d{1,2}|[ivx]{1,4}|[a-c])[.)]\s{0,3}|[-–—•]\s{0,3}|de\s{1,2}una\s{1,2}parte,?\s{0,3}|de\s{1,2}otra(?:\s{1,2}parte)?,?\s{0,3}|on\s{1,2}the\s{1,2}one\s{1,2}(?:hand|part),?\s{0,3}|(?:d'une\s{1,2}part|d'autre\s{1,2}part),?\s{0,3})/iu;
const FOR_WHOM =
  /^[^;\n]{0,60}?(?:en\s{1,2}nombre\s{1,2}y\s{1,2}representación\s{1,2}de|in\s{1,2}rappresentanza\s{1,2}di|handelnd\s{1,2}für|acting\s{1,2}on\s{1,2}behalf\s{1,2}of|for\s{1,2}and\s{1,2}on\s{1,2}behalf\s{1,2}of)\s{1,3}(?:la\s{1,2}sociedad\s{1,2}|la\s{1,2}società\s{1,2})?/iu;
/** What the text calls a party: (the "Company"), nachfolgend Mieter genannt, ci-après « le Client ». */
const ROLE =
  /\(\s{0,2}(?:[^()“”"«»]{0,90}?)[“"«'‘]\s{0,2}(?:the\s{1,2}|der\s{1,2}|die\s{1,2}|le\s{1,2}|la\s{1,2}|el\s{1,2}|il\s{1,2})?([^“”"«»()]{2,40}?)\s{0,2}[”"»'’]|(?:nachfolgend|nachstehend|im\s{1,2}folgenden)\s{1,2}(?:auch\s{1,2})?[„“"']?(?:der\s{1,2}|die\s{1,2}|als\s{1,2})?(\p{L}{3,30})[“”"']?(?:\s{1,2}genannt)?|(?:ci-après|hierna|di\s{1,2}seguito|en\s{1,2}adelante|hereinafter|hereafter)[^“”"«»'(),;\n]{0,50}[“"«„']\s{0,2}(?:le\s{1,2}|la\s{1,2}|il\s{1,2}|el\s{1,2}|de\s{1,2}|the\s{1,2}|l['’]\s?)?([^“”"«»,;]{2,40}?)\s{0,2}[”"»“']/giu;
/** (Vermieterin), right behind the name. */
const BARE_ROLE = /^\s{0,2}\(\s?(?:the\s|der\s|die\s|le\s|la\s|el\s|il\s|de\s)?(\p{L}{4,25})\s?\)/iu;
const COMMON =
  /^(?:this|that|such|the|each|any|you|we|parties|party|company|agreement|whereas|recitals|section|article|whom|certain|exhibit|its|all|either|both|executive|employee|employer|recipient|non|confidentiality|in|on|state|ladies|gentlemen|parte|information|individual|name|us|them)$/i;

const MADE =
  /(?<!\p{L})(?:agreement|contract|deed|made|entered|concluded|vertrag|\p{L}{3,20}vertrag|contrato?|contratto|overeenkomst)(?!\p{L})/iu;

export const partiesOf: (document: Document) => readonly Party[] = remembered(readParties);

function readParties(document: Document): Party[] {
  const flow = flowOf(document);
  let best: Party[] = [];
  for (const match of [...flow.matchAll(BETWEEN)].slice(0, MOST)) {
    const parties = walk(flow, match.index + match[0].length);
    const opening = match.index < HEAD && MADE.test(flow.slice(Math.max(0, match.index - 160), match.index));
    const sure =
      parties.some((party) => party.role !== null || hasLegalForm(party.value)) || (opening && parties.length === 2);
    if (sure && parties.length > best.length) best = parties;
    if (best.length >= 2) return best;
  }
  const parties = [...best];
  for (const one of [...addressee(document), ...definedNames(flow), ...signers(flow)]) {
    if (parties.length < 2 && !parties.some((known) => sameName(known.value, one.value))) parties.push(one);
  }
  return parties.sort((a, b) => a.span.start - b.span.start);
}

function sameName(a: string, b: string): boolean {
  const [one, other] = [condensed(a), condensed(b)];
  return one.startsWith(other) || other.startsWith(one);
}

const HEAD = 6000;
const MARKED =
  /\(\s{0,2}[^()]{0,120}?[“"«]\s{0,2}(?:the\s{1,2})?(?!agreement|confidential|transaction|information|evaluation|proposed|effective|parties|purpose|representatives|recitals|affiliate|person|term|business|plan|act|board|work)(\p{L}[^“”"«»()]{1,40}?),?\s{0,2}[”"»][^()]{0,60}\)/giu;

/** Names that a bracket with a role follows: Norcraft Companies, Inc. (the "Company"). */
function definedNames(flow: string): Party[] {
  const parties: Party[] = [];
  const head = flow.slice(0, HEAD);
  for (const match of [...head.matchAll(MARKED)].slice(0, 12)) {
    const from = Math.max(0, match.index - 230);
    const name = lastName(head, { start: from, end: match.index }, PERSONAL.test(match[1] ?? ''));
    if (name) parties.push({ ...foundIn(flow, withThoseBefore(head, name, parties)), role: match[1] ?? null });
  }
  return parties.slice(0, 4);
}

/** `and Dana Whitfield and Omar Reyes ("Tenant")` behind the bracket of another party: both are the tenant. */
function withThoseBefore(head: string, name: Span, before: readonly Party[]): Span {
  const lead = before.length === 0 ? '' : head.slice(Math.max(0, name.start - 160), name.start);
  const list = THOSE_BEFORE.exec(lead)?.[1];
  return list === undefined ? name : { start: name.start - list.length, end: name.end };
}

const THOSE_BEFORE =
  /\)\s{0,3},?\s{0,3}(?:and|und|et|y|e|en|&)\s{1,3}((?:\p{Lu}[\p{L}.'’-]{0,24}\s{1,2}){1,4}(?:,\s{0,2}(?:\p{Lu}[\p{L}.'’-]{0,24}\s{1,2}){1,4}){0,4}(?:and|und|et|y|e|en|&)\s{1,3})$/u;

/** What only people are called. */
const PERSONAL =
  /^(?:employee|executive|consultant|contractor|director|officer|individual|tenant|landlord|recipient|you|seller|buyer)$/i;

/** The last name with a legal form in a stretch, when no other bracket or sentence stands behind it. */
function lastName(head: string, { start: from, end: to }: Span, person: boolean): Span | null {
  let best: Span | null = null;
  for (const word of head.slice(from, to).matchAll(/(?<![\p{L}\p{N}.'’&-])\p{Lu}/gu)) {
    const at = from + word.index;
    if (best && at < best.end) continue;
    const name = nameAt(head, at);
    if (!name || name.end > to + 1) continue;
    const value = head.slice(name.start, name.end);
    if (hasLegalForm(value) || (person && to - name.end <= 3 && /^[^\d]{1,40} [^\d]{1,40}$/.test(value))) best = name;
  }
  return best && !/[“”"]|\.\s{1,3}\p{Lu}/u.test(head.slice(best.end, to)) ? best : null;
}

const GREETING = /(?<!\p{L})(?:dear\s{1,3}\p{L}{1,20}|ladies\s{1,3}and\s{1,3}gentlemen|gentlemen)\b/iu;

const SIGNED = /(?<!\p{L})(?:\/s\/|print(?:ed)?\s{1,3}name\s{0,2}:)\s{0,4}/giu;

/** What stands behind a name in a block of signatures. */
const AFTER_NAME = /\s{1,3}(?:print(?:ed)?(?:\s{1,3}name)?|by|name|dated?|title|its)$/iu;

/** Who signed in their own name: a signature without "By:" in front of it and without a title behind it. */
function signers(flow: string): Party[] {
  const from = Math.max(0, flow.length - 3000);
  const end = flow.slice(from);
  return [...end.matchAll(SIGNED)].flatMap((match): Party[] => {
    const at = from + match.index + match[0].length;
    const name = nameAt(flow, at);
    const lead = flow.slice(Math.max(0, from + match.index - 8), from + match.index);
    if (!name || name.start - at > 2 || /by\s{0,2}:\s{0,3}$/i.test(lead)) return [];
    const value = flow.slice(name.start, name.end).replace(AFTER_NAME, '');
    const officer = /^[\s\S]{0,80}?\b(?:title|its|by|president|officer|director|secretary|counsel)\b/i.test(
      flow.slice(name.end, name.end + 90),
    );
    return officer || !/^\p{Lu}\S{0,20}(?: \p{Lu}\S{0,20}){1,3}$/u.test(value)
      ? []
      : [{ ...foundIn(flow, { start: name.start, end: name.start + value.length }), role: null }];
  });
}

const JOB =
  /^(?:(?:vice|president|chief|executive|officer|director|manager|chairman|secretary|counsel|general|and|ceo|cfo|attn|attention|to|by|via|c\/o)\b[\s,:.&]{1,4}){1,6}/iu;

/** To whom an agreement in the form of a letter is sent: the name above the street. */
function addressee(document: Document): Party[] {
  const lines = document.source.lines.slice(0, 120);
  const greeting = lines.findIndex((line) => GREETING.test(line.text));
  for (const line of lines.slice(Math.max(0, greeting - 9), Math.max(0, greeting))) {
    const lead = line.text.length - line.text.trimStart().length;
    const job = JOB.exec(line.text.slice(lead))?.[0].length ?? 0;
    const name = nameAt(line.text, lead + job);
    const value = name ? line.text.slice(name.start, name.end) : '';
    if (name && hasLegalForm(value)) return [{ value, span: onLine(line, name), role: null }];
  }
  return [];
}

/** Reads name, description, "and", name … as long as names come. */
function walk(flow: string, start: number): Party[] {
  const parties: Party[] = [];
  const limit = Math.min(flow.length, start + REACH);
  let at = start;
  while (parties.length < 8) {
    const name = nameAt(flow, at);
    if (!name) break;
    const { next, description } = afterName(flow, name.end, limit);
    const role = roleIn(description);
    const found = foundIn(flow, role === null ? name : withThoseBefore(flow, name, parties));
    if (!parties.some((one) => one.value === found.value)) parties.push({ ...found, role });
    if (next === null) break;
    at = next;
  }
  return parties;
}

export function nameAt(flow: string, from: number): Span | null {
  let at = from;
  let text = flow.slice(at, at + 400);
  for (let step = 0; step < 4; step += 1) {
    const skip = /^[\s,:]{1,8}/.exec(text)?.[0] ?? NUMBERED.exec(text)?.[0];
    if (!skip) break;
    at += skip.length;
    text = text.slice(skip.length);
  }
  const whom = FOR_WHOM.exec(text)?.[0].length ?? 0;
  const title = TITLE.exec(text.slice(whom))?.[0].length ?? 0;
  const begin = whom + title;
  const name = NAME.exec(text.slice(begin));
  if (!name) return null;
  let length = name[0].length;
  if (ABBREVIATED.test(name[0]) && text.charAt(begin + length) === '.') length += 1;
  for (let step = 0; step < 3; step += 1) length += FORM.exec(text.slice(begin + length))?.[0].length ?? 0;
  const value = text.slice(begin, begin + length);
  if (/\b(?:an?|une?|eine?) $/iu.test(flow.slice(Math.max(0, at + begin - 5), at + begin))) return null;
  const end = at + begin + value.replace(/[\s,;:]{1,4}$/, '').replace(/(?<=\p{L}{3})\.$/u, keepDot(value)).length;
  if (/\b(?:agreement|material|information|whereof|consideration|hereto|affiliates|terms)\b/iu.test(value)) return null;
  if (/^(?:management\s|the\s)?(?:corporation|company|inc|llc|ltd|limited|co)\b\.?$/iu.test(value.trim())) return null;
  if (COMMON.test(fold(value.split(/[\s,]/)[0] ?? '')) && value.split(/\s/).length < 3) return null;
  return { start: at + begin, end };
}

/** The full stop of `Ltd.` belongs to the name, that of a sentence does not. */
function keepDot(value: string): string {
  return hasLegalForm(value.slice(-8)) ? '.' : '';
}

const SEPARATOR =
  /(?:[,;.]?\s{1,3}(?:and|und|et|y|e|en)\s{1,3}(?:also\s{1,3})?|;\s{0,3}|\n\s{0,8}(?:(?:and|und|et|y|e|en)\s{1,4})?|(?<=[)”"»])[.,]?\s{1,3}(?=De otra|\p{Lu}))/giu;
const CLOSED =
  /\b(?:in\s{1,3}witness|whereas|for\s{1,3}good|in\s{1,3}consideration|witnesseth|recitals?|now,?\s{1,3}therefore|section\s{1,3}1|collectively|each\s{1,3}a\s{1,3}|terms\s{1,3}and\s{1,3}conditions|to\s{1,3}(?:allow|whom)|for\s{1,3}the\s{1,3}purpose|article\s{1,3}1|komen|vereinbaren|il\s{1,3}a\s{1,3}été)\b/iu;

/** Where the next name begins: behind "and", a semicolon or a new paragraph, when a name stands there. */
function afterName(flow: string, from: number, limit: number): { next: number | null; description: string } {
  const stretch = flow.slice(from, Math.min(limit, from + 900));
  const closed = CLOSED.exec(stretch)?.index ?? stretch.length;
  const text = stretch.slice(0, closed);
  for (const match of text.matchAll(SEPARATOR)) {
    const before = text.slice(0, match.index);
    if (openBracket(before)) continue;
    const at = from + match.index + match[0].length;
    const name = nameAt(flow, at);
    if (!name || !isParty(flow, name, match.index === 0)) continue;
    return { next: at, description: text.slice(0, match.index) };
  }
  return { next: null, description: text };
}

function openBracket(text: string): boolean {
  return text.lastIndexOf('(') > text.lastIndexOf(')');
}

/** A name that is followed as a party's name is: by a bracket, a comma, its legal form or the end of the clause. */
function isParty(flow: string, name: Span, direct: boolean): boolean {
  const value = flow.slice(name.start, name.end);
  const behind = flow.slice(name.end, name.end + 60);
  if (COMMON.test(fold(value))) return false;
  if (hasLegalForm(value)) return true;
  const words = value.split(/\s{1,3}/).length;
  if (words < 2 || words > 7 || /\d$/.test(value)) return false;
  return (
    direct ||
    /^\s{0,2}(?:\(|,?\s{0,2}(?:an?|whose|with|having|residing|the|ein|eine|une?|wonende|geboren|born|of)\b|,)/iu.test(
      behind,
    )
  );
}

function roleIn(description: string): string | null {
  const bare = BARE_ROLE.exec(description)?.[1];
  if (bare) return bare;
  const match = [...description.matchAll(ROLE)][0];
  return (match?.[1] ?? match?.[2] ?? match?.[3])?.trim() ?? null;
}
