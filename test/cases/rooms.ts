import { ADDRESSES } from './addresses.ts';
import { BANDS } from './bands.ts';
import type { Case } from './case.ts';
import { EFFECTS } from './effects.ts';
import { GEOMETRY } from './geometry.ts';
import { PICTURES } from './pictures.ts';
import { READINESS } from './readiness.ts';
import { ROBUSTNESS } from './robustness.ts';
import { SECURITY } from './security.ts';

/** All cases, by what they are about. */
export const ROOMS: Readonly<Record<string, readonly Case[]>> = {
  'A: assets, fonts, readiness': READINESS,
  'B: paper and pages': GEOMETRY,
  'C: headers and footers': BANDS,
  'D: images': PICTURES,
  'E: effects and documents': EFFECTS,
  'F: addresses': ADDRESSES,
  'G: security': SECURITY,
  'H: robustness': ROBUSTNESS,
};
