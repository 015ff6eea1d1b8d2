import { ALPINE_SHEETS } from './alpine.ts';
import { AMERICAN_SHEETS } from './american.ts';
import { BRITISH_SHEETS } from './british.ts';
import { CENTRAL_SHEETS } from './central.ts';
import { COMMONWEALTH_SHEETS } from './commonwealth.ts';
import { CONTINENTAL_SHEETS } from './continental.ts';
import { GERMAN_SHEETS } from './german.ts';
import { MIXED_SHEETS } from './mixed.ts';
import { NORTHERN_SHEETS } from './northern.ts';
import { ONLINE_SHEETS } from './online.ts';
import { ROMANCE_SHEETS } from './romance.ts';
import { type Misprint, Pen, type Sheet, type SheetTruth } from './sheet.ts';
import { SOUTHERN_SHEETS } from './southern.ts';
import { TRADE_SHEETS } from './trades.ts';

export const SHEETS: readonly Sheet[] = [
  ...AMERICAN_SHEETS,
  ...BRITISH_SHEETS,
  ...GERMAN_SHEETS,
  ...ALPINE_SHEETS,
  ...ROMANCE_SHEETS,
  ...SOUTHERN_SHEETS,
  ...NORTHERN_SHEETS,
  ...CENTRAL_SHEETS,
  ...COMMONWEALTH_SHEETS,
  ...ONLINE_SHEETS,
  ...TRADE_SHEETS,
  ...CONTINENTAL_SHEETS,
  ...MIXED_SHEETS,
];

export interface WrittenSheet {
  text: string;
  truth: SheetTruth;
  /** How often each named figure is printed. */
  printed: ReadonlyMap<string, number>;
}

/** Writes a sheet. The same seed gives the same text, but for the misprint. */
export function writeSheet(sheet: Sheet, seed: number, misprint?: Misprint): WrittenSheet {
  const pen = new Pen(sheet, seed, misprint);
  const { text, truth } = sheet.write(pen);
  return { text, truth, printed: pen.printed };
}
