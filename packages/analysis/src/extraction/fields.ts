import { cellsOf } from '../text/cells.ts';
import { condensed } from '../text/words.ts';
import { type Document, type Found, onLine } from '../values/document.ts';
import { datesOfRange, effectiveDate, endDate, governingLaw, signatureDate } from './agreements.ts';
import { type FieldName, fieldName } from './field-name.ts';
import { documentFields } from './known-fields.ts';
import { type Candidate, labeled } from './labels.ts';
import { type Mention, mentionsOf } from './mentions.ts';
import { partiesOf } from './parties.ts';
import { inProse } from './prose.ts';
import { noticePeriod, paymentTerms, termOf } from './terms.ts';
import { asksForStaff, staffOf, sumUnderHeading } from './told.ts';

/**
 * Values by the names that a caller gives: "policy number" finds `Policy No. 12-3456`, "governing law" what an agreement
 * says of it. Each is the text of the document; null where nothing names it.
 */

const MOST_FIELDS = 200;
/** So many labels of one field are a list; nothing tells which of them is meant. */
const MOST_MENTIONS = 200;
/** A value in a sentence or under a loose label must say more for itself than this. */
const LEAST_POINTS = 15;

export interface FieldValue extends Found<string> {
  /** Whether it stands beside a label that means the field, and no such label has another value. */
  readonly sure: boolean;
}

/** The value of each field, null where the document names none. */
export function customFields(document: Document, names: readonly string[]): Map<string, FieldValue | null> {
  const fields = names.map(fieldName);
  const mentions = mentionsOf(document, fields);
  return new Map(
    fields.map((field) => {
      const own = mentions.get(field) ?? [];
      const found = fieldValue(document, field, own);
      return [field.name, found && { ...found, sure: isSure(document, own, found) }];
    }),
  );
}

/** Looser labels mean other things too: a "date" is not only the date of an invoice. */
const MEANING = 4;

function isSure(document: Document, mentions: readonly Mention[], found: Found<string>): boolean {
  const beside = mentions.flatMap((mention) => {
    const one = mention.worth >= MEANING && mentions.length < MOST_MENTIONS ? labeled(document, mention) : null;
    return one && one.points >= SURE_POINTS ? [one] : [];
  });
  const value = condensed(found.value);
  return (
    beside.some(({ span }) => span.start === found.span.start && span.end === found.span.end) &&
    beside.every((one) => condensed(one.value) === value)
  );
}

function fieldValue(document: Document, field: FieldName, mentions: readonly Mention[]): Found<string> | null {
  const direct = best(mentions.map((mention) => labeled(document, mention)));
  const told = field.concept !== null && TOLD.has(field.concept);
  const first = told ? stated(document, field) : null;
  if (first) return first;
  if (direct && direct.points >= SURE_POINTS && !(told && direct.value.split(' ').length > MOST_WORDS))
    return plain(direct);
  if (told) return null;
  if (asksForStaff(field)) return staffOf(document);
  const special = stated(document, field);
  if (special) return special;
  const prose = best(mentions.slice(0, 200).map((mention) => inProse(document, mention)));
  const chosen = best([direct, prose]);
  if (chosen && chosen.points >= LEAST_POINTS) return plain(chosen);
  const headed = field.type === 'money' ? sumUnderHeading(document, mentions) : null;
  if (headed) return headed;
  return documentFields(document, field);
}

/** What agreements tell in sentences: a label in front of one is a heading. */
const TOLD: ReadonlySet<string> = new Set(['parties', 'governing_law']);
/** A label in front of its value, or beside it. */
const SURE_POINTS = 34;
const MOST_WORDS = 8;

function best(candidates: readonly (Candidate | null)[]): Candidate | null {
  return candidates.reduce<Candidate | null>(
    (top, one) => (one && (top === null || one.points > top.points) ? one : top),
    null,
  );
}

const plain = ({ value, span }: Candidate): Found<string> => ({ value, span });

/** What agreements state in words of their own. */
function stated(document: Document, field: FieldName): Found<string> | null {
  switch (field.concept) {
    case 'parties':
      return everyParty(document);
    case 'governing_law':
      return governingLaw(document);
    case 'term':
      return termOf(document);
    case 'notice_period':
      return noticePeriod(document);
    case 'effective_date':
      return datesOfRange(document)?.[0] ?? effectiveDate(document);
    case 'end_date':
      return datesOfRange(document)?.[1] ?? endDate(document);
    case 'signature_date':
      return signatureDate(document);
    case 'payment_terms':
      return paymentTerms(document);
    default:
      return field.type === 'party' || field.type === 'text' ? partyCalled(document, field) : null;
  }
}

/** All parties, with semicolons between them; its place runs from the first to the last. */
function everyParty(document: Document): Found<string> | null {
  const parties = partiesOf(document);
  const [first] = parties;
  const last = parties.at(-1);
  if (!first || !last) return null;
  return {
    value: parties.map((party) => party.value).join('; '),
    span: { start: first.span.start, end: last.span.end },
  };
}

/** The party that the text calls so: `("Provider")`, `nachfolgend Mieter genannt`. */
function partyCalled(document: Document, field: FieldName): Found<string> | null {
  const party = partiesOf(document).find(({ role }) => {
    const key = role ? condensed(role) : '';
    return (
      key !== '' &&
      [...field.labels].some(
        ([label, worth]) => worth >= 4 && label.length >= 4 && (key === label || key === `${label}in`),
      )
    );
  });
  return party ? { value: party.value, span: party.span } : null;
}

/** `Label: value` lines of a document in the order printed; the first value of each label. */
export function labeledFields(document: Document): Map<string, Found<string>> {
  const fields = new Map<string, Found<string>>();
  for (const line of document.source.lines) {
    if (!line.text.includes(':')) continue;
    if (fields.size >= MOST_FIELDS) break;
    const cells = cellsOf(line);
    for (const [index, cell] of cells.entries()) {
      const match = /^(\p{L}[^:]{1,40}?) ?:(?!\/\/)\s{0,4}(.{0,300})$/u.exec(cell.text);
      const label = match?.[1]?.trim();
      const value = match?.[2]?.trim() || null;
      const next = value ? null : cells[index + 1];
      const text = value ?? next?.text.replace(/^:\s{0,4}/, '');
      if (!label || !text || fields.has(label)) continue;
      const start = value ? cell.end - value.length : (next?.end ?? cell.end) - text.length;
      fields.set(label, { value: text, span: onLine(line, { start, end: start + text.length }) });
    }
  }
  return fields;
}
