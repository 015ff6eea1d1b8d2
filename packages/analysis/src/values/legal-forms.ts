/** Legal forms that end a company's name. */
const LONG =
  /(?:^|[\s.,)(])(?:sdn\.?\s?bhd|s\/b|snd bhd|bhd|pte\.? ltd|pty\.? ltd|pvt\.? ltd|ltd|limited|inc|llc|l\.l\.c|corp|corporation|plc|llp|gmbh(?: ?& ?co\.? ?kg)?|mbh|ohg|e\.k|s\.a\.r\.l|sarl|sas|s\.a\.s|s\.a|eurl|s\.l\.u|s\.l|s\.r\.l|srl|s\.p\.a|s\.n\.c|b\.v|n\.v|v\.o\.f|vof|a\/s|aps|oyj?|kft|sp\. z o\.o|s\.r\.o|d\.o\.o|ltd\.? ?şt[iİıI]|a\.ş|a\.s|a\.g|e\.v|ltda)\.?(?=$|[\s,)([])/i;
/**
 * In capitals only: `1 kg`, "ab Hof" and "se llama" name no company; nor do the letters of
 * the postcodes `4141 KB`, `NV 89801` and `AB T5H 1N7`.
 */
const SHORT =
  /(?<!(?:^|[\s,])\d{4})(?:^|[\s.,)(])(?:S\.?A\.?R\.?L|S\.?R\.?L|S\.?P\.?A|SpA|SB|AG|KG|UG|SE|SA|SLU?|BV|NV(?! {1,3}\d{5}(?!\d))|AB(?! {1,3}[A-Z]\d[A-Z])|HB|KB)\.?(?=$|[\s,)([])/;

/**
 * In front of the name, as in the countries of the former Soviet Union, in the Baltic, in South-East Asia and in East Asia. In capital letters: `Sia`
 * is a word of Italian. `CV` and `MB` are other things too, and need a point or quotes.
 */
const AHEAD =
  /^[\s"«„“]{0,3}(?:(?:ООО|ОАО|ЗАО|ПАО|АО|ИП|ТОО|ТОВ|ПП|ФОП|ПрАТ|ТДВ|SIA|UAB|PT\.?|CV\.)[ \u00a0]{1,2}["«„“”]?\p{Lu}|MB[ \u00a0]{1,2}["„“]\p{Lu}|(?:შპს|სს) ["„“]?\p{L}|C[ôoÔO](?:ng ty|NG TY) (?:TNHH|C[ổoỔO] ?(?:ph[ầa]n|PH[ẦA]N)|CP)(?!\p{L})|(?:株式会社|有限会社|주식회사|บริษัท|บจก\.)\s?\p{L})/u;
/** Behind the name. Only in East Asia and in Hebrew no word ends before them: `ШОКОЛАД` is no company. */
const BEHIND =
  /\p{L}(?:["»”],?\s?|,\s?|\s)(?:ЕООД|ООД|ЕАД|АД|ДОО|ДООЕЛ|Д\.О\.О\.?|E\.?I\.?R\.?L\.?|S\.A\.C\.?|(?<=\p{L}{3,20} \p{L}{3,30},?\s)SAC|S\.A\.S\.?|d\.d\.|ehf\.?|hf\.|OÜ|Bt\.|Zrt\.|Nyrt\.|L\.L\.C|W\.?L\.?L\.?|Tbk\.?|EPE|Ε\.?Π\.?Ε\.?|Α\.Ε\.)(?=$|[\s,)(])|\p{L}(?:株式会社|有限会社|股份有限公司|有限公司|有限责任公司|주식회사)(?=$|[\s,)(])|\p{L}\s?בע["״”']?מ(?=$|[\s,)(])/u;

/** The first legal form of a text, with what stands in front of it. */
export function findLegalForm(text: string): RegExpExecArray | null {
  const long = LONG.exec(text);
  const short = SHORT.exec(text);
  return long && short ? (short.index < long.index ? short : long) : (long ?? short);
}

export function hasLegalForm(text: string): boolean {
  return LONG.test(text) || SHORT.test(text) || AHEAD.test(text) || BEHIND.test(text);
}
