import { expect, it, describe as suite } from 'vitest';
import { randomFrom } from '../random.ts';
import { describe, iban, inFours } from './describe.ts';
import { GERMAN } from './germanic.ts';
import type { Kind } from './vocabulary.ts';

function remainder(account: string): bigint {
  const moved = account.slice(4) + account.slice(0, 4);
  return BigInt([...moved].map((char) => Number.parseInt(char, 36)).join('')) % 97n;
}

suite('iban', () => {
  it('has right check digits and the length of its country', () => {
    const lengths = { DE: 22, NL: 18, FR: 27, ES: 24, IT: 27, CH: 21, SE: 24, GB: 22 };
    for (const [country, length] of Object.entries(lengths)) {
      for (let seed = 0; seed < 20; seed++) {
        const account = iban(country, randomFrom(country, seed));
        expect(account.length, account).toBe(length);
        expect(remainder(account), account).toBe(1n);
      }
    }
  });

  it('is written in groups of four', () => {
    expect(inFours('DE123456789')).toBe('DE12 3456 789');
  });
});

suite('describe', () => {
  it('fills every slot of every template', () => {
    for (const kind of Object.keys(GERMAN.templates) as Kind[]) {
      for (let seed = 0; seed < 30; seed++) {
        const lines = describe(GERMAN, kind, '2024-03-07', randomFrom(kind, seed));
        expect(lines.join('\n')).not.toMatch(/[{}]|undefined/);
      }
    }
  });

  it('refuses a kind for which there are no words', () => {
    expect(() => describe(GERMAN, 'check', '2024-03-07', randomFrom(1))).toThrow('no words for check');
  });
});
