import { describe, expect, it } from 'vitest';
import { hasLegalForm } from './legal-forms.ts';

describe('the legal form of a company', () => {
  it.each([
    'Weiß & Söhne KG',
    'Nordlicht GmbH & Co. KG',
    'Alder Ltd.',
    'Rossi S.r.l.',
    'Bakkerij Vos B.V.',
    'Larsson AB',
    'Frantoio SpA',
  ])('is in %s', (name) => {
    expect(hasLegalForm(name)).toBe(true);
  });

  it.each(['Walnuts, shelled, 1 kg', 'Rice 5\u00a0kg', 'Wine 2026, ab Hof', 'Hotel & Spa', 'Agnes Limber'])(
    'is not in %s',
    (words) => {
      expect(hasLegalForm(words)).toBe(false);
    },
  );
});

it.each(['4141 KB Leerdam', 'PO Box 300, Elko NV 89801', 'Edmonton AB T5H 1N7'])(
  'is no part of a postcode: %s',
  (town) => {
    expect(hasLegalForm(town)).toBe(false);
  },
);
