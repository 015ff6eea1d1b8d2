/** Bytes of output that one credit covers: 5 MB, read as 5 × 2^20, the reading that is never dearer. */
export const CREDIT_BYTES = 5 * 1_048_576;

/** Credits that one output costs, of any format; nothing costs nothing. */
export function creditsFor(bytes: number): number {
  return Math.ceil(bytes / CREDIT_BYTES);
}
