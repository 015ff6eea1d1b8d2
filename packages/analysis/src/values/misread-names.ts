/** Names of which text recognition took letters for others: `GREENFlELD`, `lnh. Huber`, `B1STRO`. */

/** A small `l` among capitals, or ahead of a consonant at the start of a word; digits within a word of letters. */
const MISREAD =
  /\p{Lu}l\p{Lu}|\p{Lu}{2}l(?!\p{L})|(?<![\p{L}'’])l[bcdfghjkmnpqrstvwxzA-Z]|\p{L}{2}[01]\p{L}|(?<!\p{L})\p{Lu}[01]\p{Lu}{2}/u;

/** Whether a name was not read as it is printed: then nothing proves it. */
export const isMisread = (name: string) => MISREAD.test(name);
