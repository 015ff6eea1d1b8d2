import { isTurning } from '../text/turning-words.ts';
import { fold, wordsOf } from '../text/words.ts';
import { scanAmounts } from '../values/amounts.ts';
import { scanDates } from '../values/dates.ts';
import type { Document, Found } from '../values/document.ts';
import { documentType } from '../values/document-type.ts';
import { givesAsked, isApart, sentencesIn } from './apart.ts';
import { wordsOfIntent } from './intents.ts';
import { isOfOneParty } from './one-party.ts';
import type { Question } from './question.ts';
import type { Reply } from './reply.ts';
import { meaningOf, namesItself, speaksOf } from './same-meaning.ts';
import { isToldOtherwise } from './support.ts';

/**
 * Whether an answer can be of nothing but what was asked for. It is the last word before one is called verified: an
 * answer that is near is the worst one, since it is believed.
 */

/** Reasons stand in sentences of their own, which share no word with the question. */
const WHY = /^(?:why|warum|wieso|weshalb|pourquoi|por que|perche|waarom|dlaczego|porque|varfor|hvorfor)(?: |$)/;
/** `Netto a pagare`: what is left to pay, which is neither the net sum nor the total. */
const LEFT_TO_PAY = /(?:^| )net(?:to|o|t)? (?:a|zu|to|te|att) (?:pag|pay|zahl|beta)/;
/** `The total with VAT`: a sum that has the tax in it, or has it not, is not the tax. */
const BESIDE_TAX =
  /(?:^| )(?:with|without|plus|minus|before|after|mit|ohne|avec|sans|avant|apres|con|sin|senza|met|zonder|med|uten|utan|uden) (?:the |la |el |l )?(?:tax(?:es)?|vat|gst|mwst|ust|steuern?|tva|iva|btw|moms|mva)(?: |$)/;
/** Questions of degree, such as "how far", which share no word with their answer. */
const DEGREE = /^(?:how|wie|que tan|hoe)(?: |$)/;
/** Questions that a passage answers with one value, which `holdsAsked` looks for. */
const OF_VALUE: ReadonlySet<Question['asked']> = new Set(['amount', 'count', 'date', 'duration', 'yes']);
/** Questions whose answer is a number that another passage may have otherwise. */
const OF_FIGURE: ReadonlySet<Question['asked']> = new Set(['count', 'duration']);
/** A sum: `$1,200`, `362.40`. */
const MONEY = /\p{Sc} ?\d|\d[.,]\d\d(?!\d)/u;
/** A passage with fewer words is a row of a form: what stands on other lines may belong to other labels. */
const SENTENCE = 12;
/** Say nothing about what is asked for. */
const EMPTY = new Set(
  (
    'amount value number name date day time total sum exactly currently according listed stated printed shown used given made many ' +
    'nummer betrag summe datum tag name montant numero date jour nom somme importe fecha dia nombre importo data giorno nome bedrag dag naam ' +
    'dollar dollars usd euro euros eur pound pounds gbp francs chf yen jpy kronor sek kroner nok dkk zloty pln'
  ).split(' '),
);

export function isSure(document: Document, question: Question, reply: Reply): boolean {
  const { found, passage, intent } = reply;
  const flat = question.words.join(' ');
  if (!found || WHY.test(flat) || LEFT_TO_PAY.test(flat)) return false;
  const own = linesOf(document, found.span);
  if (isLeftOut(question, own) || (passage && OF_NAME.test(flat))) return false;
  if (!passage && isOfOneParty(document, question, found.span)) return false;
  if (!hasNumbers(question, own) || !isOfKind(question, reply) || !hasMeasure(flat, reply.text)) return false;
  if (!isInCurrency(question, [reply.text, ...own])) return false;
  if (intent === 'tax' && BESIDE_TAX.test(flat)) return false;
  if (intent) return question.subject.every((word) => /^\d+$/.test(word) || isOfIntent(question, word, reply));
  if (!passage) {
    if (isApart(question, own, found.value)) return false;
    if (reply.proven === true) return true;
    // Sums, numbers of things and lengths: another section may have others.
    const isSum = question.asked === 'amount' || (question.asked === 'thing' && MONEY.test(found.value));
    const told =
      (isSum || OF_FIGURE.has(question.asked)) &&
      isToldOtherwise(document, question, { span: found.span, text: found.value, whole: isSum });
    return (
      !told && holdsWords(question, own) && isOnlySum(document, found, own) && isOnlyDay(document, question, found)
    );
  }
  if (!tellsCost(flat, found.value) || (isList(own) && !inOneLine(question, own))) return false;
  if (question.asked === 'thing')
    return (
      question.subject.length > 1 &&
      !DEGREE.test(flat) &&
      wordsOf(found.value).length >= SENTENCE &&
      !isOnlyMentioned(question, own) &&
      givesAsked(question, found.value) &&
      sentencesIn(found.value).some((sentence) => holdsWords(question, [sentence]))
    );
  if (!OF_VALUE.has(question.asked)) return false;
  // `The tenant may not keep dogs` says nothing about cats.
  if (question.asked === 'yes' && (!speaksOfKinds(question, own) || isToldElsewhere(document, question, own)))
    return false;
  return wordsOf(found.value).length >= SENTENCE || !/\d/.test(found.value) || inOneLine(question, own);
}

/** Say when or for how long something else holds: `after the minimum term` tells nothing about the term. */
const WHEN = new Set(
  (
    'after before during within until till throughout upon following nach vor wahrend innerhalb bis apres avant pendant durant ' +
    'despues antes durante dopo prima entro na voor tijdens binnen'
  ).split(' '),
);
const ARTICLE =
  /^(?:the|this|that|such|its|any|each|der|die|das|dem|den|des|l|la|le|les|el|los|las|il|lo|i|gli|de|het|du|del|della|dell|que|di)$/;

/** Whether each print of what is asked for only says when something else holds. */
function isOnlyMentioned({ subject }: Question, lines: readonly string[]): boolean {
  const [thing = ''] = subject.slice(-1);
  const words = wordsOf(lines.join(' ')).map(({ key }) => key);
  const prints = words.flatMap((word, at) => (speaksOf([word], thing) ? [at] : []));
  return (
    prints.length > 0 &&
    prints.every((at) => {
      let before = at - 1;
      while (
        before >= 0 &&
        (ARTICLE.test(words[before] ?? '') || subject.some((one) => speaksOf([words[before] ?? ''], one)))
      )
        before -= 1;
      return WHEN.has(words[before] ?? '');
    })
  );
}

/** What a thing is called: a passage that speaks of it need not say so. */
const OF_NAME =
  /(?:^| )(?:(?:name|title|surname) of|(?:is|are|was) .{1,40} (?:called|named)|(?:the )?names? (?:of|for)|name de[rs]|heisst|wie heissen|nom d[eu]|s appelle|nombre d[el]|se llama|nome d[ei]l?|si chiama|naam van|heet)(?: |$)/;

/** Ahead of what is not counted in: `Weight without bowl 68 kg`. */
const WITHOUT =
  /^(?:without|excluding|except|excepting|excl|less|ohne|ausser|ausgenommen|exkl|sans|hors|sauf|excepte|sin|excepto|salvo|senza|escluso|esclusa|tranne|zonder|behalve|uden|utan|uten|bez)$/;

/** Whether the last thing that a question names is printed as what is left out, and the question does not say so itself. */
function isLeftOut({ subject, words }: Question, lines: readonly string[]): boolean {
  if (words.some((word) => WITHOUT.test(word))) return false;
  const printed = wordsOf(lines.join(' ')).map(({ key }) => key);
  return subject.some((thing) => {
    const places = printed.flatMap((word, at) => (speaksOf([word], thing) ? [at] : []));
    return (
      places.length > 0 &&
      places.every((at) => {
        const before = ARTICLE.test(printed[at - 1] ?? '') ? printed[at - 2] : printed[at - 1];
        return WITHOUT.test(before ?? '');
      })
    );
  });
}

/** The lines of a place, each whole; with the one above where nothing but the value stands there. */
function linesOf({ source }: Document, { start, end }: { readonly start: number; readonly end: number }): string[] {
  const from = source.text.lastIndexOf('\n', start - 1) + 1;
  const to = source.text.indexOf('\n', end);
  const lines = source.text
    .slice(from, to < 0 ? undefined : to)
    .split('\n')
    .map((line) => sentenceWith(line, source.text.slice(start, end)));
  const rest = source.text.slice(from, start) + source.text.slice(end, to < 0 ? undefined : to);
  if (/\p{L}{2}/u.test(rest) || from === 0) return lines;
  const above = source.text.slice(source.text.lastIndexOf('\n', from - 2) + 1, from - 1);
  return [above, ...lines];
}

/** The sentence of a line that has a value in it; the line where it has none. */
function sentenceWith(line: string, value: string): string {
  return line.split(/(?<=[\p{L}\d]{2}[.!?]) (?=\p{Lu}\p{Ll})/u).find((sentence) => sentence.includes(value)) ?? line;
}

/** A number of the question that is no part of a day, as in "check 1041", is printed beside the answer. */
function hasNumbers(question: Question, lines: readonly string[]): boolean {
  const ofDates = question.dates.flatMap(({ text }) => text.match(/\d+/g) ?? []);
  const asked = (question.text.match(/\d+/g) ?? []).filter((digits) => !ofDates.includes(digits));
  const printed = new Set(lines.join(' ').match(/\d+/g) ?? []);
  return asked.every((digits) => printed.has(digits));
}

/** Whether an answer has a day where a day is asked for, and a number where one is that the question does not have. */
function isOfKind(question: Question, { text, passage, found }: Reply): boolean {
  const dates = scanDates(text, { partial: true });
  if (question.asked === 'date') return dates.length > 0;
  // A day is no place.
  if (question.asked === 'place' && !passage) return found === null || !isDay(found.value);
  if (question.asked !== 'amount' || passage) return true;
  const rest = dates.reduceRight((left, { start, end }) => `${left.slice(0, start)} ${left.slice(end)}`, text);
  const asked: readonly string[] = question.text.match(/\d+/g) ?? [];
  return (rest.match(/\d+/g) ?? []).some((digits) => !asked.includes(digits));
}

/** Whether a value is a day, and nothing else. */
export function isDay(value: string): boolean {
  const [date] = scanDates(value, { partial: true });
  return date !== undefined && !/\p{L}{3}/u.test(value.slice(0, date.start) + value.slice(date.end));
}

/** What a question of degree asks for, and the units that its answer has. */
const MEASURES: readonly (readonly [RegExp, RegExp])[] = [
  [
    /^(?:how far|wie weit|a quelle distance|combien de kilometres|(?:a )?que distancia|quanto (?:dista|e lontan)|hoe ver)/,
    /\d ?(?:km|mi|m|miles?|kilomet\p{L}{2,6}|met(?:er|re)s?)(?!\p{L})/iu,
  ],
  [
    /^(?:how (?:heavy|much does .{1,60} weigh)|wie schwer|combien pese|cuanto pesa|quanto pesa|hoe zwaar)/,
    /\d ?(?:kg|g|t|lbs?|oz|tons?|tonn\p{L}{1,3}|kilo\p{L}{0,6}|pounds?|ounces?)(?!\p{L})/iu,
  ],
  [
    /^(?:how fast|wie schnell|a quelle vitesse|a que velocidad|hoe snel)/,
    /\d ?(?:km\/h|kmh|mph|mbit|gbit|kbit|knots)/iu,
  ],
  [/^(?:how (?:hot|cold|warm)|wie (?:heiss|kalt|warm))/, /\d ?°/u],
];

/** Asks for a price. */
const COST =
  /(?:^| )(?:costs?|price|kostete?n?|gekostet|preis|cout(?:e|ent|ait)?|prix|cuestan?|cuesta|precio|costano?|prezzo|kost(?:en)?|prijs|custam?|preco|kosztuj[ea]|cena|kostar|pris)(?: |$)/;
/** A price, or a word that there is none. */
const PRICE =
  /\p{Sc} ?\d|\d ?(?:\p{Sc}|%|円|元)|\d[.,]\d\d(?!\d|:)|(?<!\p{L})(?:[A-Z]{3} ?\d|\d[\d.,]{0,12} ?(?:EUR|USD|GBP|CHF|SEK|NOK|DKK|PLN|JPY|CAD|AUD|euros?|dollars?|pounds?|pence|cents?|francs?|franken|kronor|kroner|zł|zloty\p{L}{0,2}|yen|kr)(?!\p{L}))|(?<!\p{L})(?:free|no (?:extra )?(?:charge|cost)|included|kostenlos|kostenfrei|gratis|unentgeltlich|inklusive|enthalten|gratuit\p{L}{0,2}|inclus\p{L}{0,2}|incluid[oa]s?|inbegrepen|compres[oa])(?!\p{L})/iu;

/** `The sauna is open from 4 pm`: a passage without a price tells no cost. */
const tellsCost = (question: string, passage: string) => !COST.test(question) || PRICE.test(passage);

/** Whether an answer has the unit that a question of degree asks for. */
function hasMeasure(question: string, answer: string): boolean {
  return MEASURES.every(([asks, unit]) => !asks.test(question) || unit.test(answer));
}

/** What people call the money of a country, and how it is printed. */
const CURRENCIES: readonly (readonly [RegExp, RegExp])[] = [
  [/^euros?$|^eur$/, /€|(?<!\p{L})(?:EUR|euros?)(?!\p{L})/iu],
  [/^dollars?$|^usd$/, /\$|(?<!\p{L})(?:USD|CAD|AUD|NZD|SGD|HKD|dollars?)(?!\p{L})/iu],
  [/^pounds?$|^gbp$/, /£|(?<!\p{L})(?:GBP|pounds?|lbs?)(?!\p{L})/iu],
  [/^francs$|^franken$|^chf$/, /(?<!\p{L})(?:CHF|Fr|SFr|francs?|franken)(?!\p{L})/iu],
  [/^yen$|^jpy$/, /[¥￥円]|(?<!\p{L})(?:JPY|yen)(?!\p{L})/iu],
  [/^kronor$|^sek$|^kroner$|^nok$|^dkk$/, /(?<!\p{L})(?:kr|SEK|NOK|DKK|kronor|kroner)(?!\p{L})/iu],
  [/^zloty(?:ch)?$|^pln$/, /(?<!\p{L})(?:PLN|zł|zloty\p{L}{0,2})(?!\p{L})/iu],
];

/** Whether an answer is in the currency that a question names. */
function isInCurrency({ words }: Question, lines: readonly string[]): boolean {
  return CURRENCIES.every(
    ([name, printed]) => !words.some((word) => name.test(word)) || lines.some((line) => printed.test(line)),
  );
}

/** Whether a word is one of those that ask for a field of a bill, or of who sent it. */
function isOfIntent(question: Question, word: string, { intent, issuer = '' }: Reply): boolean {
  if (!intent || EMPTY.has(word) || wordsOfIntent(intent).has(word) || question.names.includes(word)) return true;
  return fold(issuer).includes(word);
}

/** Whether the words of a question stand in the lines of its answer, or others with the same meaning. */
function holdsWords(question: Question, lines: readonly string[]): boolean {
  const text = lines.join(' ');
  const words = wordsOf(text).map(({ key }) => key);
  const compounds = fold(text);
  return question.subject.every(
    (word) =>
      EMPTY.has(word) || /^\d+$/.test(word) || speaksOf(words, word) || (word.length >= 5 && compounds.includes(word)),
  );
}

/** Whether lines speak of every kind that a question names and they know under another name, such as `pets`. */
function speaksOfKinds({ subject }: Question, lines: readonly string[]): boolean {
  const words = wordsOf(lines.join(' ')).map(({ key }) => key);
  const meanings = new Set(words.map(meaningOf));
  return subject.every((word) => !meanings.has(meaningOf(word)) || speaksOf(words, word));
}

/** `Small animals are allowed. Dogs need consent.`: of a thing that another sentence names, this one does not tell. */
function isToldElsewhere({ source }: Document, { subject }: Question, lines: readonly string[]): boolean {
  const words = wordsOf(lines.join(' ')).map(({ key }) => key);
  const missing = subject.filter((word) => !EMPTY.has(word) && !namesItself(words, word));
  if (missing.length === 0) return false;
  const all = wordsOf(source.text).map(({ key }) => key);
  return missing.some((word) => namesItself(all, word));
}

/** Whether a sum is the only one of its line: of "discount 2 % of 5,031.17" nobody can tell which is meant. */
function isOnlySum(document: Document, { value }: Found<string>, lines: readonly string[]): boolean {
  const [own] = scanAmounts(value, document.style);
  // Beside what a row of a statement moved stands the balance.
  if (!own || documentType(document) === 'bank_statement') return true;
  return lines.every((line) =>
    scanAmounts(line, document.style).every(
      ({ exact, decimals, percent, currency }) =>
        Math.abs(exact) === Math.abs(own.exact) || !(percent || decimals > 0 || currency !== null),
    ),
  );
}

/** Whether a day is the only one of its line, or the first behind a word of the question: `Ends 1 May unless renewed by 1 April`. */
function isOnlyDay({ source, order }: Document, question: Question, { span }: Found<string>): boolean {
  if (question.asked !== 'date') return true;
  const from = source.text.lastIndexOf('\n', span.start - 1) + 1;
  const to = source.text.indexOf('\n', span.end);
  const line = source.text.slice(from, to < 0 ? undefined : to);
  const dates = scanDates(line, { order });
  if (dates.length < 2) return true;
  const before = dates.findLast(({ end }) => from + end <= span.start)?.end ?? 0;
  return wordsOf(line.slice(before, span.start - from)).some(({ key }) =>
    question.subject.some((word) => meaningOf(word) === meaningOf(key)),
  );
}

/** Whether a passage is several rows of a list, each with a sum: what one of them says is not of another. */
const isList = (lines: readonly string[]) => lines.filter((line) => ROW.test(line)).length > 1;

/** A line that ends with a sum. */
const ROW = /\d[.,]\d\d(?!\d)[-+ ]{0,2}\p{Lu}{0,3}\s{0,40}$/u;

/** Whether one line has all words of the question and the number. */
function inOneLine(question: Question, lines: readonly string[]): boolean {
  return lines.some(
    (line) => /\d/.test(line) && holdsWords(question, [line]) && !wordsOf(line).some(({ key }) => isTurning(key)),
  );
}
