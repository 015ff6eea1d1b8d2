import { describe, expect, it } from 'vitest';
import { readDocument } from '../values/document.ts';
import { answerReceipt } from './answer.ts';

const tax = (text: string) => answerReceipt(readDocument(text)).receiptData.tax;

describe('the tax of a receipt', () => {
  it('is the sum of the taxes on top', () => {
    expect(tax('Reed Cafe\nSoup  100.00\nRice  60.00\nSub total  160.00\nCGST  4.00\nSGST  4.00\nTotal  168.00')).toBe(
      8,
    );
  });

  it('is listed by rates: net, tax and gross', () => {
    const goods = 'Hofladen Ried\nBrot  4,28 B\nSekt  11,90 A\nSumme EUR  16,18\nBar  16,18\n';
    expect(tax(`${goods}A 19 %  10,00  1,90  11,90\nB 7 %  4,00  0,28  4,28`)).toBe(2.18);
    expect(tax(`${goods}A 19 %  10,00  1,90  11,90\nB 7 %  4,00  0,28  4,28\nGesamt  14,00  2,18  16,18`)).toBe(2.18);
  });

  it('is within the gross sum, or on top of the net one, where a row gives two numbers', () => {
    expect(tax('Alpkiosk\nTee  5.57\nTotal CHF  5.57\n1  2.60%  5.57  0.14')).toBe(0.14);
    expect(tax('Bar Sole\nPranzo  11,00\nTOTALE  11,00\nIVA 10%  10,00  1,00')).toBe(1);
  });

  it('is printed once where the other goods have none', () => {
    const receipt = 'Tide Books\nMaps  20.15\nBooks  41.69\nTotal  £61.84\nS 20%  £16.79  £3.36\nZ 0%  £41.69  £0.00';
    const { receiptData, verification } = answerReceipt(readDocument(receipt));
    expect([receiptData.tax, verification.ungrounded]).toEqual([3.36, []]);
  });

  it('is all that was added to the goods, with the rate in one word with its name', () => {
    expect(tax('青葉ストア\n緑茶  ¥693\n洗剤  ¥398\n小計  ¥1,091\n外税 8%  ¥55\n外税10%  ¥39\n合計  ¥1,185')).toBe(94);
  });

  it('is proven by the total that holds it at its printed rate, and not with another one', () => {
    const status = (rate: string) =>
      answerReceipt(readDocument(`Cafe\nTea  7.20\nCake  4.80\nTotal  12.00\nincl. ${rate} VAT  2.00\nVisa  12.00`))
        .verification.fields.tax?.status;
    expect([status('20%'), status('25%')]).toEqual(['verified', 'unverified']);
  });

  it('is not the sum that it is a part of', () => {
    expect(tax('Tea Room\nCake  9.00\nTotal  9.00\nAmount incl. tax  9.00')).toBeNull();
  });
});
