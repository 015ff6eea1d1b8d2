import { expect, it } from 'vitest';
import { wordsOf } from '../text/words.ts';
import { replacesTotal } from './replacing-totals.ts';

const says = (text: string): boolean => replacesTotal(wordsOf(text));

it('tells a total that takes the place of another one, whichever word comes first', () => {
  for (const text of [
    'Correct total 33.00',
    'Total 96.00 (revised)',
    'ERRATUM: the rate is 5%, please pay 105.00',
    'Neue Summe 749,70',
    'Correct final invoice total 5.00',
  ]) {
    expect([text, says(text)]).toEqual([text, true]);
  }
  for (const text of ['Total 33.00', 'New customer since March, and the total', 'New'])
    expect([text, says(text)]).toEqual([text, false]);
});
