/** Addresses of the web and of people, and what else a reader could follow. */

/** Letters of other scripts are left out: Chinese and Japanese continue behind an address without a space. */
const ADDRESS =
  /(?:[a-z][a-z0-9+.-]{0,20}:)?\/\/[\p{sc=Latin}\d][\p{sc=Latin}\d\-._~:/?#[\]@!$&'*+,;=%]{0,2000}|www\.[\p{sc=Latin}\d\-._~:/?#@!$&'*+,;=%]{1,2000}|[\p{sc=Latin}\d._%+-]{1,64}@[\p{sc=Latin}\d.-]{1,255}|(?:javascript|vbscript|mailto|tel|data):[^\s"'<>)]{1,200}/giu;
/** What looks like a host, with a path or a well-known ending, so that "end.next" is none. */
const HOST =
  /(?<![\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Greek}\d@./-])[\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Greek}\d][\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Greek}\d-]{0,62}(?:\.[\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Greek}\d-]{1,63}){0,4}\.(?:[a-z]{2,24}(?=\/)|(?:com|org|net|info|biz|dev|app|xyz|shop|online|site|example|test|invalid|co|io|ai|eu|de|at|ch|fr|it|es|nl|be|uk|us|pl|cz|se|no|dk|fi|pt|ru|рф|cn|jp|br|in|ca|au|COM|ORG|NET)(?![\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Greek}\d-]|\.[a-z\d]))(?:\/[\p{sc=Latin}\d\-._~:/?#@!$&'*+,;=%]{0,2000})?/gu;
const TRAILING = /[.,;:!?'*\]]$/;

/** Every address of a text in lower case, each once. */
export function addressesIn(text: string): ReadonlySet<string> {
  return new Set(
    [...text.matchAll(ADDRESS), ...text.matchAll(HOST)].map(([address]) => withoutPunctuation(address.toLowerCase())),
  );
}

function withoutPunctuation(address: string): string {
  let end = address.length;
  while (end > 0 && TRAILING.test(address.charAt(end - 1))) end -= 1;
  return address.slice(0, end);
}
