import { describe, expect, it } from 'vitest';
import { amountsIn, readDocument } from './document.ts';
import { currencyOfDocument } from './document-currency.ts';

function currency(text: string): string | null {
  const document = readDocument(text);
  const amounts = [...document.source.lines].flatMap((line) => amountsIn(document, line));
  return currencyOfDocument(document, amounts)?.code ?? null;
}

describe('the rand', () => {
  it('is the letter ahead of the sums of a South African document, and a code of goods elsewhere', () => {
    expect(currency('Karoo\nVAT Reg 4650188327\nTyre R 2 390.00\nTotal R 2 390.00')).toBe('ZAR');
    expect(currency('Corner Grocer\nApples R 7.99\nBread R 6.99')).toBeNull();
  });
});

describe('the lira and the peso', () => {
  it('are told by TL and $ beside the words of their tax offices', () => {
    expect(currency('VKN: 4178820417\nKoli  15,00 TL\nToplam  15,00 TL')).toBe('TRY');
    expect(currency('RFC emisor: FIB041788QK2\nTaladro  $1,500.00\nTotal  $1,500.00')).toBe('MXN');
    expect(currency('Paints\nTL 15,00\nTotal 15,00')).toBeNull();
  });
});

describe('the dollar', () => {
  it('is that of the United States where fuel is sold by the gallon', () => {
    expect(currency('Fuels\nGALLONS 14.458\nPRICE/GAL $3.59\nTOTAL $52.03')).toBe('USD');
    expect(currency('Paints\n1 gallon white $52.03')).toBeNull();
    expect(currency('EDS La Candelaria\nNIT 900.123.456-7\nCORRIENTE 5.123 GAL   $ 15.200\nTOTAL   $ 77.870')).toBe(
      'COP',
    );
  });
});

describe('a sign of several countries', () => {
  const fuel = 'Rio Hondo\nGALLONS 9.250\nPRICE/GAL $12.80\nTOTAL $118.40';

  it('is not that of the United States by a unit or a word that others have too', () => {
    expect(currency(`${fuel}\nGST INCLUDED`)).toBeNull();
    expect(currency('Island Shop\nSales tax $1.00\nVAT $2.00\nTotal $23.00')).toBeNull();
  });

  it.each([
    [`${fuel}\nOrange Walk, Belize`, 'BZD'],
    ['Island Grill\nKingston 6\nChicken $850.00\nGCT $127.50', 'JMD'],
    ['Pulpería\nManagua, Nicaragua\nCafé C$ 120.00', 'NIO'],
    ['Linella\nMD-2001 Chișinău\nPâine 12,00 lei', 'MDL'],
    ['Sweets\nTariq Road, Karachi\nMithai Rs 450.00', 'PKR'],
    ['News\nMain Street, Gibraltar\nTea £3.00', 'GIP'],
  ])('is that of a less known country which the paper is from: %s', (text, code) => {
    expect(currency(text)).toBe(code);
  });

  it.each([
    ['Foundry\nRoad 7\nHsinchu, Taiwan\nWafers US$ 1,200.00\nTotal US$ 1,200.00', 'USD'],
    ['Viña Sur\nRUT 76.123.456-7\nSantiago, Chile\nMerlot US$ 80.00', 'USD'],
    ['Spices\nGSTIN 27AAPFU0939F1ZV\nTo: Everest Stores, Kathmandu\nTotal ₹ 4,500.00', 'INR'],
    ['Tools\nLeeds LS1 4AP\nTo: Rock Marine, Gibraltar\nTotal £40.00', 'GBP'],
    ['Snow Co\nCalgary, Alberta\nTo: Hotel Sol\nManagua, Nicaragua\nTotal C$ 90.00', 'CAD'],
    ['Moara\nCUI 12345678\nClient: Prut\nChișinău\nTotal 90,00 lei', 'RON'],
  ])(
    'of one country, or beside signs of the better known one, is not that of another which is there: %s',
    (text, code) => {
      expect(currency(text)).toBe(code);
    },
  );

  it('is not that of a country where only a customer lives', () => {
    const bill = (to: string) =>
      `Sitebuilder Ltd\nTel Aviv, Israel\n\n${to}\nJuan Paz\nAv. Corrientes 12\nBuenos Aires, Argentina\n\nTotal $100.00`;
    for (const to of ['Bill to', 'Billed to:', 'Customer:', 'Cliente']) expect(currency(bill(to)), to).toBeNull();
    const columns = [
      'From            Bill to',
      'Hosting OÜ      Maria Paz',
      'Tallinn         Bogota, Colombia',
      '',
      'Total $100.00',
    ];
    expect(currency(columns.join('\n'))).toBeNull();
    expect(currency('Bill to\nA. Smith\n\nIsland Web\nNassau, Bahamas\n\nTotal $100.00')).toBe('BSD');
  });

  it('stays that of the country of the address where goods come from another one', () => {
    expect(currency('Beans\nReno, NV 89502\nCoffee Jamaica $12.00\nTotal $12.00')).toBe('USD');
  });
});

it('is no mark of origin of food', () => {
  expect(currency('Salumeria\nGrana Padano DOP 12,50\nOlio DOP 8,90\nTotale EURO 21,40')).toBe('EUR');
});

describe('the crown', () => {
  it('is that of the country whose registers or letters are there, and unknown otherwise', () => {
    expect(currency('Brygga\nTe 20,00 kr')).toBeNull();
    expect(currency('Kvarnens Mat\nBröd 20,00 kr\nAtt betala 20,00 kr')).toBe('SEK');
    expect(currency('Brygga Mat\nOrg.nr NO 987 654 321 MVA\nTe 20,00 kr')).toBe('NOK');
    expect(currency('Brygga Mad\nCVR-nr 12345674\nTe 20,00 kr')).toBe('DKK');
    expect(currency('Brygga\nISK\nTe 20,00 kr')).toBe('ISK');
  });
});
