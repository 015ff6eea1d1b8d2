import type { Doubt } from './in-page/refused.ts';
import { PREFIX } from './unsupported.ts';

/** Whether Chromium is asked if it takes a declaration: what it drops has no effect, which nobody would be told. */
export function isDoubtful(place: Doubt['place'], property: string): boolean {
  if (place === 'element') return DOUBTED.has(property);
  // Those of other programs are told as such; what is made of the others is asked about when it is made.
  return (
    !OWN_PAGE_PROPERTIES.has(property) && !/^(?:-|mso-)/.test(property) && property === property.replace(PREFIX, '')
  );
}

const OWN_PAGE_PROPERTIES = new Set(['content', 'size', 'marks', 'bleed']);
const DOUBTED = new Set(
  (
    'break-before break-after break-inside page-break-before page-break-after page-break-inside page orphans widows ' +
    'hyphens counter-reset counter-increment counter-set'
  ).split(' '),
);
