import { describe, expect, it } from 'vitest';
import { readSource } from '../../text/source.ts';
import { readStatementText } from '../lines/lines.ts';
import { bankNameIn } from './bank-name.ts';

const nameIn = (text: string) => bankNameIn(readStatementText(readSource(text)).lines)?.text ?? null;

describe('bankNameIn', () => {
  it.each([
    ['Volksbank Nordkap eG Markt 7 25813 Husum Tel. 04841 555-0', 'Volksbank Nordkap eG'],
    ['Karoo National Bank a division of Karoo Holdings Limited Reg No. 1929/001225/06', 'Karoo National Bank'],
    ['Wharfe Building Society Your FlexPlus statement', 'Wharfe Building Society'],
    ['Albion Bank 21 June 2021 to 20 July 2021', 'Albion Bank'],
    ['Victoria Harbour Banking Corporation', 'Victoria Harbour Banking Corporation'],
    ['# Solent Bank', 'Solent Bank'],
    ['Bank\tSpreebank AG', 'Spreebank AG'],
    ['みなと銀行', 'みなと銀行'],
  ])('reads %s', (line, name) => {
    expect(nameIn(line)).toBe(name);
  });

  it.each(['Date Description Amount Balance Accrued Bank Charges', 'Bankleitzahl 21750000', 'Bank:', 'Kontoauszug'])(
    'finds no bank in %s',
    (line) => {
      expect(nameIn(line)).toBeNull();
    },
  );
});
