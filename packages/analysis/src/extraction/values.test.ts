import { describe, expect, it } from 'vitest';
import { readDocument } from '../values/document.ts';
import { amountsOf, datesOf } from './values.ts';

const amounts = (text: string) => amountsOf(readDocument(text)).map(({ value, currency }) => [value, currency]);
const dates = (text: string) => datesOf(readDocument(text)).map(({ date, label }) => [date, label]);

describe('amounts', () => {
  it.each([
    ['The refit cost 2.6 million euros.', [[2_600_000, 'EUR']]],
    ['Net: £ 12.5 million', [[12_500_000, 'GBP']]],
    ['Les recettes se sont élevées à 21 300 euros.', [[21_300, 'EUR']]],
    ['Le prix est fixé à 18 500,00 € HT.', [[18_500, 'EUR']]],
    ['Der Kaufpreis beträgt 8.750,- EUR.', [[8750, 'EUR']]],
    ['TOTAL               GBP    14.08', [[14.08, 'GBP']]],
    ['每月租金为人民币6500元。', [[6500, 'CNY']]],
    ['Discount -10.00 EUR', [[-10, 'EUR']]],
    ['Salary of 45,000 USD per year', [[45_000, 'USD']]],
    ['Room 204, tel. 555-0142, v3.14, 12.05.2024, 10:30, 50 %, ISO 9001, 12,50 kg', []],
  ])('%s', (text, expected) => {
    expect(amounts(text)).toEqual(expected);
  });
});

describe('dates', () => {
  it.each([
    ['Gültig bis: 15. Juni 2025', [['2025-06-15', 'Gültig bis']]],
    ['Date limite : 1er mars 2024', [['2024-03-01', 'Date limite']]],
    ['Fecha límite: 12 de octubre de 2024', [['2024-10-12', 'Fecha límite']]],
    ['Saved 20240315T101500Z', [['2024-03-15', 'Saved']]],
    ['Next week, tomorrow, in March, Q3 2024, version 1.2.3, ratio 3/4, 30/02/2024', []],
  ])('%s', (text, expected) => {
    expect(dates(text)).toEqual(expected);
  });
});
