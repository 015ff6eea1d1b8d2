import type { Document } from '../values/document.ts';

/**
 * Invoices that the buyer writes for the seller, who agreed to that: the name at the top, and behind `issued by`, is the
 * buyer's. Source: article 224 of directive 2006/112/EC, whose words for it are those of article 226 (10a).
 */

const SELF_BILLED =
  /\bself[- ]?bill(?:ed|ing)?\b|\bbuyer[- ]created|\brecipient[- ]created|(?:gutschrift|abrechnung).{0,40}(?:§ ?14|durch (?:den )?leistungsempf)|gutschriftverfahren|\bautofactura(?:tion|ci[oó]n)\b|facturaci[oó]n por el destinatario|\bautofattura|autofatturazione|factuur uitgereikt door (?:de )?afnemer|autofatura[çc][ãa]o|samofakturowanie|självfakturering|selvfakturering|itselaskutus|vystaveno zákazníkem/iu;
const LINES = 60;

export const isSelfBilled = ({ source }: Document): boolean =>
  source.lines.printed(LINES).some(({ text }) => SELF_BILLED.test(text));

/** Labels of who wrote the paper, not of who delivered. */
export const ISSUER =
  /^(?:issued by|issuer|from|bill from|absender|rechnungsersteller|rechnungssteller|[ée]metteur|exp[ée]diteur|emisor|wystawca|kibocsato)$/iu;
