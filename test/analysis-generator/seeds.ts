/** More documents of a layout find the same faults again, as a rule: `script/test --all` has the rest of them. */
const EVERYTHING = process.env.PLATEN_TEST_ALL === '1';

/**
 * Seeds of documents, one after the other.
 * @param daily how many each run has
 * @param all how many `script/test --all` has
 */
export function seeds(first: number, { daily, all }: { readonly daily: number; readonly all: number }): number[] {
  return Array.from({ length: EVERYTHING ? all : daily }, (_, index) => first + index);
}
