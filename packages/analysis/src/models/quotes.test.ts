import { describe, expect, it } from 'vitest';
import { readDocument } from '../values/document.ts';
import type { JsonValue } from './json.ts';
import { resolve } from './proposals.ts';
import { Quotes } from './quotes.ts';

const quotes = (text: string) => new Quotes(readDocument(text));

describe('quotes', () => {
  it('returns the words of the document, whatever spaces, case and accents a model uses', () => {
    const text = quotes('Fa. M\u00fcller\u2019s   B\u00e4ckerei\nHauptstr. 5');
    expect(text.text("muller's backerei")?.value).toBe('M\u00fcller\u2019s B\u00e4ckerei');
    expect(text.text('B\u00e4ckerei, Hauptstr. 5')?.value).toBe('B\u00e4ckerei Hauptstr. 5');
    expect(text.text('Schneider')).toBeNull();
  });

  it('finds no part of a word or of a number', () => {
    const text = quotes('Total 12.34 Subtotal');
    expect(text.find('total')).toHaveLength(1);
    expect(text.find('2.34')).toEqual([]);
    expect(text.find('12')).toEqual([]);
    expect(text.find('12.3')).toEqual([]);
  });

  it('reads amounts by the habits of the document, not of the model', () => {
    const text = quotes('Netto 1.000,00 EUR\nUSt 190,00 EUR\nBrutto 1.190,00 EUR');
    expect(resolve(text, 'amount', { value: 1.19, quote: '1.190,00' }).value).toBe(1190);
    expect(resolve(text, 'amount', '1.190,00 EUR').value).toBe(1190);
    expect(resolve(text, 'amount', 1190).value).toBe(1190);
    expect(resolve(text, 'amount', { value: 1191, quote: '1.191,00' })).toMatchObject({ value: null, proposed: true });
    expect(resolve(text, 'amount', null)).toMatchObject({ value: null, proposed: false });
  });

  it('reads dates from the document and notes when the model reads another day', () => {
    const text = quotes('Invoice date 03/04/2024, due 25/04/2024');
    expect(resolve(text, 'date', '03/04/2024')).toMatchObject({ value: '2024-04-03', otherDate: null });
    expect(resolve(text, 'date', { value: '2024-03-04', quote: '03/04/2024' })).toMatchObject({
      value: '2024-04-03',
      otherDate: '2024-03-04',
    });
    expect(resolve(text, 'date', '2024-04-03').value).toBe('2024-04-03');
    expect(resolve(text, 'date', '2024-05-03').value).toBeNull();
  });

  it('takes nothing of a wrong type', () => {
    const nodes: JsonValue[] = [true, [], ['12.34'], { quote: true }, { value: {} }];
    for (const node of nodes) {
      expect(resolve(quotes('Total 12.34'), 'text', node).value).toBeNull();
    }
  });
});
