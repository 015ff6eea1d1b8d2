/** Characters of a field's name. */
const LONGEST_NAME = 200;

/**
 * Gives fields of a PDF names that no other has: two of one name would be one field with one value (ISO 32000-1, 12.7.3.2). A period
 * would part a name into levels.
 */
export class FieldNames {
  readonly #used = new Set<string>();
  readonly #last = new Map<string, number>();

  /** @param wanted the name of the control, which may be anything */
  take(wanted: string): string {
    const stem =
      wanted
        .toWellFormed()
        .replaceAll(/[\p{Cc}\p{Cf}]/gu, '')
        .replaceAll('.', '_')
        .trim()
        .slice(0, LONGEST_NAME)
        .toWellFormed() || 'field';
    let name = stem;
    let number = this.#last.get(stem) ?? 1;
    while (this.#used.has(name)) {
      number += 1;
      name = `${stem}-${number}`;
    }
    this.#last.set(stem, number);
    this.#used.add(name);
    return name;
  }
}
