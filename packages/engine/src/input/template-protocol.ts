import type { DocumentPart, OptionPart, TemplatePart, TemplateProblem } from '../errors.ts';

/** Limits of one rendering, whoever keeps them: the parent, the child, or both. */
export const TEMPLATE_LIMITS = {
  /** Bytes of one template or snippet in UTF-8, and of all that come together. */
  templateBytes: 500_000,
  totalBytes: 2_000_000,
  /** Bytes of what is rendered in UTF-8. */
  outputBytes: 20_000_000,
  /** Milliseconds of processor time that a child may spend on a job. */
  renderMs: 1_000,
  /** Milliseconds of processor time after which a child is ended that did not notice its limit: it hangs in one step. */
  hangMs: 2_000,
  /** Milliseconds until the answer of a job, where the processor time of a child cannot be seen from outside. */
  blindMs: 5_000,
  /** Milliseconds until the answer of a job, however little of the processor the child gets. */
  wallMs: 15_000,
  /** Milliseconds that a child may need to start, and to receive its job. */
  startMs: 10_000,
  /** Megabytes of memory that rendering may use. */
  memoryMb: 50,
  /** How deep snippets may render each other. */
  snippetDepth: 50,
} as const;

/** Longest message about a template, in characters. */
export const FAULT_LENGTH = 200;

/** One sentence for each limit, with its figure. */
export const LIMIT_FAULTS = {
  template: 'The template is larger than 500 kB, the most that can be parsed.',
  total: 'The template and its snippets are larger than 2 MB together.',
  output: 'The rendered document is larger than 20 MB, the most that a template may produce.',
  time: 'The template took longer than 1 s to render.',
  memory: 'The template needed more than 50 MB of memory to render.',
  depth: 'Snippets are nested more than 50 deep. Does one of them render itself?',
} as const;

/** The documents that are rendered together, with the same data and snippets. */
const DOCUMENTS: readonly DocumentPart[] = ['content', 'header', 'footer'];

export type TemplateTexts = Readonly<Partial<Record<DocumentPart, string>> & Record<OptionPart, string>>;

export const isOptionPart = (part: string): part is OptionPart => part.startsWith('/');

/** The parts that there are: documents first, then options as they came. */
export function partsOf(texts: TemplateTexts): readonly TemplatePart[] {
  const documents = DOCUMENTS.filter((part) => texts[part] !== undefined);
  return [...documents, ...Object.keys(texts).filter(isOptionPart)];
}

/** A name of a part, as it may come from elsewhere. */
export function readPart(name: unknown): TemplatePart | undefined {
  if (typeof name !== 'string') return undefined;
  return isOptionPart(name) ? name : DOCUMENTS.find((part) => part === name);
}

/** How a part is compiled: what it escapes, and whether it has print variables. */
export function kindOfPart(part: TemplatePart, escapeMode: EscapeMode) {
  return {
    escapeMode: isOptionPart(part) ? ('none' as const) : escapeMode,
    isHeaderFooter: part === 'header' || part === 'footer',
  };
}

export type EscapeMode = 'html' | 'none';

/** What is compiled. */
export interface TemplateSource {
  readonly parts: TemplateTexts;
  readonly snippets: Readonly<Record<string, string>>;
  readonly escapeMode: EscapeMode;
}

export interface RenderJob extends TemplateSource {
  readonly task: 'render';
  readonly data: Record<string, unknown>;
  /** `data:` URLs of files by name. */
  readonly files: Readonly<Record<string, string>>;
  readonly strictVariables: boolean;
  /** Name of the compiled form, which a child may keep. */
  readonly key?: string;
  readonly schema?: object | boolean;
}

export interface CheckJob extends TemplateSource {
  readonly task: 'check';
  readonly data?: Record<string, unknown>;
  readonly files: Readonly<Record<string, string>>;
  readonly strictVariables: boolean;
  readonly schema?: object | boolean;
}

/** Looks at a schema alone. */
export interface SchemaJob {
  readonly task: 'schema';
  readonly parts: Readonly<Record<string, never>>;
  readonly schema: object | boolean;
}

/** What the parent sends to a child. */
export type TemplateJob = RenderJob | CheckJob | SchemaJob;

/** Something wrong with a JSON Schema. */
export interface SchemaProblem {
  /** JSON Pointer (RFC 6901) into the schema; empty for all of it. */
  readonly pointer: string;
  /** The rest of a sentence that begins with the place, such as "must be a list of names". */
  readonly message: string;
}

export interface TemplateCheck {
  /** What would keep the template from being rendered. */
  readonly errors: readonly TemplateProblem[];
  /** What is probably a mistake. */
  readonly warnings: readonly TemplateProblem[];
  /** Paths of the variables that the template reads from its data. */
  readonly variables: readonly string[];
}

/** Why a job has no result. */
export interface JobFault {
  readonly code: 'template_error' | 'template_variable_missing' | 'invalid_request';
  readonly problem: TemplateProblem;
  /** Pointers into the data, and the rules of the schema that they break. */
  readonly issues?: readonly { readonly pointer: string; readonly detail: string }[];
}

/**
 * What a child answers: that it waits for a job, that it has received one, and then the result or what is wrong.
 */
export type TemplateAnswer =
  | { readonly ready: true }
  | { readonly started: true }
  | { readonly rendered: TemplateTexts }
  | { readonly checked: TemplateCheck }
  | { readonly schema: readonly SchemaProblem[] }
  | { readonly fault: JobFault };
