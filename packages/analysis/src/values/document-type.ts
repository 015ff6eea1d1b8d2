import { findPhrases, phrases, wordsOf } from '../text/words.ts';
import type { Document } from './document.ts';
import { remembered } from './remembered.ts';

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
    invoice, rechnung, rechnungsnummer, rechnungs nr, rechnungsnr, facture, factura, fattura, factuur, invoice number,
    bill to, due date, rechnungsdatum, zahlungsbedingungen, credit note, purchase order, net 30, invoice date,
    payment terms, numero de facture, date de facture, echeance, montant ht, total ttc, factuurnummer, factuurdatum,
    vervaldatum, partita iva, p iva, imponibile, scadenza, totale fattura, spett le, base imponible, numero de factura,
    fecha de factura, fecha de vencimiento, vencimiento, amount due, nettobetrag, lieferdatum, kundennummer,
    gutschrift, remit to, unit price, einzelpreis, prix unitaire, precio unitario, prezzo unitario`,
  receipt: `
    receipt, cash, change, cashier, subtotal, thank you, quittung, kassenbon, bon, ticket de caisse, scontrino,
    recibo, kassabon, bar, ruckgeld, summe eur, beleg nr, vielen dank, rendu, especes, efectivo, cambio, contanti, resto, wisselgeld, tendered, visa, till, rounding, change due, table, bedankt`,
  bank_statement: `
    bank statement, account statement, visa statement, card statement, credit card statement, minimum payment,
    new balance, previous balance, credit limit, cardholder, payment due date, kontoauszug, releve de compte, extracto bancario, estratto conto,
    rekeningafschrift, opening balance, closing balance, statement period, iban, balance brought forward,
    kontostand, anfangssaldo, endsaldo, alter saldo, neuer saldo, solde, saldo, account number, sort code,
    withdrawals, deposits, valuta`,
  contract: `
    agreement, contract, hereinafter, whereas, party, parties, governing law, termination, confidential information,
    shall, vertrag, mietvertrag, arbeitsvertrag, kaufvertrag, dienstvertrag, werkvertrag, rahmenvertrag, vereinbarung,
    vermieter, vermieterin, mieter, mieterin, arbeitnehmer, arbeitgeber, vertragspartei, vertragsparteien,
    kundigungsfrist, nachfolgend, bail, bailleur, locataire, loyer, depot de garantie, contratto di locazione, locatore, conduttore, arrendador, arrendatario, verkaufer, kaufer, kauferin, kaufpreis, contrat, soussignes, ci apres, les parties, prestataire, droit applicable, contrato,
    acuerdo, reunidos, en adelante, las partes, clausula, ley aplicable, contratto, accordo, le parti, di seguito,
    overeenkomst, arbeidsovereenkomst, huurovereenkomst, ondergetekenden, hierna, partijen, werkgever, werknemer,
    in witness whereof, effective date, indemnify, obligations, lease, landlord, tenant, lessor, lessee`,
  resume: `
    curriculum vitae, resume, work experience, education, skills, employment history, references, lebenslauf,
    berufserfahrung, experience professionnelle, languages, certifications, bachelor, university`,
  letter: `
    dear, sincerely, kind regards, best regards, yours faithfully, sehr geehrte, sehr geehrter, mit freundlichen grussen,
    freundliche grusse, lieber, liebe, cordialement, madame, monsieur, salutations, estimado, estimada, muy senor mio,
    atentamente, un saludo, gentile, egregio, cordiali saluti, distinti saluti, geachte, met vriendelijke groet,
    met vriendelijke groeten, hoogachtend, yours sincerely`,
  report: `
    report, abstract, introduction, conclusion, conclusions, executive summary, findings, methodology,
    table of contents, annual report, quarterly report, outlook, recommendations, background, bericht, jahresbericht,
    geschaftsbericht, zusammenfassung, einleitung, ausblick, ergebnisse, rapport, rapport annuel, perspectives, bilan,
    informe, informe anual, resumen, conclusiones, relazione, relazione annuale, conclusioni, jaarverslag, verslag,
    samenvatting, conclusie, results, appendix, figure`,
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
const TITLE_POINTS = 1.5;
const LONGEST_TITLE = 60;

export const documentType: (document: Document) => DocumentType = remembered(readType);

function readType(document: Document): DocumentType {
  const words = wordsOf(document.source.text.slice(0, READ));
  const title = titleOf(document);
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
    const titled = [...kinds.keys()].some((key) => title.has(key)) ? TITLE_POINTS : 0;
    const points =
      titled +
      [...kinds.values()].reduce((total, count) => total + 1 + Math.min(1, (count - 1) / 4), 0) * (STRONG[type] ?? 1);
    if (points > most) [best, most] = [type, points];
  }
  return best;
}

/** The phrases of the short lines that a document begins with: what it calls itself. */
function titleOf(document: Document): Set<string> {
  const lines = document.source.lines.slice(0, 30).filter((line) => line.text.trim() !== '');
  const short = lines.slice(0, 12).filter((line) => line.text.trim().length <= LONGEST_TITLE);
  return new Set(
    short.flatMap((line) => {
      const words = wordsOf(line.text);
      if (words.length > 5) return [];
      return findPhrases(words, WORDS).map((match) =>
        words
          .slice(match.word, match.word + match.length)
          .map((word) => word.key)
          .join(''),
      );
    }),
  );
}
