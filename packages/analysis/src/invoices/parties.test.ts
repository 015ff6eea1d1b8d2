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

  it('are companies, and not who works there, where an address has both', () => {
    const [, customer] = parties('Quill Ltd', 'Bill to', 'Marit Solheim', 'Fonn Design AS', 'Storgata 5, 0155 Oslo');
    expect(customer).toBe('Fonn Design AS');
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

  it('have the name in full that heads the letter, where the line of the sender shortens it', () => {
    expect(
      parties(
        'Malerbetrieb Gerhard Stöckl',
        'Malerbetrieb G. Stöckl, Lindenstr. 44, 86199 Augsburg',
        '',
        'Frau Annegret Pfeiffer',
        'Am Eser 12',
        '86150 Augsburg',
      )[0],
    ).toBe('Malerbetrieb Gerhard Stöckl');
  });

  it('are no street with a postcode whose letters are a legal form elsewhere', () => {
    const text = ['Bloemsierkunst De Linde', 'Gasthuisstraat 3, 4141 KB Leerdam', 'KvK 11055500', 'Factuur'];
    expect(parties(...text)[0]).toBe('Bloemsierkunst De Linde');
  });

  it('are the first sender of a mail, not who passed it on', () => {
    const text = [
      'From: Pieter Vos <pieter@vosadvies.example>',
      'Subject: Fwd: Invoice SC-2025-0911',
      'From: Skyline Coworking B.V. <billing@skyline.example>',
      'Invoice SC-2025-0911',
    ];
    expect(parties(...text)[0]).toBe('Skyline Coworking B.V.');
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

  it('stand below two labels side by side, also behind the label of a name', () => {
    const names = ['Dąb Sp. z o.o.', 'Linia s.c.'];
    expect(parties('Faktura VAT 7', 'Sprzedawca:           Nabywca:', 'Dąb Sp. z o.o.        Linia s.c.')).toEqual(
      names,
    );
    const italian = [
      'Cedente/prestatore (fornitore)           Cessionario/committente (cliente)',
      'Identificativo fiscale: IT02244180341    Identificativo fiscale: IT01188220352',
      'Denominazione: Ferri S.r.l.              Denominazione: Valdenza Soc. Coop.',
    ];
    expect(parties(...italian)).toEqual(['Ferri S.r.l.', 'Valdenza Soc. Coop.']);
    const chinese = [
      '购买方信息                   销售方信息',
      '名称:宁波海拓贸易有限公司     名称:杭州云栖软件有限公司',
    ];
    expect(parties('电子发票', ...chinese)).toEqual(['杭州云栖软件有限公司', '宁波海拓贸易有限公司']);
  });

  it('are the one whom Japanese addresses, and the one at the left of labels of columns', () => {
    expect(parties('ご 請 求 書', 'オフィス宮下')[0]).not.toBe('ご 請 求 書');
    expect(parties('請求書', '東雲カフェ有限会社 御中')[1]).toBe('東雲カフェ有限会社');
    expect(parties('TAX INVOICE', 'Saraswati Stationers     Invoice No.     Dated', 'GSTIN 05AA')[0]).toBe(
      'Saraswati Stationers',
    );
  });

  it('are the other way round where the buyer writes the invoice', () => {
    const labels = ['Issued by: Lantern Press Ltd, 40 Quay Street', 'Supplier: Priya Nair Editing, 3 Hill View'];
    expect(parties('SELF-BILLED INVOICE', ...labels)).toEqual(['Priya Nair Editing', 'Lantern Press Ltd']);
    const german = ['Molkerei Inntal eG', 'Gutschrift nach § 14 Abs. 2 UStG', 'Lieferant: Biohof Thaler, Dorf 4'];
    expect(parties(...german)[0]).toBe('Biohof Thaler');
    expect(parties(...german.slice(0, 2))[0]).toBeUndefined();
  });

  it('stand below heads of columns that are no other labels, and below how Portugal addresses somebody', () => {
    const heads = [
      'TO OWNER:           PROJECT:',
      'Millrace School     Gymnasium',
      '',
      'FROM CONTRACTOR:    VIA ARCHITECT:',
    ];
    expect(parties('APPLICATION FOR PAYMENT', ...heads, 'Torben Steel Inc.   Okafor Architects')).toEqual([
      'Torben Steel Inc.',
      'Millrace School',
    ]);
    const fatura = ['Data: 2031-04-01              Exmo(s). Sr(s).', '                              Flores Unidas'];
    expect(parties('Gestcondo, Lda', 'Fatura FT 7', ...fatura)[1]).toBe('Flores Unidas');
  });

  it('are no towns, no titles and nobody to whom goods are sent', () => {
    expect(parties('Reno, NV 89502', 'Tax invoice', 'Ship to:', 'Dock Four LLC')).toEqual([undefined, undefined]);
  });
});
