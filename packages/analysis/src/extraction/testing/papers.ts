/** A document that nobody wrote, with what a careful reader takes from it. */
export interface Paper {
  readonly name: string;
  readonly text: string;
  /** Custom fields by the names that callers give; null for what the document does not state. */
  readonly fields: Readonly<Record<string, string | null>>;
  /** A question, what its answer holds (null: that nothing is stated), and the question before it. */
  readonly questions: readonly (readonly [string, string | readonly string[] | null, string?])[];
}
