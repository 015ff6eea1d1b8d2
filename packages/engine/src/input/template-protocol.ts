/** Limits of one template, whoever keeps them: the parent, the child, or both. */
export const TEMPLATE_LIMITS = {
  /** Bytes of a template in UTF-8. */
  templateBytes: 500_000,
  /** Bytes of a rendered document in UTF-8. */
  outputBytes: 20_000_000,
  /** Milliseconds from sending the job to a ready child until the answer. */
  renderMs: 1_000,
  /** Milliseconds that a child may need to start. */
  startMs: 5_000,
  /** Megabytes of memory that rendering may use. */
  memoryMb: 50,
} as const;

/** Longest message about a template, in characters. */
export const FAULT_LENGTH = 200;

/** One sentence for each limit, with its figure. */
export const LIMIT_FAULTS = {
  template: 'The template is larger than 500 kB, the most that can be parsed.',
  output: 'The rendered document is larger than 20 MB, the most that a template may produce.',
  time: 'The template took longer than 1 s to render.',
  memory: 'The template needed more than 50 MB of memory to render.',
} as const;

/** What the parent sends to a child, once. */
export interface TemplateJob {
  readonly template: string;
  readonly data: Record<string, unknown>;
}

/** What a child answers: that it has started, and later the document or what is wrong with the template. */
export type TemplateAnswer = { readonly ready: true } | { readonly html: string } | { readonly fault: string };
