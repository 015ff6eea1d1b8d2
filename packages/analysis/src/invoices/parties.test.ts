import { describe, expect, it } from 'vitest';
import { readDocument } from '../values/document.ts';
import { partiesOf } from './parties.ts';

function parties(...lines: string[]): (string | undefined)[] {
  const { vendor, customer } = partiesOf(readDocument(lines.join('\n')));
  return [vendor?.value, customer?.value];
}

describe('the parties of an invoice', () => {
  it('are told by registration numbers where the customer stands first', () => {
    expect(
      parties(
        'Stichting Het Anker                 Kwekerij Van den Berg',
        'Parklaan 5                          Dorpsstraat 88',
        '3701 AB Zeist                       3941 JL Doorn',
        '                                    KVK 12345678',
        'FACTUUR',
      ),
    ).toEqual(['Kwekerij Van den Berg', 'Stichting Het Anker']);
  });

  it('are found in the line of the sender and the address below', () => {
    expect(
      parties(
        'Jana Petersen Design, Deichweg 8, 26121 Oldenburg',
        '',
        'Frau Sabine Krüger',
        'Schulstr. 1',
        '26122 Oldenburg',
      ),
    ).toEqual(['Jana Petersen Design', 'Sabine Krüger']);
  });

  it('are found in the foot, without what stands behind the name', () => {
    expect(
      parties(
        'INVOICE',
        'Invoice to',
        'Müller Books',
        '3 Cloister Walk',
        'Netherfield',
        'Net total   £10.00',
        'Total   £12.00',
        'Marlowe Joinery Limited. Registered in England no. 01234567.',
      ),
    ).toEqual(['Marlowe Joinery Limited', 'Müller Books']);
  });

  it('stand behind labels in two languages, and behind tabs', () => {
    expect(parties('Claes NV', 'Client / Klant : Brasserie Dupont')).toEqual(['Claes NV', 'Brasserie Dupont']);
    expect(parties('Sold by\tSlow Kitchen', 'Billing address\tEleni Papadaki', 'Invoice number\t7')).toEqual([
      'Slow Kitchen',
      'Eleni Papadaki',
    ]);
  });

  it('are no towns, no titles and nobody to whom goods are sent', () => {
    expect(parties('Reno, NV 89502', 'Tax invoice', 'Ship to:', 'Dock Four LLC')).toEqual([undefined, undefined]);
  });
});
