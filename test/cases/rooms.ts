import { ADDRESSES } from './addresses.ts';
import type { Case } from './case.ts';
import { EFFECTS } from './effects.ts';
import { ENCODINGS } from './encodings.ts';
import { GEOMETRY } from './geometry.ts';
import { HEADER_AND_FOOTER } from './header-footer.ts';
import { FAR_FRAMES, LAZY_PARTS } from './lazy.ts';
import { MEDIA, ROOTLESS } from './media.ts';
import { PAPER } from './paper.ts';
import { PICTURES } from './pictures.ts';
import { READINESS } from './readiness.ts';
import { ROBUSTNESS } from './robustness.ts';
import { SECURITY } from './security.ts';

/** All cases, by what they are about. */
export const ROOMS: Readonly<Record<string, readonly Case[]>> = {
  'A: assets, fonts, readiness': [...READINESS, ...LAZY_PARTS],
  'B: paper and pages': [...GEOMETRY, ...PAPER],
  'C: headers and footers': HEADER_AND_FOOTER,
  'D: images': [...PICTURES, ...FAR_FRAMES],
  'E: effects and documents': [...EFFECTS, ...MEDIA],
  'F: addresses': [...ADDRESSES, ...ENCODINGS],
  'G: security': SECURITY,
  'H: robustness': [...ROBUSTNESS, ...ROOTLESS],
};
