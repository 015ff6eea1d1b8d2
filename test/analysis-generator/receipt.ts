import { randomFrom } from './random.ts';
import type { Receipt } from './receipts/basket.ts';
import { RECEIPT_LAYOUT_LIST } from './receipts/layouts.ts';
import { READINGS, type Reading, readPaper } from './receipts/readings.ts';

/** The names of all layouts of receipts, and all ways in which one is read. */
export const RECEIPT_LAYOUTS: readonly string[] = RECEIPT_LAYOUT_LIST.map((layout) => layout.name);
export const RECEIPT_READINGS: readonly Reading[] = READINGS;

export interface GeneratedReceipt {
  text: string;
  truth: Receipt;
  layout: string;
  reading: Reading;
  seed: number;
}

/**
 * Makes a receipt; without a layout, seeds go round all of them. The same seed gives the same receipt; another reading
 * of it has the same truth.
 */
export function generateReceipt(options: { seed: number; layout?: string; reading?: Reading }): GeneratedReceipt {
  const { seed, layout: name, reading = 'columns' } = options;
  const list = RECEIPT_LAYOUT_LIST;
  const layout = name === undefined ? list[seed % list.length] : list.find((each) => each.name === name);
  if (!layout) throw new Error(`no layout of receipts is named ${name}`);
  const { paper, truth } = layout.print(randomFrom('receipt', layout.name, seed));
  const text = readPaper(paper, reading, randomFrom('reading', layout.name, reading, seed));
  return { text, truth, layout: layout.name, reading, seed };
}
