import { describe, expect, it } from 'vitest';
import { LETTERS } from '../extraction/testing/letters.ts';
import { readDocument } from '../values/document.ts';
import { candidatesOf } from './candidates.ts';
import { summarize } from './summary.ts';

const paper = (name: string) => LETTERS.find((one) => one.name === name)?.text ?? '';
const sentences = (text: string) => candidatesOf(readDocument(text)).map((candidate) => candidate.text);

describe('what a summary may take', () => {
  it('is no heading, page header, greeting or small print', () => {
    const all = sentences(paper('report-en')).join(' ');
    expect(all).toContain('The mill employs 312 people');
    expect(all).not.toMatch(/Page \d|CONFIDENTIAL|Executive summary|All rights reserved/);
    expect(sentences(paper('brief-de')).join(' ')).not.toMatch(/Sehr geehrter|Mit freundlichen|Postfach|Unser Zeichen/);
  });

  it('are the points of a list without their marks', () => {
    expect(sentences('Rules\n\n- Quiet hours are from 10 pm to 7 am.\n- Waste is collected on Tuesdays.')).toEqual([
      'Quiet hours are from 10 pm to 7 am.',
      'Waste is collected on Tuesdays.',
    ]);
  });

  it('ends where sums and abbreviations do not', () => {
    expect(sentences('The fee is USD 4,500.00. It is due at once. Er wohnt in der Bergstr. 17 in Jena.')).toEqual([
      'The fee is USD 4,500.00.',
      'It is due at once.',
      'Er wohnt in der Bergstr. 17 in Jena.',
    ]);
  });
});

describe('a summary', () => {
  it('takes something of every part of a report', () => {
    const { summary } = summarize(readDocument(paper('report-en')), 'detailed');
    for (const words of ['Selby mill', 'Revenue was', '312 people', 'fourth quarter will'])
      expect(summary).toContain(words);
  });

  it('of Chinese and Japanese text has its sentences', () => {
    const { summary, evidence } = summarize(readDocument(paper('japanese')), 'brief');
    expect(Object.keys(evidence)).toHaveLength(3);
    expect(summary).toContain('休館します。');
  });

  it('leaves commands to whoever reads to the end', () => {
    expect(summarize(readDocument(paper('injection')), 'brief').summary).not.toContain('BANANA');
  });

  it('of a form has the lines that tell most, in the order printed', () => {
    const text = 'Payslip\nEmployee: Jonas Albrecht\nDesk: 4\nShoe size: 42\nCar: none\nPen: blue\nNet pay  2,129.20';
    expect(summarize(readDocument(text), 'brief').summary.split('\n')).toEqual([
      'Payslip',
      'Employee: Jonas Albrecht',
      'Net pay 2,129.20',
    ]);
  });
});
