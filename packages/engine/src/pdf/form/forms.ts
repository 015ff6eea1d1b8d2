import { randomUUID } from 'node:crypto';
import { EngineError } from '../../errors.ts';
import type { Page } from '../../page/page.ts';
import { type FormOptions, fieldsIn } from '../finish/form.ts';
import { listPages } from '../finish/pages.ts';
import { readDocument } from '../finish/read.ts';
import { type Print, type Printing, printOnce } from '../print-once.ts';
import type { AllLeftOut, FormField, LeftOut, PlacedFields } from './fields.ts';
import { addBoxes } from './in-page/add-boxes.ts';
import { collectControls } from './in-page/collect-controls.ts';
import { layBoxes } from './in-page/lay-boxes.ts';
import { removeBoxes, showControls } from './in-page/show-controls.ts';

/** Fields of a document, characters of their names, labels, values and options, and controls without a field that are named. */
const MOST = { fields: 10_000, characters: 8_000_000, left: 100 };

/** Boxes that Chromium finds the place of again: with their number time and memory grow by more than its square. */
const MOST_ANCHORS = 60;

/** The forms of a page that is printed. */
export interface DocumentForms {
  readonly placed: PlacedFields;
  /** Controls that become no fields. */
  readonly left: AllLeftOut;
  /** Numbers of fields that have no place on the page. */
  readonly lost: readonly number[];
}

/**
 * Hides the controls of a page's forms, and puts links in their place, by which the finished PDF gets its fields.
 * `removeForms` leaves the page as it was.
 */
export async function placeForms(page: Page): Promise<DocumentForms> {
  const { fields, left } = await page.call(collectControls, MOST.fields, MOST.characters, MOST.left);
  // A document must not be able to name fields of its own.
  const mark = `platen-field:${randomUUID()}/`;
  const lost = fields.length > 0 ? await page.callInTurn([addBoxes, mark], [layBoxes, MOST_ANCHORS]) : [];
  return { placed: { mark, fields }, left, lost };
}

/** The page shows its controls again. */
export async function removeForms(page: Page): Promise<void> {
  await page.call(removeBoxes);
}

/** Prints what stands in the fields, with nothing else on the pages. */
export async function printFields(
  page: Page,
  { placed, left, lost }: DocumentForms,
  printed: Print,
  printing: Omit<Printing, 'headerFooter' | 'pageRanges'>,
): Promise<{ readonly form: FormOptions; readonly left: AllLeftOut }> {
  // A field may well be on a page that is not asked for.
  const missing = printing.options.pages === undefined ? notPrinted(placed, printed) : lost;
  const all: AllLeftOut = {
    first: [...left.first, ...missing.map((index) => leftOut(placed.fields[index] as FormField))],
    count: left.count + missing.length,
  };
  if (!placed.fields.some(({ shows }) => shows)) return { form: placed, left: all };
  await page.call(showControls, true);
  try {
    const plain = { ...printing.options, header: undefined, footer: undefined, tagged: false, outline: false };
    const headerFooter = { zoom: 1, hasAddress: false };
    const { bytes, pages } = await printOnce(page, {
      ...printing,
      options: plain,
      headerFooter,
      pageRanges: printed.ranges,
    });
    if (pages !== printed.pages)
      throw new EngineError('render_crashed', 'The form fields could not be drawn. Try again.');
    return { form: { ...placed, looks: bytes }, left: all };
  } finally {
    await page.call(showControls, false);
  }
}

/** Numbers of the fields that are on no page, such as one that a box hides. */
function notPrinted({ mark, fields }: PlacedFields, { bytes }: Print): number[] {
  const document = readDocument(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  const found = fieldsIn(document, listPages(document), mark);
  return [...fields.keys()].filter((index) => !found.has(index));
}

const leftOut = ({ kind, name }: FormField): LeftOut => ({ element: kind, name: name.slice(0, 100), reason: 'place' });
