/** How a country writes the digits of an amount. */
export interface AmountStyle {
  /** What stands between groups of digits. */
  group: string;
  decimal: string;
  /** Groups of two after the last three, as in India. */
  lakh?: boolean;
}

export const POINT: AmountStyle = { group: ',', decimal: '.' };
export const COMMA: AmountStyle = { group: '.', decimal: ',' };
export const SPACE: AmountStyle = { group: ' ', decimal: ',' };
export const NO_BREAK_SPACE: AmountStyle = { group: '\u00a0', decimal: ',' };
export const NARROW_SPACE: AmountStyle = { group: '\u202f', decimal: ',' };
export const APOSTROPHE: AmountStyle = { group: "'", decimal: '.' };
export const LAKH: AmountStyle = { group: ',', decimal: '.', lakh: true };

/** Prints the digits of an amount in minor units, without its sign. */
export function digitsOf(minor: number, style: AmountStyle): string {
  const text = String(Math.abs(minor)).padStart(3, '0');
  return `${grouped(text.slice(0, -2), style)}${style.decimal}${text.slice(-2)}`;
}

/** Prints an amount in minor units with a leading minus when it is negative. */
export function signed(minor: number, style: AmountStyle, plus = ''): string {
  return `${minor < 0 ? '-' : plus}${digitsOf(minor, style)}`;
}

export function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}

function grouped(whole: string, style: AmountStyle): string {
  const groups = [whole.slice(-3)];
  const size = style.lakh ? 2 : 3;
  for (let end = whole.length - 3; end > 0; end -= size) groups.unshift(whole.slice(Math.max(0, end - size), end));
  return groups.join(style.group);
}
