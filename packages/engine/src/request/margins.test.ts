import { expect, it } from 'vitest';
import { geometryOf } from '../pdf/geometry.ts';
import { conversionRequest } from './request.ts';

const CM = 96 / 2.54;
const margin = (margin: unknown) =>
  Object.values(geometryOf(conversionRequest.parse({ source: 'x', margin })).margin).map(
    (side) => Math.round((side / CM) * 1_000) / 1_000,
  );

it.each([
  ['2 cm', [2, 2, 2, 2]],
  ['20mm', [2, 2, 2, 2]],
  [2 * CM, [2, 2, 2, 2]],
  ['2cm, 1cm', [2, 1, 2, 1]],
  ['2 cm 1 cm', [2, 1, 2, 1]],
  ['2cm ,1 cm,  3cm', [2, 1, 3, 1]],
  ['1cm 2cm 3cm 40mm', [1, 2, 3, 4]],
  [' .5cm\t0 ', [0.5, 0, 0.5, 0]],
  [{ top: '2 cm', left: '1cm' }, [2, 1.016, 1.016, 1]],
])('margin %j is %j cm', (text, sides) => {
  expect(margin(text)).toEqual(sides);
});
