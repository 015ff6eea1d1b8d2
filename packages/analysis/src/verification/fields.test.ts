import { describe, expect, it } from 'vitest';
import { createAnalyst } from '../index.ts';
import { contradiction, fieldOf, proof, wholeStatus } from './fields.ts';

describe('a field', () => {
  it('is verified by a check that holds, failed by one that does not, and never verified without a check', () => {
    const [holds, fails] = [proof('a', 1), contradiction('b', 1, 2)];
    expect([[holds], [holds, fails], []].map((checks) => fieldOf(checks).status)).toEqual([
      'verified',
      'failed',
      'unverified',
    ]);
  });

  it('lowers the whole', () => {
    const verified = fieldOf([proof('a', 1)]);
    expect(wholeStatus('verified', { total: verified })).toBe('verified');
    expect(wholeStatus('verified', { total: verified, date: fieldOf([]) })).toBe('unverified');
    expect(wholeStatus('verified', { total: fieldOf([contradiction('b', 1, 2)]) })).toBe('failed');
    expect(wholeStatus('verified', {})).toBe('unverified');
  });
});

describe('a receipt whose sums add up', () => {
  const TEXT = 'Corner Cafe\n03/04/2030\nTea  $2.50\nCake  $4.00\nTOTAL  $6.50\nVisa  $6.50';

  it('says which of its values are proven, and is not verified as a whole', async () => {
    const { answer } = await createAnalyst().run({ kind: 'receipt-scanner', text: TEXT });
    const { status, fields } = answer.verification;
    expect(fields.total?.status).toBe('verified');
    expect(fields.items?.status).toBe('verified');
    // Nothing tells which of the two numbers is the day, or of which country the dollar is.
    expect([fields.date?.status, answer.receiptData.currency]).toEqual(['unverified', null]);
    expect(status).toBe('unverified');
  });
});
