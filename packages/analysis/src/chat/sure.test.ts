import { describe, expect, it } from 'vitest';
import { readDocument, readProse } from '../values/document.ts';
import { answerQuestion } from './chat.ts';

const CREDIT = 'Paper Ltd\nCREDIT NOTE\nCredit note no. CN-3312\nOriginal invoice INV-7\nTotal EUR -226.32';
const MINUTES =
  'Minutes of the garden club\nThe key deposit rises from £10 to £15 on 1 January 2026.\nThe seed swap is on 7 March 2026.';
const BILL =
  'Granger Co.\nINVOICE 3358\nMulch 1,500.00\nTotal 1,500.00\nPayment received -500.00\nBalance due 1,000.00\nOriginal invoice INV-7 (total 678.96)';
const MANUAL =
  'KX-40\nWeight 9.6 kg.\nIf error E3 is shown, the tank is full.\nIf error E7 is shown, the fan is blocked.';
const SHOP =
  'Bäckerei Korn\n12.01.2030\nBrot  4,74\nMilch  1,59\nSumme EUR  6,33\n7 %  0,31  4,43\n19 %  0,25  1,34\nMwSt  0,56\ngirocard  6,33';
const DISCOUNT =
  'Acme Ltd\nINVOICE 77\nDate 2026-03-02\nWidget 60.00\nGadget 40.00\nSubtotal 100.00\nDiscount -10.00\nVAT 20% 18.00\nTotal 108.00';
const PETS =
  'Mietvertrag\n§ 5 Tierhaltung: Kleintiere sind erlaubt. Hunde bedürfen der Zustimmung der Vermieterin.\n§ 6 Die Wohnung wird renoviert übergeben.';
const ORDER = 'LIEFERSCHEIN\nAuftrag 77120\nLieferdatum 16.10.2030';
const TERMS = 'RECHNUNG 5\nSkonto 2 % von 5031,17 EUR\nGesamt 6000,00 EUR';
const ACCOUNTS =
  'Union\nCHECKING 0010\nBeginning balance 612.40\n06/04 Transfer to savings 0020 250.00- 362.40\nEnding balance 362.40\nSAVINGS 0020\nBeginning balance 3,010.00\n06/04 Transfer from checking 250.00 3,260.00\nEnding balance 3,260.00';
const LEASE =
  'LEASE AGREEMENT\nThe monthly rent is $1,200 for the first year. From the second year on the monthly rent is $1,350.\nThe tenant may not keep dogs. Cats are allowed with consent.\nContract ends 30 November 2025 unless renewed by 31 October 2025';
const GYM =
  "AGREEMENT\nEither party may end the membership after the minimum term with 30 days' written notice.\nNach der Mindestlaufzeit kann er mit einer Frist von einem Monat gekündigt werden.\nDuring the inspection period the buyer may enter the premises at any reasonable hour of the day.";
const QUOTE =
  'SOLAR INSTALLATION QUOTE\nHelio Roofs Ltd for Mr and Mrs Whitby, 3 Elm Close.\n14 panels of 430 W, total 6.02 kW.';
const LEAVE = 'Working hours are 37.5 a week. Annual leave is 25 days plus public holidays.';
const EXCESS = 'Delayed departure: up to £150. Excess £75, waived for delayed departure.';
const HIRE =
  'Départ le 4 juillet 2025 à 9 h, retour le 11 juillet 2025 à 18 h. Prix : 266 € pour la semaine, 0,25 € par kilomètre supplémentaire.';
const PARTIES =
  'This agreement is made between Bluefin Cleaning Ltd ("the Contractor"), company number 07712345, and Astley Dental Practice ("the Client").';
const SAUNA =
  'Kraftquelle\nDie Sauna kann täglich ab 16 Uhr benutzt werden.\nThe pool is open to all members on all days of the week until 21.\nA towel costs €3.50 and must be given back to the staff on the same day.';
const CHECKS =
  'Bank statement\nOpening balance 900.00\nDate  Description  Amount\n2030-01-02 Check 1041  -450.00\n2030-01-03 Check 1043  -125.75\nClosing balance 324.25';

describe('an answer that is near', () => {
  it.each([
    ['the total of another document', CREDIT, 'What was the total of the original invoice?'],
    ['the sum of a table for one of its rates', SHOP, 'Wie hoch ist die Steuer zu 7 %?'],
    ['a number in place of a day', ORDER, 'Von wann ist der Auftrag?'],
    ['the rule for others of a kind', PETS, 'Sind Hunde erlaubt?'],
    ['the tax in place of a sum with it', SHOP, 'What is the total with VAT?'],
    ['the tax in place of a sum with it', SHOP, 'Wie hoch ist der Betrag mit MwSt?'],
    ['the subtotal before a discount in place of the net sum', DISCOUNT, 'What is the total excluding VAT?'],
    ['the subtotal before a discount in place of the net sum', DISCOUNT, 'Wie hoch ist der Nettobetrag?'],
    ['a sum beside another one', TERMS, 'Wie hoch ist das Skonto?'],
    ['a notice in place of the term that it follows', GYM, 'What is the minimum term?'],
    ['a notice in place of the term that it follows', GYM, 'Wie lange ist die Mindestlaufzeit?'],
    ['what happens during a period in place of the period', GYM, 'What is the inspection period?'],
    ['a heading in place of a reason', CREDIT, 'Why was the credit given?'],
    ['a day in place of a sum', CHECKS, 'How much was check 1041 for?'],
    ['a total in another currency', SHOP.replaceAll('EUR', 'CHF'), 'What is the total in euros?'],
    ['a fare in place of a distance', 'Trip\nTrip fare  24.12\nTotal  24.12', 'How far was the trip?'],
    [
      'a rate of another sentence',
      'Overdraft limit £500.00. Interest rate: 0.10%',
      'What is the overdraft interest rate?',
    ],
    ['rows of a list that together have the words', ACCOUNTS, 'What is the ending balance of savings?'],
    ['one of two sums', LEASE, 'What is the rent?'],
    [
      'the balance of one of two accounts',
      'Union Bank\nChecking ending balance 362.40\nSavings ending balance 3,260.00',
      'What is the ending balance?',
    ],
    ['a sum that is one of two', MINUTES, 'What will the key deposit be in 2026?'],
    ['a day in place of a place', MINUTES, 'Where is the seed swap?'],
    ['what is said of something else', LEASE, 'May the tenant keep cats?'],
    ['the day of something else', LEASE, 'By when must it be renewed?'],
    ['the number of a paper that only has a title', QUOTE, 'What is the quote number?'],
    ['what is added to a number', LEAVE, 'How many days of public holidays are there?'],
    ['what a sum is waived for', EXCESS, 'What is the excess for delayed departure?'],
    ['what two sentences have together', HIRE, 'Quel est le kilométrage au retour ?'],
    ['what a charge was before it rose', MINUTES, 'What was the old key deposit?'],
    ['the number of the other party', PARTIES, "What is the Client's company number?"],
    ['the row of another number', CHECKS, 'How much was check 1042 for?'],
    ['a time of day in place of a price', SAUNA, 'Wie viel kostet die Sauna?'],
    ['a time of day in place of a price', SAUNA, 'How much does the pool cost?'],
    ['all goods in place of one that was not bought', SHOP, 'Which wine was ordered?'],
    ['all goods in place of those that were not bought', SHOP, 'Which items were not bought?'],
    ['all goods in place of those at one price', SHOP, 'What items are at 1.59?'],
  ])('is not verified: %s', (_, text, question) => {
    expect(answerQuestion(readDocument(text), question).verification.status).toBe('unverified');
  });

  it.each([
    ['the total', SHOP, 'Wie hoch ist der Gesamtbetrag?', '6.33'],
    ['a subtotal', DISCOUNT, 'What is the subtotal?', '100.00'],
    [
      'the net sum',
      DISCOUNT.replace('Discount -10.00\n', '').replace('18.00', '20.00').replace('108', '120'),
      'What is the total excluding VAT?',
      '100.00',
    ],
    ['the total in its currency', SHOP, 'What is the total in euros?', '6.33'],
    ['all goods', SHOP, 'Which items were bought?', 'Brot'],
    ['a label', 'Project: Block 7\nServer: Kayla', 'What is the project?', 'Block 7'],
    ['a price in a sentence', SAUNA, 'How much does a towel cost?', '3.50'],
    ['a row of a statement', CHECKS.replaceAll('Check', 'Rent'), 'How much was rent 1041?', '450.00'],
  ])('is verified where it is what was asked for: %s', (_, text, question, value) => {
    const { answer, verification } = answerQuestion(readDocument(text), question);
    expect([answer.includes(value), verification.status]).toEqual([true, 'verified']);
  });
});

describe('what a row or a sentence says in the words of a question', () => {
  it.each([
    [BILL, 'What is the balance due?', '1,000.00'],
    [BILL, 'What is the total of the original invoice?', '678.96'],
    [BILL, 'What is the total?', '1500'],
    [MANUAL, 'What does E7 mean?', 'fan is blocked'],
    [MANUAL, 'How heavy is it?', '9.6 kg'],
    ['Clean the filter every two weeks.', 'How often must the filter be cleaned?', 'two weeks'],
    ['The deposit is held by MyDeposits.', 'Who holds the deposit?', 'MyDeposits'],
  ])('is the answer: %#', (text, question, answer) => {
    expect(answerQuestion(readDocument(text), question).answer).toContain(answer);
  });
});

describe('an answer', () => {
  it.each([
    ['Le solde de 1 284,17 € sera viré le 3 juillet 2030.', 'Quel est le solde ?', '1 284,17 €'],
    ['Loyer : 1 250,00 €\nCharges : 80,00 €', 'Quel est le loyer ?', '1 250,00 €'],
  ])('has the whole of a sum that a blank parts: %s', (text, question, sum) => {
    expect(answerQuestion(readProse(text), question).answer).toContain(sum);
  });
});
