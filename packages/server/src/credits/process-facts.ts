/** What a process of the service tells of itself, as the operator is shown it. */
export interface ProcessFacts {
  readonly role: string;
  readonly version: string;
  /** Product and version; null: it has none. */
  readonly browser: string | null;
  /** How the browser is walled in. */
  readonly isolation: string | null;
  readonly started_at: string;
  readonly running: number;
  readonly queued: number;
  readonly concurrency: number;
}
