/** Most characters (UTF-16 code units) of a text. */
export const MOST_CHARACTERS = 2_000_000;
/** Bytes of a request. */
export const BODY = 8 * 1024 * 1024;
/** Bytes of a request that has no text in it. */
export const SMALL_BODY = 16 * 1024;
/** Milliseconds from the beginning of an analysis to its answer, with the reading of the document and all waiting. */
export const DEADLINE = 120_000;
/** Milliseconds of them that the reading of a document may take. */
export const READING = 60_000;
