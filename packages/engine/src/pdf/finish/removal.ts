import type { PdfValue } from './value.ts';

/** Pages that are taken out, and what belongs to them. */
export interface Removal {
  /** Numbers of the pages. */
  readonly pages: ReadonlySet<number>;
  /** Numbers of their annotations. */
  readonly annotations: ReadonlySet<number>;
  /** Their keys in the tree of parents. */
  readonly parentKeys: ReadonlySet<number>;
  /** Whether a destination is on one of them. */
  readonly isDestination: (destination: PdfValue) => boolean;
}
