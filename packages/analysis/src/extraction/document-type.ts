import { findPhrases, phrases, wordsOf } from '../text/words.ts';
import type { Document } from '../values/document.ts';

/** What kind of document a text is, by its words. */
export type DocumentType =
  | 'invoice'
  | 'receipt'
  | 'bank_statement'
  | 'contract'
  | 'resume'
  | 'letter'
  | 'report'
  | 'other';

const WORDS = phrases<DocumentType>({
  invoice: `
    invoice, rechnung, rechnungsnummer, facture, factura, fattura, factuur, invoice number, bill to, due date,
    rechnungsdatum, zahlungsbedingungen, credit note, purchase order, net 30, invoice date, payment terms, numero de
    facture, factuurnummer, partita iva`,
  receipt: `
    receipt, cash, change, cashier, subtotal, thank you, quittung, kassenbon, bon, ticket de caisse, scontrino,
    recibo, kassabon, tendered, visa, till, rounding, change due, table, bedankt`,
  bank_statement: `
    bank statement, account statement, kontoauszug, releve de compte, extracto bancario, estratto conto,
    rekeningafschrift, opening balance, closing balance, statement period, iban, balance brought forward,
    kontostand, anfangssaldo, endsaldo, alter saldo, neuer saldo, solde, saldo, account number, sort code,
    withdrawals, deposits, valuta`,
  contract: `
    agreement, contract, hereinafter, whereas, party, parties, governing law, termination, confidential information,
    shall, vertrag, contrat, contrato, contratto, overeenkomst, in witness whereof, effective date, indemnify,
    obligations`,
  resume: `
    curriculum vitae, resume, work experience, education, skills, employment history, references, lebenslauf,
    berufserfahrung, experience professionnelle, languages, certifications, bachelor, university`,
  letter: `
    dear, sincerely, kind regards, best regards, yours faithfully, sehr geehrte, mit freundlichen grussen,
    cordialement, madame, estimado, atentamente, gentile, cordiali saluti, geachte, met vriendelijke groet, yours
    sincerely`,
  report: `
    report, abstract, introduction, conclusion, executive summary, findings, methodology, table of contents,
    bericht, zusammenfassung, rapport, informe, relazione, results, appendix, figure`,
  other: '',
});
const STRONG: Readonly<Record<string, number>> = {
  invoice: 1.2,
  bank_statement: 1.3,
  receipt: 1,
  contract: 0.9,
  resume: 1.4,
  letter: 1.2,
  report: 0.9,
};
const READ = 20_000;

export function documentType(document: Document): DocumentType {
  const words = wordsOf(document.source.text.slice(0, READ));
  const seen = new Map<DocumentType, Map<string, number>>();
  for (const match of findPhrases(words, WORDS)) {
    const key = words
      .slice(match.word, match.word + match.length)
      .map((word) => word.key)
      .join('');
    const kinds = seen.get(match.value) ?? new Map<string, number>();
    kinds.set(key, (kinds.get(key) ?? 0) + 1);
    seen.set(match.value, kinds);
  }
  let best: DocumentType = 'other';
  let most = 1.9;
  for (const [type, kinds] of seen) {
    // Different words say more than the same word many times.
    const points =
      [...kinds.values()].reduce((total, count) => total + 1 + Math.min(1, (count - 1) / 4), 0) * (STRONG[type] ?? 1);
    if (points > most) [best, most] = [type, points];
  }
  return best;
}
