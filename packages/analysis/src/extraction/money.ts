import type { Span } from '../text/source.ts';
import type { Amount } from '../values/amounts.ts';
import { amountsIn, type Document } from '../values/document.ts';

/** Sums of money in a piece of text, with the words that belong to them: "2.6 million euros", "18 500,00 €", "6500元". */

export interface Money extends Span {
  readonly value: number;
  readonly currency: string | null;
}

const SCALES: readonly (readonly [RegExp, number])[] = [
  [/^\s?(?:thousand|tsd\.?|mille?|mil|duizend|k)(?![\p{L}])/iu, 1e3],
  [/^\s?(?:million(?:s|en|i)?|mio\.?|mill[oó]n(?:es)?|milion[ie]|miljoen|mln\.?|m)(?![\p{L}\d²³/])/iu, 1e6],
  [/^\s?(?:billions?|bn|milliarden?|mrd\.?|milliards?|miliard[oi]|miljard)(?![\p{L}])/iu, 1e9],
  [/^\s?万/u, 1e4],
];
const CURRENCIES: readonly (readonly [RegExp, string])[] = [
  [/^\s?(?:d['’]\s?|de\s|di\s)?(?:euros?|eur|€)(?![\p{L}])/iu, 'EUR'],
  [/^\s?(?:us[- ])?(?:dollars?|usd|dollari|dólares)(?![\p{L}])/iu, 'USD'],
  [/^\s?(?:pounds?(?:\ssterling)?|gbp|sterline|libras)(?![\p{L}])/iu, 'GBP'],
  [/^\s?(?:swiss\s)?(?:francs?|franken|chf)(?![\p{L}])/iu, 'CHF'],
  [/^\s?(?:yuan|rmb|元)/iu, 'CNY'],
  [/^\s?(?:yen|円)/iu, 'JPY'],
];
const UNIT =
  /^\s?(?:kg|g|mg|t|lbs?|oz|m²|m2|qm|sqm|m³|km|cm|mm|m|ml|cl|l|kwh|mwh|kw|°c|°f|mmol\/l|gb|mb|hours?|hrs?|std|stunden|h|min|days?|years?|points?|x)(?![\p{L}\d])/iu;
const GROUPS = /(?<![\d.,])\d{1,3}(?:[ \u00a0]\d{3}){0,3}[ \u00a0]$/;

/** With `plain` also numbers without a currency or two decimals. */
export function moneyOn(text: string, document: Document, plain = false): Money[] {
  return amountsIn(document, { text }).flatMap((amount): Money[] => {
    const eastern = amount.letterBefore && /\p{sc=Han}/u.test(text.charAt(amount.digitsStart - 1));
    if (amount.percent || (amount.letterBefore && !eastern)) return [];
    const read = withWords(text, amount);
    const decimal = amount.decimals === 2 && !UNIT.test(text.slice(amount.digitsEnd, amount.digitsEnd + 12));
    return read.currency !== null || decimal || plain ? [read] : [];
  });
}

/** The scale and the currency that words behind the digits name, and thousands that stand apart. */
function withWords(text: string, amount: Amount): Money {
  let end = amount.end;
  const scale =
    amount.grouped && amount.decimals === 0
      ? undefined
      : SCALES.find(([word]) => word.test(text.slice(amount.digitsEnd, amount.digitsEnd + 20)));
  const worded = scale?.[0].exec(text.slice(amount.digitsEnd, amount.digitsEnd + 20))?.[0].length ?? 0;
  const used = scale && (worded > 2 || amount.currency !== null) ? scale : undefined;
  if (used) end = Math.max(end, amount.digitsEnd + worded);
  // `8.750,- EUR`
  const dash = /^,[-–—]{1,2}/.exec(text.slice(amount.digitsEnd, amount.digitsEnd + 3))?.[0].length ?? 0;
  if (dash > 0 && end === amount.digitsEnd) end += dash;
  const behind = text.slice(end, end + 24);
  const named = amount.currency === null ? CURRENCIES.find(([word]) => word.test(behind)) : undefined;
  if (named) end += named[0].exec(behind)?.[0].length ?? 0;
  const groups = groupsBefore(text, amount, named !== undefined || amount.currency !== null);
  const value =
    (groups === null ? amount.value : Number(groups.replace(/\D/g, '')) * 1000 + amount.value) * (used?.[1] ?? 1);
  return {
    value: Math.round(value * 10_000) / 10_000,
    currency: amount.currency ?? named?.[1] ?? null,
    start: amount.start - (groups?.length ?? 0),
    end,
  };
}

/** Thousands in front of three digits, `18 500`, in prose that has no other number of the kind. */
function groupsBefore(text: string, amount: Amount, money: boolean): string | null {
  if (!money || amount.start !== amount.digitsStart || !/^\d{3}(?!\d)/.test(amount.digits)) return null;
  const groups = GROUPS.exec(text.slice(Math.max(0, amount.start - 16), amount.start));
  const words = text.match(/\p{L}{2,}/gu)?.length ?? 0;
  const leads = groups !== null && amount.start === groups[0].length;
  const prose = (words >= 4 || leads) && !/\S {3}|\t/.test(text);
  return groups && prose ? groups[0] : null;
}
