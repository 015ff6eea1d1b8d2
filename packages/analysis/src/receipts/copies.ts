import type { Decimal } from '../values/decimal.ts';
import type { Row } from './rows.ts';

/** The two copies of one receipt on one paper: that of the guest, and that of the house. */

const OF_GUEST =
  /(?<!\p{L})(?:(?:customer|guest|cardholder|client|diner)(?:['’]?s)? (?:copy|receipt)|(?:kunden|gäste|gast)[ -]?(?:beleg|kopie|ausfertigung|exemplar)|(?:exemplaire|copie|ticket) (?:du )?client|(?:copia|via)(?: (?:para|per)?(?: il| el| o)?)? ?(?:del )?(?:cliente|titular)|kopia (?:dla )?klienta|(?:kopie|exemplaar) (?:voor )?klant|klantkopie|kundens? (?:kopia|kvitto|kopi|kvittering|eksemplar)|kundekopi|kundkvitto|asiakkaan kappale)(?!\p{L})|お客様控/iu;
const OF_HOUSE =
  /(?<!\p{L})(?:(?:merchant|store|restaurant|shop|house|business|retailer)(?:['’]?s)? (?:copy|receipt)|(?:händler|firmen|betreiber)[ -]?(?:beleg|kopie|ausfertigung|exemplar)|(?:exemplaire|copie|ticket) (?:du )?(?:commer[çc]ant|marchand)|(?:copia|via)(?: (?:para|per)?(?: il| el| o| lo)?)? ?(?:del |do )?(?:comercio|comerciante|establecimiento|esercente|negozio|estabelecimento|lojista)|kopia (?:dla )?sprzedawcy|(?:kopie|exemplaar) (?:voor )?(?:winkel|winkelier)|winkelkopie|butiks?(?:kopia|kopi|kvitto|kvittering)|butikens kopia|myyjän kappale)(?!\p{L})|加盟店控/iu;

/**
 * What the other copy has for a total with a tip, where a tip is filled in on one of the two copies only: the house may
 * have charged the one or the other, and nothing on the paper says which. Null where both have it, or with one copy.
 */
export function withoutTip(value: Decimal, rows: readonly Row[]): Decimal | null {
  const names = (name: RegExp) => rows.some(({ text, money }) => money.length === 0 && name.test(text));
  if (!names(OF_GUEST) || !names(OF_HOUSE)) return null;
  const money = rows.flatMap((row) => row.money);
  const tips = money.filter(({ label, amount }) => label?.kind === 'tip' && amount.exact > 0);
  const [tip, again] = tips.map(({ amount }) => amount.exact);
  if (tip === undefined || again !== undefined) return null;
  return money.some(({ amount }) => amount.exact === value - tip) ? value - tip : null;
}
