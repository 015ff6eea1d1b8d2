/** What says where a shop is, or one of its numbers: no line that names it. */

export const ADDRESS =
  /^(?:no\.?\s?\d|lot\b|unit\b|shop (?:no\.? ?)?[a-z]{0,2}-?\d{1,4}[a-z]?(?:,|$| [-–]| {2})|jalan|jln|level\b|ground floor|block\b|\d{1,5}[ ,-])/i;
/** A row of the list of goods, or the heading over it. */
export const PRICED =
  /\d[.,]\d{2}(?!\d|[.,]\d)|^\W{0,3}(?:item|description|descripci[oó]n|artikel|menge|particulars|qty|qt[eé]|uds)\b/i;
/** What kind of shop it is. */
export const TRADE =
  /\b(?:restaurant|restoran|cafe|coffee|bakery|hotel|mart|market|store|shop|supermarket|hypermarket|enterprise|trading|hardware|stationery|pharmacy|gift|deco|books?|bistro|kitchen|station|supply|services|kedai|perniagaan|apotheke|backerei|markt|boulangerie|pharmacie|tienda|farmacia|panaderia|trattoria|ristorante|winkel)\b/i;
/** A row of a card's slip, or the label of a register's number: neither names the merchant. */
export const NUMBERED =
  /^[^\p{L}\d]{0,3}(?:uid|siret|siren|rcs|nif|nipc|cif|nip|regon|cvr|y-tunnus|org\.? ?nr|organisasjonsnr|abn|acn|nzbn|gstin|fssai|ust|st\.? ?-?nr|steuernr|p\.? ?iva|part\. ?iva|c\.? ?f\.?|kvk|btw|tva|iva|mwst|mva|rfc|ein|che-|(?:pump|bay|säule|zapfsäule|pompe|surtidor|pomp)(?= ?(?:no\.? ?)?#?\d)|approv\w{0,3}|auth\w{0,6}|ref|aid|rrn|trace|tran|terminal|term id|merch id|batch|store|st#|bon(?:nr|nummer)|kassa(?:nr)?|ship to|page|placed on|server|tbl|tisch|mesa|tafel|guest|room|folio|kunde|contribuinte|ntn|strn|rnc|ruc|ncf|ninea|npwp|oib|pib|idno|kmkr|reg\.? ?nr|kra pin|(?:pan|bin|tin|pin|nit|hp|jib)(?=(?: ?n[o°r]\.?)?(?: ?[:#]| {1,2}\p{L}{0,3}\d[\d -]{4}))|vatin|kt\.|vsk|бин|иин|инн|кпп|огрн|еик|зддс|пиб|јиб|едб|єдрпоу|ს\/კ|ח\.?פ|ע\.?מ|עוסק|pvm|pvn|pdv|ddv|едб|հվհհ|شناسه|کد|تلفن)(?![\p{L}'’])/iu;
/** A short word and a long number: a register, whatever it is called. */
const REGISTER =
  /^\p{L}[\p{L}./]{1,5}(?: ?(?:no|nr|n°|br|№|#)\.?)? ?[.:]{0,2} ?(?:\p{Lu}{1,3} ?)?\d[\d .-]{5,18}[\dA-Z]?$/iu;
/** Towns with their postal codes as countries write them, and streets with a number. */
export const PLACED =
  /\b[A-Z]{2},? {1,2}\d{5}(?:-\d{4})?$|^(?:[A-Z]{1,2}-)?(?:\d{4,6}|\d{3} \d{2}|\d{2}-\d{3}|\d{4}-\d{3}|\d{4} [A-Z]{2}) {1,2}\p{L}|[,·] ?(?:[A-Z]{1,2}-)?(?:\d{4,6}|\d{3} \d{2}|\d{2}-\d{3}|\d{4}-\d{3}|\d{4} [A-Z]{2}) {1,2}\p{L}|\b[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}$|\b[A-Z]\d[A-Z] ?\d[A-Z]\d\b|\p{L} ?[- ] ?\d{6}$|\bC\.? ?P\.? ?:? ?\d{5}\b/u;
const STREET =
  /(?:\b(?:street|st|road|rd|avenue|ave|boulevard|blvd|lane|drive|parade|highway|hwy|strasse|str|platz|weg|allee|gasse)\b\.?|\p{L}{2,20}(?:stra(?:ß|ss)e|str\.|weg|gasse|allee|platz|straat|laan|plein|gatan|v[äa]gen|veien|vegen|gade|gate|vej|katu|tie))[ ,]{1,2}\d{1,4}(?![\d.,]\d)|\b\d{1,5} (?:\S{1,20} ){0,3}(?:street|st|road|rd|avenue|ave|boulevard|blvd|lane|drive|dr|parade|highway|hwy|quay|square|rue|place)\b|^(?:rue|via|viale|corso|piazza|calle|c\/|plaza|avda|avenida|rua|ul\.|al\.|rue|place|quai|pol\. ?ind)(?:[ .].{0,40}[ ,])\d{1,4}\b|^plot \d|^#\d{1,3}-\d/iu;
/** A tax office, a quarter and a street in Turkish and Thai. */
const PLACED_ELSEWHERE =
  /(?<!\p{L})(?:V\.? ?D\.?|vergi dairesi)(?:\s{0,3}:)?\s{1,3}\d{9,11}|(?<!\p{L})(?:mah|mahallesi|cad|caddesi|sok|sokak|bulv|bulvarı)\.? .{0,40}\d|(?:ถนน|ซอย|ตำบล|แขวง|อำเภอ|เขต|จังหวัด)\p{L}/iu;

/** Where the merchant is, or one of its numbers. */
export function isPlace(printed: string): boolean {
  const text = printed.replace(/^[|'~_.,*-]{1,3}\s{1,80}/, '');
  // "99 Supermarket" begins as a street does.
  const house = ADDRESS.test(text) && !(/^\d{1,5} \p{L}/u.test(text) && TRADE.test(text) && !STREET.test(text));
  return (
    PRICED.test(text) ||
    house ||
    PLACED.test(text) ||
    STREET.test(text) ||
    NUMBERED.test(text) ||
    REGISTER.test(text) ||
    PLACED_ELSEWHERE.test(text)
  );
}
