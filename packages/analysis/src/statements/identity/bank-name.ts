import { cellsOf } from '../../text/cells.ts';
import { findLegalForm } from '../../values/legal-forms.ts';
import type { Quote, StatementLine } from '../lines/lines.ts';

/** The name of the bank, as the head of a statement or its small print has it. */

const BANK =
  /(?<![\p{L}\p{N}])(?:bank|banque|banco|banca|banking (?:corporation|group|company)|caja|spořitelna|sparkasse|volksbank|raiffeisen\w*|caisse|caixa|cassa|credit union|building society|bancorp|postfinance|crédit \p{L}+|bankhaus|банк)(?![\p{L}\p{N}])|\p{L}(?:bank|sparkasse|banken|bankdirekt|kasse|pankki|banken)(?!\p{L})|(?<!\p{L})bank\p{L}+|банк|銀行|银行|은행|τρ[άα]πεζα|(?<!\p{L})بنك(?!\p{L})/iu;
const NOT_A_BANK =
  /bankleitzahl|bank statement|bank details|bankverbindung|kreditinstitut|datenbank|bank holiday|\d{5,}|@|www\.|https?:|banking(?! (?:corporation|group|company))|\b(?:votre|notre|your|our|ihre|unsere|vuestro|su|vostra|uw|onze) (?:banque|bank|banco|banca)|relevé|bank code|banküberweisung|bank account/i;
/** The name of a cell or a column, not of a bank. */
const LABEL = /^(?:bank|banque|banco|banca|bank name|name der bank)\s?:?$/i;
const LONGEST_NAME = 60;
/** How far behind the word for a bank its name may go on to its legal form. */
const LEGAL_FORM_WITHIN = 40;

/** The first name of a bank in some lines. */
export function bankNameIn(lines: readonly StatementLine[]): Quote | null {
  for (const line of lines) {
    if (!BANK.test(line.text) || line.header.length > 1) continue;
    for (const cell of cellsOf(line)) {
      // A period may follow the name with one blank.
      const dated = line.dates.find(({ start }) => start > cell.start && start < cell.end);
      for (const part of splitName(cell.text.slice(0, dated ? dated.start - cell.start : undefined))) {
        const text = nameIn(part.text);
        if (text === null) continue;
        const start = cell.start + part.start;
        return { text, start, end: start + text.length, line };
      }
    }
  }
  return null;
}

/** A registered cooperative of Germany or Austria. */
const COOPERATIVE = /\s(?:eG|e\.G\.|eGen)(?!\p{L})/u;
/** What a head goes on with behind the name. */
const BEHIND_NAME = /\s(?:your |statement|kontoauszug|tiliote|kontoutdrag|a division of |a trading name of |is a )/i;

function nameIn(cell: string): string | null {
  const text = cell.slice(0, BEHIND_NAME.exec(cell)?.index);
  const match = BANK.exec(text);
  if (!match || LABEL.test(text)) return null;
  if (!NOT_A_BANK.test(text) && text.length <= LONGEST_NAME) return text;
  // A sender line goes on with the address, and a name with what the bank belongs to.
  const end = match.index + match[0].length;
  const behind = text.slice(end, end + LEGAL_FORM_WITHIN);
  const form = findLegalForm(behind) ?? COOPERATIVE.exec(behind);
  const name = text.slice(0, form ? end + form.index + form[0].length : end).trimEnd();
  const capital = /^\p{Lu}/u.test(name) && match.index <= LEGAL_FORM_WITHIN;
  return capital && name.length <= LONGEST_NAME && !NOT_A_BANK.test(name) ? name : null;
}

/** A sender line such as `Bank AG · Street 1 · 10115 City` names the bank first. */
function splitName(cell: string): { text: string; start: number }[] {
  const parts: { text: string; start: number }[] = [];
  let at = 0;
  for (const piece of cell.split(/(^#{1,6} | [·•|–—-] |, (?=[^,]*\d))/)) {
    const text = piece.trim();
    if (text.length > 2) parts.push({ text, start: at + piece.indexOf(text) });
    at += piece.length;
  }
  return parts;
}
