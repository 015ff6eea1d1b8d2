import { findPhrases, phrases, type Word } from '../text/words.ts';

/**
 * Words that say of a sum that it takes the place of another one: `Correct total 33.00`, `Neue Summe 749,70`. By
 * language, so that one can be added without code.
 */

interface Language {
  /** What says that something is put right. */
  readonly replacing: string;
  /** What a total is called. */
  readonly total: string;
}

const LANGUAGES: Readonly<Record<string, Language>> = {
  en: {
    replacing: `
      correct, corrected, correction, revised, amended, adjusted, updated, restated, recalculated, reduced, replacement, agreed, actual, final,
      new, right, should be, should read, instead`,
    total: 'total, sum, amount, price, invoice amount, invoice total, amount due, to pay',
  },
  de: {
    replacing: `
      richtig, richtige, richtiger, neu, neue, neuer, neues, korrigiert, korrigierte, korrigierter, korrigierten, berichtigt, berichtigte, berichtigter,
      nach korrektur, korrektur, geändert, geänderte, geänderter, tatsächlich, tatsächliche, tatsächlicher, statt`,
    total: `
      summe, betrag, gesamtbetrag, gesamtsumme, rechnungsbetrag, endbetrag, endsumme, preis, gesamt, total, zahlbetrag, zu zahlen,
      korrekturbetrag, korrektursumme`,
  },
  fr: {
    replacing: `
      correct, corrigé, corrigée, rectifié, rectifiée, modifié, modifiée, nouveau, nouvelle, révisé, révisée, exact, exacte, après remise, après correction,
      au lieu de`,
    total: 'total, montant, somme, total ttc, net à payer, prix, à payer',
  },
  es: {
    replacing:
      'correcto, corregido, corregida, rectificado, rectificada, nuevo, nueva, revisado, modificado, actualizado, ajustado, en lugar de',
    total: 'total, importe, suma, monto, precio, a pagar',
  },
  it: {
    replacing:
      'corretto, corretta, rettificato, rettificata, nuovo, nuova, modificato, aggiornato, esatto, anziché, invece di',
    total: 'totale, importo, somma, prezzo, da pagare',
  },
  nl: {
    replacing:
      'correct, correcte, juist, juiste, gecorrigeerd, gecorrigeerde, herzien, herziene, nieuw, nieuwe, aangepast, aangepaste, in plaats van',
    total: 'totaal, bedrag, som, eindbedrag, totaalbedrag, eindtotaal, factuurbedrag, te betalen, prijs',
  },
  pt: {
    replacing:
      'correto, correcto, corrigido, corrigida, retificado, novo, nova, revisto, atualizado, ajustado, em vez de',
    total: 'total, valor, soma, montante, preço, a pagar',
  },
  pl: {
    replacing:
      'poprawna, poprawny, poprawiona, skorygowana, skorygowany, po korekcie, nowa, nowy, zmieniona, prawidłowa, zamiast',
    total: 'suma, razem, kwota, ogółem, należność, do zapłaty, wartość brutto, cena',
  },
  sv: {
    replacing: 'rätt, korrekt, korrigerad, korrigerat, ny, nytt, reviderad, ändrad, justerad, i stället för',
    total: 'summa, totalt, total, belopp, slutsumma, att betala, totalbelopp, pris',
  },
  da: {
    replacing: 'rigtig, rigtigt, korrekt, korrigeret, ny, nyt, revideret, ændret, justeret, i stedet for',
    total: 'sum, total, i alt, beløb, slutbeløb, at betale, pris',
  },
  no: {
    replacing: 'riktig, korrekt, korrigert, ny, nytt, revidert, endret, justert, i stedet for',
    total: 'sum, total, totalt, beløp, sluttsum, å betale, pris',
  },
  fi: {
    replacing: 'oikea, korjattu, uusi, muutettu',
    total: 'summa, yhteensä, loppusumma, maksettava, hinta',
  },
  cs: {
    replacing: 'správná, správný, opravená, opravený, nová, nový, po opravě',
    total: 'celkem, částka, suma, k úhradě, cena',
  },
  ja: { replacing: '訂正後, 修正後, 正しい', total: '合計, 金額' },
  zh: { replacing: '更正, 更正后, 正确', total: '合计, 总计, 金额' },
};

/** What heads a correction: whichever sum stands in its row takes the place of another one. */
const HEADS =
  'erratum, errata, corrigendum, berichtigung, rectificatif, fe de erratas, rettifica, rectificatie, rättelse, rettelse, oprava, sprostowanie';

const TABLE = phrases<'head' | 'replacing' | 'total'>({
  head: HEADS,
  replacing: Object.values(LANGUAGES)
    .map(({ replacing }) => replacing)
    .join(',')
    .split(','),
  total: Object.values(LANGUAGES)
    .map(({ total }) => total)
    .join(',')
    .split(','),
});

/** So many words may stand between the two, as in `correct invoice total`. */
const BETWEEN = 2;

/** Whether words call a sum a total that takes the place of another one. */
export function replacesTotal(words: readonly Word[]): boolean {
  const found = findPhrases(words, TABLE);
  if (found.some(({ value }) => value === 'head')) return true;
  // Of two that are near each other, two neighbors are.
  return found.some(({ value, word, length }, at) => {
    const next = found[at + 1];
    return next !== undefined && next.value !== value && next.word - word - length <= BETWEEN;
  });
}
