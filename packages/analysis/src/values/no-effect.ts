import { eachSentence } from '../text/sentences.ts';
import { wordsOf } from '../text/words.ts';
import type { Document } from './document.ts';
import { remembered } from './remembered.ts';

/**
 * Papers that say of themselves that they do not count: a draft, an exercise at the till, one that was
 * cancelled or sent in error. Their sums may all agree.
 */

/** What says so, alone on a line. Words as `wordsOf` gives them, without accents. */
const WORDS = new Set(
  (
    'draft drafts entwurf brouillon borrador bozza utkast kladde luonnos szkic rascunho konzept ' +
    'training schulung schulungsmodus uebung ubung ubungsbon trainingsmodus formation entrenamiento ' +
    'void voided cancelled canceled storniert storno annule annulee anulado anulada annullato annullata geannuleerd anulowano anulowana ' +
    'makulerad annulleret annullert peruttu cancelado cancelada ungultig nonvalid invalid ' +
    'nacrt otkazano otkazana otkazan stornirano storniran ponisteno ponisten nevazece osnutek preklicano нацрт поништено сторнирано сторно анулирано анулирана анулиран черновик отменен отменено отменена аннулирован аннулировано аннулирована ' +
    'недеиствителен недеиствительно чернетка скасовано скасовании анульовано чернова mustand tuhistatud melnraksts anulets atcelts atsaukts juodrastis anuliuota atsaukta drog ogilt ogildur dibatalkan batal nhap taslak iptal zruseno stornovano ' +
    'ervenytelen piszkozat tervezet anulat ciorna باطل ابطال לבטל בוטל מבוטל טיוטה გაუქმებულია გაუქმებული დრაფტი'
  ).split(' '),
);
/** What may stand beside it. */
const BESIDE = new Set(
  'mode modus invoice receipt bill document copy only transaction sale sales rechnung bon beleg facture factura fattura factuur faktura not for payment valid watermark the this is a an of no racun racuna рачун рачуна рахунок рахунка счет счета фактура чек rekins saskaita arve reikningur فاکتور'.split(
    ' ',
  ),
);
/** Of these, what is also sold. */
const SOLD = new Set('training schulung uebung ubung formation entrenamiento konzept entwurf brouillon'.split(' '));
/** A draft, which is seldom what is sold. */
const LOUD = new Set(['entwurf', 'brouillon', 'konzept']);
/** Lines at the top, where a paper says what it is. */
const HEAD = 3;
/** A stamp has signs around it, where it is not alone in its words. */
const MARKED = /[*#=~<>!|[\]]|[-–—]{2,}|(?:^|\s)[-–—]\s/;
/** No part of a day: `05.01.2030`. */
const SUM = /\d[.,]\d\d(?!\d|[.,/]\d)/;
const LONGEST = 300;
const hasSum = (line: string) => SUM.test(line.slice(0, LONGEST));
const TOTAL = /total|summe|gesamt|netto|brutto|montant|importe|amount|balance|saldo|zu zahlen/i;
const MOST_WORDS = 6;
const LINES = 400;
const MONEY = /\d[.,]\d\d(?!\d|[.,/]\d)|[:#]/;

/** `Please disregard the invoice below`, unless under a condition: who has paid already may disregard any invoice. */
const WITHDRAWN =
  /(?<!\p{L})(?:(?:disregard|ignore|discard|destroy) (?:the|this|that|our|my|invoice|bill|it)(?!\p{L})|(?:sent|issued|raised|created|billed) (?:to you )?(?:in error|by mistake|by accident)|(?:irrtümlich|versehentlich|fälschlich)(?!\p{L})|gegenstandslos|(?:envoyée?|émise?) par erreur|ne pas tenir compte|por error|per errore|abusievelijk|per abuis)/iu;
const CONDITION =
  /(?<!\p{L})(?:if|should|unless|in case|wenn|falls|sollte[n]?|sofern|si|en cas|se|qualora|indien|mocht|als u)(?!\p{L})/iu;
/** What takes the place of the one that is taken back, and is the paper itself. */
const REPLACED =
  /(?<!\p{L})(?:corrected|replac(?:es|ing|ement)|revised|reissued|new (?:one|invoice|bill)|instead|korrigierte|ersetzt|neue rechnung|corrigée|remplace|corregida|sustituye|corretta|sostituisce|vervangt|gecorrigeerde)(?!\p{L})/iu;
const READ = 4000;

/** The words with which a paper says that it does not count; null where it says no such thing. */
export const noEffect: (document: Document) => string | null = remembered((document: Document) => {
  const lines = document.source.lines.printed(LINES);
  const firstRow = lines.findIndex(({ text }) => hasSum(text));
  const stamp = lines.find(
    ({ text }, at) =>
      isStamp(text) &&
      (isLoud(text, lines[at + 1]?.text ?? '') ||
        !isOfRow(text, { at, below: lines[at + 1]?.text ?? '', hasRows: firstRow >= 0 && firstRow < at })),
  );
  return stamp?.text.trim() ?? withdrawal(document);
});

/** `BROUILLON` above `Conseil 100,00`: what is sold is not written in other letters than the row below it. */
const isLoud = (text: string, below: string) =>
  text === text.toUpperCase() &&
  /\p{Lu}{4}/u.test(text) &&
  /\p{Ll}{2}/u.test(below.slice(0, LONGEST)) &&
  LOUD.has(wordsOf(text)[0]?.key ?? '');

/** Not without its mark: Huy is a town of Belgium. */
const CANCELED_IN_VIETNAMESE = /^\P{L}{0,12}(?:hóa đơn )?(?:đã )?(?:bị )?hủy(?: bỏ)?\P{L}{0,12}$/iu;

function isStamp(text: string): boolean {
  if (text.length > 200 || MONEY.test(text)) return false;
  const words = wordsOf(text).map(({ key }) => key);
  if (words.length === 0 || words.length > MOST_WORDS) return false;
  return (
    (words.some((word) => WORDS.has(word)) && words.every((word) => WORDS.has(word) || BESIDE.has(word))) ||
    CANCELED_IN_VIETNAMESE.test(text.normalize('NFC'))
  );
}

/**
 * Whether a word alone is what is sold, or what is taken back of it: `Schulung` above `2 Tage 1.200,00`, `VOID` above
 * `MILK -1.99`.
 */
function isOfRow(
  text: string,
  { at, below, hasRows }: { readonly at: number; readonly below: string; readonly hasRows: boolean },
): boolean {
  const words = wordsOf(text).map(({ key }) => key);
  if (words.length > 1 || MARKED.test(text)) return false;
  const isSold = SOLD.has(words[0] ?? '');
  // Nothing is taken back ahead of the first row.
  if ((isSold || hasRows) && hasSum(below) && !TOTAL.test(below.slice(0, LONGEST))) return true;
  return at >= HEAD && isSold && text !== text.toUpperCase();
}

function withdrawal({ source }: Document): string | null {
  if (REPLACED.test(source.text.slice(0, READ))) return null;
  for (const { text, span } of eachSentence(source)) {
    if (span.start > READ) return null;
    const said = CONDITION.test(text) ? null : WITHDRAWN.exec(text);
    if (said) return said[0];
  }
  return null;
}
