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
    'SIA "Zaļais Kalns"',
    'MB „Medis“',
    'CÔNG TY TNHH Mây Tre',
    'Công ty Cổ phần Hoa Đào',
    'Хлеб ЕООД',
    'HOTEL PUNA SAC',
    'Puna S.A.C.',
  ])('is in %s', (name) => {
    expect(hasLegalForm(name)).toBe(true);
  });

  it.each([
    'Walnuts, shelled, 1 kg',
    'Rice 5\u00a0kg',
    'Wine 2026, ab Hof',
    'Hotel & Spa',
    'Agnes Limber',
    'Sia gentile con noi',
    'CV Joint Kit',
    'MB Truck',
    'Pt Name Ann',
    'GRAND SAC',
    'ШОКОЛАД',
  ])('is not in %s', (words) => {
    expect(hasLegalForm(words)).toBe(false);
  });
});

it.each(['4141 KB Leerdam', 'PO Box 300, Elko NV 89801', 'Edmonton AB T5H 1N7'])(
  'is no part of a postcode: %s',
  (town) => {
    expect(hasLegalForm(town)).toBe(false);
  },
);
