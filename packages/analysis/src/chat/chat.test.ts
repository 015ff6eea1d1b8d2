import { describe, expect, it } from 'vitest';
import { readDocument } from '../values/document.ts';
import { answerQuestion, NOT_FOUND } from './chat.ts';

const RECEIPT = `
QUAYSIDE GROCERS LTD
3 Rope Walk
BS1 6ZX Bristol
Tel: 0117 496 0000
VAT invoice
Date: 02/09/2024 18:20
Olive oil        8.40
Bread            2.10
SUBTOTAL        10.50
VAT              1.75
TOTAL     GBP   12.25
VISA            12.25
`;

const CONTRACT = `
SERVICE AGREEMENT
This Agreement is made between Tern Ltd and Plover Inc. The parties agree as follows.
Either party may terminate this Agreement with a notice period of ninety days.
This Agreement is governed by the law of Scotland.
Policy number: 55-K
Questions go to legal@tern.example.
`;

const ask = (text: string, question: string, history?: Parameters<typeof answerQuestion>[2]) =>
  answerQuestion(readDocument(text), question, history).answer;

describe('questions about a receipt', () => {
  it.each([
    ['What is the total?', '12.25 GBP'],
    ['How much did it cost on 2 September?', '12.25 GBP'],
    ['When was it issued?', '2024-09-02 (printed as "02/09/2024")'],
    ['Which store is it from?', 'QUAYSIDE GROCERS LTD'],
    ['What is the address of the shop?', '3 Rope Walk BS1 6ZX Bristol'],
    ['How much tax was paid?', '1.75 GBP'],
    ['How was it paid?', 'card'],
    ['What is the phone number?', '0117 496 0000'],
    ['Which items were bought?', 'Olive oil: 8.40; Bread: 2.10'],
    ['Wie hoch ist der Gesamtbetrag?', '12.25 GBP'],
    ['Quel est le montant total ?', '12.25 GBP'],
  ])('%s', (question, expected) => {
    expect(ask(RECEIPT, question)).toContain(expected);
  });

  it('are answered with a place in the text', () => {
    const { evidence, verification } = answerQuestion(readDocument(RECEIPT), 'What is the total?');
    expect(RECEIPT.slice(evidence.answer?.start, evidence.answer?.end)).toBe('12.25');
    expect(verification.status).toBe('verified');
  });
});

describe('questions about another text', () => {
  it('are answered with a passage, word for word', () => {
    expect(ask(CONTRACT, 'Who may terminate this Agreement?')).toBe(
      'The document says: "Either party may terminate this Agreement with a notice period of ninety days."',
    );
    expect(ask(CONTRACT, 'What is the notice period to terminate?')).toContain('ninety days');
    expect(ask(CONTRACT, 'Which law governs this agreement?')).toContain('Scotland');
  });

  it('are answered from labels and contacts', () => {
    expect(ask(CONTRACT, 'What is the policy number?')).toContain('55-K');
    expect(ask(CONTRACT, 'To which email address do questions go?')).toContain('legal@tern.example');
  });

  it('say how many places they rest on', () => {
    const { verification } = answerQuestion(readDocument(CONTRACT), 'What is the policy number?');
    expect(verification.checks).toEqual([{ name: 'quote_in_text', ok: true, expected: 1, actual: 1 }]);
  });

  it('that the text does not answer are refused', () => {
    expect(ask(CONTRACT, 'What is the capital of Mongolia?')).toBe(NOT_FOUND);
    expect(ask('', 'What is the total?')).toBe(NOT_FOUND);
    expect(answerQuestion(readDocument(CONTRACT), 'Who won the elections?').verification).toMatchObject({
      status: 'unverified',
      checks: [],
    });
  });

  it('take up the question before when they say little by themselves', () => {
    const history = [
      { role: 'user', content: 'Which law governs it?' },
      { role: 'assistant', content: 'The law of Scotland.' },
    ] as const;
    expect(ask(CONTRACT, 'And why that?', history)).toContain('Scotland');
  });
});

describe('questions about sums and days of an invoice that are no field', () => {
  const BILL =
    'Menuiserie Kerbrat SARL\nFacture N° 17\nFenêtre  1  3 710,00  3 710,00\nTotal HT  3 710,00\nTVA 10 %  371,00\nTotal TTC  4 081,00\nAcompte versé  -1 200,00\nNet à payer  2 881,00 €';

  it.each([
    ["Quel est le montant de l'acompte versé ?", BILL, '1 200,00'],
    ['Quel est le net à payer ?', BILL, '2 881,00'],
    [
      'When was the payment received?',
      'Harbor Power\nBill date: Feb 12, 2030\nPrevious balance  $118.40\nPayment received Jan 28  -$118.40\nTotal due  $118.75',
      'Jan 28',
    ],
  ])('%s', (question, text, answer) => {
    expect(answerQuestion(readDocument(text), question).answer).toContain(answer);
  });
});
