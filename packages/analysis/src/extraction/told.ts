import { condensed } from '../text/words.ts';
import type { Document, Found } from '../values/document.ts';
import type { FieldName } from './field-name.ts';
import { flowOf, foundIn } from './flow.ts';
import type { Mention } from './mentions.ts';
import { moneyIn } from './typed.ts';

/** Values that the text tells in other words than those of their field: how many people work there, what a section is about. */

const STAFF = new Set(
  (
    'employees numberofemployees employeecount headcount staff staffcount workforce mitarbeiter mitarbeiterzahl anzahlmitarbeiter anzahldermitarbeiter beschaftigte ' +
    'effectif effectifs salaries nombredesalaries empleados numerodeempleados plantilla dipendenti numerodipendenti medewerkers aantalmedewerkers anstallda antalanstallda ansatte pracownicy'
  ).split(' '),
);
const PEOPLE =
  /(?:\b(?:employ(?:s|ed|ing)?|beschäftigt\p{L}{0,3}|emploi(?:e|ent)|emplea\p{L}{0,2}|impiega\p{L}{0,2}|workforce of|headcount of|staff of|team of)\s(?:about\s|around\s|some\s|rund\s|etwa\s|over\s|über\s)?)(\d[\d.,'\u00a0]{0,11}\d|\d)(?![\d.,]*\s?%)|(?<![\d.,])(\d{1,3}(?:[.,'\u00a0]\d{3}){0,3}|\d{1,7})\s(?:employees|members of staff|Mitarbeiter\p{L}{0,8}|Beschäftigte|salariés|collaborateurs|empleados|dipendenti|medewerkers|anställda|ansatte|pracowników)/giu;

/** Whether a field asks how many people work somewhere: then no name of a person is its value. */
export const asksForStaff = (field: FieldName) => STAFF.has(condensed(field.name));

export function staffOf(document: Document): Found<string> | null {
  const flow = flowOf(document);
  for (const match of [...flow.matchAll(PEOPLE)].slice(0, 20)) {
    const number = match[1] ?? match[2];
    if (!number) continue;
    const start = match.index + match[0].indexOf(number);
    return foundIn(flow, { start, end: start + number.length });
  }
  return null;
}

/** `§ 4 Kaution`, `4. Deposit`: nothing but a number and the label. */
const HEADING =
  /^\s{0,40}(?:§{1,2} ?|art(?:icle|ikel|\.)? ?|section |clause )?(?:\d{1,2}(?:\.\d{1,2})?[.)]?|[IVX]{1,4}\.)? {0,3}(?:[–-] )?$/iu;
const SECTION = 600;
const NEXT_HEADING = /\n\s{0,40}(?:§|\d{1,2}[.)] \p{Lu}|art(?:icle|ikel)\b|section \d|clause \d)/iu;

/** The only sum in the section that the name of a field heads. */
export function sumUnderHeading(document: Document, mentions: readonly Mention[]): Found<string> | null {
  const { text } = document.source;
  for (const { line, span, worth } of mentions) {
    const before = line.text.slice(0, span.start);
    if (worth < 4 || !HEADING.test(before) || line.text.slice(span.end).trim().length > 1 || before.trim() === '')
      continue;
    const from = line.start + line.text.length;
    const rest = text.slice(from, from + SECTION);
    const section = rest.slice(0, NEXT_HEADING.exec(rest.slice(1))?.index ?? SECTION);
    const sums = moneyIn(section, document);
    const [only] = sums;
    if (only && sums.length === 1) return foundIn(text, { start: from + only.start, end: from + only.end });
  }
  return null;
}
