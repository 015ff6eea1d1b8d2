/** Legal forms that end a company's name; `1 kg` is a weight. */
export const LEGAL_FORM =
  /(?:^|[\s.,)(])(?:sdn\.?\s?bhd|s\/b|sb|snd bhd|bhd|pte\.? ltd|pty\.? ltd|pvt\.? ltd|ltd|limited|inc|llc|l\.l\.c|corp|corporation|plc|llp|gmbh(?: ?& ?co\.? ?kg)?|mbh|ag|(?<!\d\s)kg|ohg|e\.k|ug|se|s\.?a\.?r\.?l|sas|s\.a\.s|s\.?a|eurl|s\.?l\.?u?|s\.?r\.?l|s\.?p\.?a|s\.n\.c|b\.?v|n\.?v|v\.?o\.?f|ab|a\/s|aps|oyj?|hb|kb|kft|sp\. z o\.o|s\.r\.o|d\.o\.o|a\.s|a\.g|e\.v|ltda)\.?(?=$|[\s,)([])/i;
