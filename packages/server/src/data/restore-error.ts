/** A dump that cannot be restored here. `message` is one sentence for the operator, with the line that is at fault. */
export class RestoreError extends Error {
  /** @param line its number; default: no single line is at fault */
  constructor(message: string, line?: number) {
    super(line === undefined ? message : `Line ${line} of the dump: ${message}`);
    this.name = 'RestoreError';
  }
}
