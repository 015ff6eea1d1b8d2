/** Legal forms that end a company's name. */
const LONG =
  /(?:^|[\s.,)(])(?:sdn\.?\s?bhd|s\/b|snd bhd|bhd|pte\.? ltd|pty\.? ltd|pvt\.? ltd|ltd|limited|inc|llc|l\.l\.c|corp|corporation|plc|llp|gmbh(?: ?& ?co\.? ?kg)?|mbh|ohg|e\.k|s\.a\.r\.l|sarl|sas|s\.a\.s|s\.a|eurl|s\.l\.u|s\.l|s\.r\.l|srl|s\.p\.a|s\.n\.c|b\.v|n\.v|v\.o\.f|vof|a\/s|aps|oyj?|kft|sp\. z o\.o|s\.r\.o|d\.o\.o|ltd\.? ?şt[iİıI]|a\.ş|a\.s|a\.g|e\.v|ltda)\.?(?=$|[\s,)([])/i;
/**
 * In capitals only: `1 kg`, "ab Hof" and "se llama" name no company; nor do the letters of
 * the postcodes `4141 KB`, `NV 89801` and `AB T5H 1N7`.
 */
const SHORT =
  /(?<!(?:^|[\s,])\d{4})(?:^|[\s.,)(])(?:S\.?A\.?R\.?L|S\.?R\.?L|S\.?P\.?A|SpA|SB|AG|KG|UG|SE|SA|SLU?|BV|NV(?! {1,3}\d{5}(?!\d))|AB(?! {1,3}[A-Z]\d[A-Z])|HB|KB)\.?(?=$|[\s,)([])/;

/** The first legal form of a text, with what stands in front of it. */
export function findLegalForm(text: string): RegExpExecArray | null {
  const long = LONG.exec(text);
  const short = SHORT.exec(text);
  return long && short ? (short.index < long.index ? short : long) : (long ?? short);
}

export function hasLegalForm(text: string): boolean {
  return LONG.test(text) || SHORT.test(text);
}
