/**
 * Running totals of amounts as they stand in the cells of a table: in decimals, and written as the amounts are, with
 * their separators, digits and currency.
 */

/** How amounts of a column are written. */
interface Style {
  readonly decimal: string;
  readonly group: string;
  readonly digits: number;
  readonly before: string;
  readonly after: string;
}

/** A sign, digits with separators of any kind, and whether a minus stands behind. Spaces within are no-break or thin ones too. */
const AMOUNT = /([-\u2212(]?)([^\d.,()\u2212-]{0,12})([-\u2212]?)(\d[\d.,'\u2019 \u00a0\u202f]{0,40})(-?)/;
const SEPARATOR = /[.,'\u2019 \u00a0\u202f]/g;

/** A total that amounts are added to. */
export class RunningSum {
  #units = 0n;
  #digits = 0;
  #style: Style | undefined;

  /** @param like another total of such amounts, which is written as this one is: the first of them may not show all of it */
  constructor(like?: RunningSum) {
    if (like === undefined) return;
    this.#style = like.#style;
    this.#digits = like.#digits;
  }

  /** Adds what a text says; one without a number adds nothing. */
  add(text: string): void {
    const found = AMOUNT.exec(text);
    if (!found) return;
    const [whole, sign = '', between = '', second = '', given = '', behind = ''] = found;
    const number = given.replace(/[^\d]{1,3}$/, '');
    const { decimal, group } = this.#separators(number);
    const at = decimal === '' ? -1 : number.lastIndexOf(decimal);
    const fraction = at < 0 ? '' : number.slice(at + 1);
    const units = BigInt((at < 0 ? number : number.slice(0, at)).replace(SEPARATOR, '') + fraction);
    const digits = Math.max(this.#digits, fraction.length);
    const scaled = units * 10n ** BigInt(digits - fraction.length);
    this.#units *= 10n ** BigInt(digits - this.#digits);
    this.#units += sign !== '' || second !== '' || behind !== '' ? -scaled : scaled;
    this.#digits = digits;
    const end = found.index + whole.length - (given.length - number.length) - behind.length;
    this.#style = {
      decimal: this.#style?.decimal || decimal,
      group: this.#style?.group || group,
      digits,
      before: this.#style?.before ?? text.slice(0, found.index) + between,
      after: this.#style?.after ?? text.slice(end).replace(/^[-)]/, ''),
    };
  }

  /** The total as text. */
  toString(): string {
    const { decimal = '.', group = '', digits = 0, before = '', after = '' } = this.#style ?? {};
    const plain = String(this.#units < 0n ? -this.#units : this.#units).padStart(digits + 1, '0');
    const whole = plain.slice(0, plain.length - digits).replace(/\B(?=(?:\d{3}){1,20}(?!\d))/g, group);
    const fraction = digits === 0 ? '' : (decimal || '.') + plain.slice(-digits);
    return `${this.#units < 0n ? '-' : ''}${before}${whole}${fraction}${after}`;
  }

  /** The last of two kinds of separators is that of decimals; one alone groups where three digits follow each. */
  #separators(number: string): Pick<Style, 'decimal' | 'group'> {
    const signs = [...number.matchAll(SEPARATOR)].map(([sign]) => sign);
    const last = signs.at(-1) ?? '';
    const other = signs.find((sign) => sign !== last) ?? '';
    if (last === '') return { decimal: '', group: '' };
    if (other !== '') return { decimal: last, group: other };
    const groups = /^\d{1,3}(?:[^\d]\d{3}){1,12}$/.test(number) && this.#style?.decimal !== last;
    return groups || signs.length > 1 || !/[.,]/.test(last)
      ? { decimal: '', group: last }
      : { decimal: last, group: '' };
  }
}
