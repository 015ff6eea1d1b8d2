import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { addressLines } from './countries.ts';
import { readSeller, type Seller } from './seller.ts';
import { creditLines, taxCents, taxedLines, taxFor } from './tax.ts';
import { checkedTaxNumber } from './tax-number.ts';

const folder = mkdtempSync(join(tmpdir(), 'platen-seller-'));
afterAll(() => rmSync(folder, { recursive: true }));

function sellerOf(json: unknown): Seller {
  const path = join(folder, 'seller.json');
  writeFileSync(path, typeof json === 'string' ? json : JSON.stringify(json));
  return readSeller(path);
}

const SELLER = {
  name: 'Seller GmbH',
  country: 'DE',
  taxes: [
    { country: 'DE', name: 'VAT', percent: 19 },
    { country: 'FR', name: 'TVA', percent: 20 },
    { country: 'US', region: 'NY', name: 'Sales tax', percent: 8.875 },
    { country: 'CA', name: 'GST', percent: 5 },
    { country: 'CA', region: 'QC', name: 'GST and QST', percent: 14.975 },
  ],
};

it.each([
  [undefined, 'VAT 190000'],
  [{ country: 'DE' }, 'VAT 190000'],
  // A business of the seller's own country pays it.
  [{ country: 'DE', tax_id: 'DE136695976' }, 'VAT 190000'],
  [{ country: 'FR' }, 'TVA 200000'],
  [{ country: 'FR', tax_id: 'FR40303265045' }, 'VAT 0 reverse charge'],
  // Of no rate, and of a country of the European Union that has none in the file.
  [{ country: 'AT', tax_id: 'ATU13585627' }, 'VAT 0 reverse charge'],
  [{ country: 'AT' }, undefined],
  [{ country: 'CH', tax_id: 'CHE107787577MWST' }, undefined],
  [{ country: 'US', region: 'NY' }, 'Sales tax 88750'],
  [{ country: 'US', region: 'TX' }, undefined],
  [{ country: 'CA', region: 'QC' }, 'GST and QST 149750'],
  [{ country: 'CA', region: 'ON' }, 'GST 50000'],
])('a customer of %j pays %s', (place, expected) => {
  const tax = taxFor(sellerOf(SELLER), place);
  expect(tax && `${tax.name} ${tax.rate}${tax.reverseCharge ? ' reverse charge' : ''}`).toBe(expected);
});

it('adds nothing where the operator has said nothing', () => {
  expect(taxFor(readSeller(undefined), { country: 'FR', tax_id: 'FR40303265045' })).toBeUndefined();
  expect(taxedLines([], undefined)).toEqual([]);
});

const rated = (rate: number) => ({ name: 'Tax', rate, reverseCharge: false, country: 'DE' });

it('rounds a tax once, half a cent up, exactly for any rate and sum', () => {
  // 79.875 and 0.5 and 1.5 cents.
  expect([taxCents(900, rated(88_750)), taxCents(5, rated(100_000)), taxCents(15, rated(100_000))]).toEqual([80, 1, 2]);
  fc.assert(
    fc.property(fc.nat(1_000_000_000), fc.nat(1_000_000), (net, rate) => {
      const exact = (2n * BigInt(net) * BigInt(rate) + 1_000_000n) / 2_000_000n;
      expect(taxCents(net, rated(rate))).toBe(Number(exact));
    }),
  );
});

it('gives back the tax of an invoice to the cent, in however many parts', () => {
  const parts = fc.array(fc.integer({ min: 1, max: 5_000 }), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(parts, fc.nat(300_000), (given, rate) => {
      // An invoice of which these parts are the whole.
      const total = given.reduce((sum, cents) => sum + cents, 0);
      const tax = Math.min(total, taxCents(Math.round(total / (1 + rate / 1_000_000)), rated(rate)));
      let [paidBack, taxBack] = [0, 0];
      for (const cents of given) {
        const lines = creditLines(cents, rated(rate), { total, tax, given: { total: paidBack, tax: taxBack } });
        expect(lines.reduce((sum, line) => sum + line.cents, 0)).toBe(-cents);
        expect(lines.every((line) => line.cents <= 0 && line.quantity === -1)).toBe(true);
        paidBack += cents;
        taxBack -= lines.find(({ kind }) => kind === 'tax')?.cents ?? 0;
      }
      expect([paidBack, taxBack]).toEqual([total, tax]);
    }),
  );
});

it.each([
  ['DE', 'DE 136 695 976', 'DE136695976'],
  ['DE', '136695976', 'DE136695976'],
  ['GR', 'EL 094259216', 'EL094259216'],
  ['FR', 'fr40303265045', 'FR40303265045'],
  ['AT', 'ATU13585627', 'ATU13585627'],
  ['NL', 'NL004495445B01', 'NL004495445B01'],
  ['GB', 'GB 980 7806 84', 'GB 980 7806 84'],
  // Nobody here knows their form.
  ['AQ', 'Ice 7', 'Ice 7'],
])('takes a tax number of %s: %s', async (country, text, expected) => {
  expect(await checkedTaxNumber(country, text)).toBe(expected);
});

it.each([
  // A digit is wrong; of another country; nothing at all; a number of Switzerland and of the United Kingdom.
  ['DE', 'DE136695977'],
  ['DE', 'FR40303265045'],
  ['FR', 'DE136695976'],
  ['GR', 'EL'],
  ['IT', '<script>'],
  ['CH', 'CHE-107.787.578 MWST'],
  ['GB', 'GB 980 7806 85'],
])('takes no tax number of %s that is none: %s', async (country, text) => {
  await expect(checkedTaxNumber(country, text)).rejects.toMatchObject({ code: 'invalid_request' });
});

it('prints an address as its country does', () => {
  const place = { line1: 'Allee 1', city: 'Berlin', postal_code: '10115', country: 'DE' };
  expect(addressLines(place)).toEqual(['Allee 1', '10115 Berlin', 'Germany']);
  const there = { line1: '1 Main St', line2: 'Floor 2', city: 'Albany', region: 'NY', postal_code: '12207' };
  expect(addressLines({ ...there, country: 'US' })).toEqual([
    '1 Main St',
    'Floor 2',
    'Albany, NY 12207',
    'United States',
  ]);
});

it.each([
  ['{', 'use the path of a JSON file that can be read'],
  [{ ...SELLER, country: undefined }, '/country: must be there: who is taxed how depends on it'],
  [{ ...SELLER, country: 'XX' }, '/country: must be a country of ISO 3166-1, such as DE'],
  [{ ...SELLER, taxes: [SELLER.taxes[0], SELLER.taxes[0]] }, '/taxes: must name each place once'],
  [{ ...SELLER, taxes: [{ country: 'DE', name: 'VAT', percent: 0.00001 }] }, '/taxes/0/percent: must have four'],
  [{ ...SELLER, taxes: [{ country: 'DE', name: 'VAT', percent: 101 }] }, '/taxes/0/percent'],
  [{ ...SELLER, tax: [] }, 'Unrecognized key'],
])('takes no file that means something else: %j', (json, fault) => {
  expect(() => sellerOf(json)).toThrow(fault);
});
