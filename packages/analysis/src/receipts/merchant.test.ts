import { describe, expect, it } from 'vitest';
import { createAnalyst } from '../analyst.ts';
import { readSource } from '../text/source.ts';
import { merchantOf } from './merchant.ts';

const merchant = (text: string) => merchantOf(readSource(text).lines)?.value;

describe('the merchant', () => {
  it('is the registered company, without its number', () => {
    expect(merchant('Blue Door\nBD FOODS SDN BHD (123456-X)\n1 Main Road')).toBe('BD FOODS SDN BHD');
    expect(merchant('* * GREEN LEAF LTD * *\nTel 1234567')).toBe('GREEN LEAF LTD');
  });

  it('can run over two lines', () => {
    expect(merchant('HILLTOP BOOK\nCO. (M) SDN BHD\nNo. 8')).toBe('HILLTOP BOOK CO. (M) SDN BHD');
    expect(merchant('FERN & MOSS ELECTRICAL &\nHARDWARE SUPPLY\n12 Low Road')).toBe(
      'FERN & MOSS ELECTRICAL & HARDWARE SUPPLY',
    );
  });

  it('is not the title, the greeting or the customer', () => {
    expect(merchant('TAX INVOICE\nWELCOME\nOld Mill Cafe\n12 Low Road\nBILL TO:\nRiver Works Ltd')).toBe(
      'Old Mill Cafe',
    );
  });

  it('is no sum with its label', () => {
    expect(merchant('Total 5.00')).toBeUndefined();
    expect(merchant('Total\n5.00\nCash 10.00\nChange   EUR 5.00')).toBeUndefined();
    expect(merchant('Total Wines\n12 Low Road\nTotal 5.00')).toBe('Total Wines');
    expect(merchant('Amount due £5.00\nOld Mill Cafe')).toBe('Old Mill Cafe');
  });

  it.each([
    ['a wish', 'Altid varm kaffe!\nKiosk Perron 2\n20-03-2030', 'Kiosk Perron 2'],
    ['who runs it', 'BAR TRE GELSI\ndi Moretti Ivana s.n.c.\nVia del Pozzo 12', 'BAR TRE GELSI'],
    ['where it is', 'WESTGATE SHOPPING CENTRE\nUnit 12\nYoyo Sushi\n20/05/2025', 'Yoyo Sushi'],
    ['its owner', 'Frischemarkt Hölzer\nlnh. Dieter Hölzer e.K.\nBahnhofstr. 17', 'Frischemarkt Hölzer'],
    ['a Mexican town', 'Abarrotes Lupita\nOaxaca, Oax. C.P. 68000', 'Abarrotes Lupita'],
    ['a Turkish tax office', 'Akasya Gıda\nCAFERAĞA MAH. NO:87\nKADIKÖY V.D. 2510348891', 'Akasya Gıda'],
    ['a Thai street', 'ร้านบ้านสวน\n88/2 ถนนนิมมานเหมินท์ เชียงใหม่ 50200', 'ร้านบ้านสวน'],
    ['the number of a Dutch receipt', 'VELDKAMP WINKEL\n23-12-2025 16:48   Kassa 3\nBonnr 77120', 'VELDKAMP WINKEL'],
    ['a day', '*** DUPLICATE ***\nPrinted 14/03/2031 at 09:40\nGREENLATCH GROCERS', 'GREENLATCH GROCERS'],
    ['a road of a state', 'PRAIRIE DOG STOP\nI-80 Exit 225, Elko County NV', 'PRAIRIE DOG STOP'],
    ['a title with its letters set apart', '領　収　書\nホテル若草\n奈良市登大路町41-2', 'ホテル若草'],
    ['the title of an order', 'Fjordgarn AS\nOrdrebekreftelse 88120\n2. mai 2030', 'Fjordgarn AS'],
    ['whom it is for', '領収書\n山本商店 様\n喫茶さざなみ', '喫茶さざなみ'],
    ['the title behind it', 'Lanternfish Cloud - Receipt #7741', 'Lanternfish Cloud'],
  ])('is not %s', (_, text, name) => {
    expect(merchant(text)).toBe(name);
  });

  it.each([
    ['a sentence', 'From: Ann <ann@office.example>\nSubject: FW\n\nYour Loom & Larder receipt', 'Loom & Larder'],
    ['its sender', 'From: Loom & Larder <shop@loomlarder.example>\nSubject: Order 7', 'Loom & Larder'],
    ['nothing, where a person sent it', 'From: Ann Lee <ann@office.example>\nSubject: FW\n\nHi', null],
  ])('of a mail is named by %s', async (_, text, name) => {
    const { answer } = await createAnalyst().run({ kind: 'receipt-scanner', text: `${text}\nTea 6.50\nTotal 6.50` });
    expect(answer.receiptData.merchant).toBe(name);
  });

  it.each(['GREENFlELD MARKET', 'FARMACIA SAN GlORGlO', 'lnn at the Pier'])(
    'is read and not proven where letters were taken for others: %s',
    async (name) => {
      const text = (title: string) => `${title}\n12 High Street\nTel 01584 555 019\nTea 6.50\nTotal 6.50`;
      const { answer } = await createAnalyst().run({ kind: 'receipt-scanner', text: text(name) });
      expect([answer.receiptData.merchant, answer.verification.fields.merchant?.status]).toEqual([name, 'unverified']);
      const well = await createAnalyst().run({ kind: 'receipt-scanner', text: text('GREENFIELD MARKET') });
      expect(well.answer.verification.fields.merchant?.status).toBe('verified');
    },
  );

  it('is not proven where a second print of it has another letter', async () => {
    const text = "DONINO'S PIZZA\nTel 01584 555 019\nDOMINO'S PIZZA LUDLOW\nTea 6.50\nTotal 6.50";
    const { answer } = await createAnalyst().run({ kind: 'receipt-scanner', text });
    expect(answer.verification.fields.merchant?.status).toBe('unverified');
  });

  it('stands over a day that is none of a purchase, which is not proven', async () => {
    const text = 'Stadt Apotheke\nll.08.2025 09:15\nSalbe 12,40\nSumme 12,40\nMHD 13.02.2027';
    const { answer } = await createAnalyst().run({ kind: 'receipt-scanner', text });
    expect(answer.verification.fields.date?.status).toBe('unverified');
  });

  it('is no item below a name that cannot be read', async () => {
    const text = 'GREEN GR0CER\nl7/0l/2O25\nApples      6.5O\nPears       4.25\nTotal 10.75\nCash 10.75';
    const { answer } = await createAnalyst().run({ kind: 'receipt-scanner', text });
    expect(answer.verification.fields.merchant?.status).toBe('unverified');
  });

  it('is not proven where two shops stand one below the other', async () => {
    const text = (place: string) => `${place}\nBistro Yanni\nSportpark 3, 70190 Stuttgart\nSalat 8,50\nSumme EUR 8,50`;
    const status = async (place: string) => {
      const { answer } = await createAnalyst().run({ kind: 'receipt-scanner', text: text(place) });
      return answer.verification.fields.merchant?.status;
    };
    expect(await status('Fitness Gym')).toBe('unverified');
  });

  it('is nothing where nothing is named', () => {
    expect(merchant('123\n12.50\n---')).toBeUndefined();
  });

  it('is no text of a whole paragraph', () => {
    const text = 'governed by the laws of the State of Delaware and '.repeat(40);
    expect(merchant(`${text}\nTotal 5.00`)).toBeUndefined();
  });
});
