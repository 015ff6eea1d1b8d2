/**
 * The catalogue of engine errors. An error is thrown once, where it is known, and translated once, by whoever
 * calls the engine (the server maps `code` to an HTTP status, the CLI prints `message`).
 *
 * Messages are for the person who made the request: cause and remedy, never a stack, a path of ours, a private
 * address or Chromium's own words.
 */
export const ENGINE_ERRORS = {
  invalid_request: { retryable: false, title: 'The request is not valid' },
  exactly_one_input: { retryable: false, title: 'Give exactly one input' },
  unknown_field: { retryable: false, title: 'A field is not known' },
  unsupported_scheme: { retryable: false, title: 'Only http and https addresses can be converted' },
  url_not_allowed: { retryable: false, title: 'The address cannot be reached from here' },
  source_timeout: { retryable: true, title: 'The source did not answer in time' },
  source_unreachable: { retryable: true, title: 'The source closed the connection or did not speak HTTP' },
  source_status: { retryable: false, title: 'The source answered with an error status' },
  unsupported_content_type: { retryable: false, title: 'The source is not an HTML page' },
  too_many_redirects: { retryable: false, title: 'The source redirects too often' },
  tls_error: { retryable: false, title: 'The certificate of the source is not valid' },
  template_error: { retryable: false, title: 'The template cannot be rendered' },
  template_variable_missing: { retryable: false, title: 'The data lacks a variable of the template' },
  invalid_header: { retryable: false, title: 'The header or footer cannot be printed' },
  wait_condition_unmet: { retryable: false, title: 'The condition to wait for was not met' },
  warning_refused: { retryable: false, title: 'A warning was refused by "strict"' },
  image_too_large: { retryable: false, title: 'The image would be larger than its format allows' },
  unreadable_pdf: { retryable: false, title: 'The text of the PDF cannot be read' },
  too_many_pages: { retryable: false, title: 'The document has too many pages' },
  too_many_frames: { retryable: false, title: 'The page has too many frames' },
  render_out_of_memory: { retryable: false, title: 'The page needed more memory than a conversion may use' },
  render_crashed: { retryable: true, title: 'The browser crashed while rendering' },
  render_timeout: { retryable: false, title: 'The page was not ready before the deadline' },
  capacity: { retryable: true, title: 'The service is at capacity' },
  queue_timeout: { retryable: true, title: 'The request waited too long for a free slot' },
  canceled: { retryable: true, title: 'The caller canceled the conversion' },
} as const;

export type EngineErrorCode = keyof typeof ENGINE_ERRORS;

export interface EngineErrorDetails {
  /** JSON pointer (RFC 6901) to the field of the request that caused the error, for example `/source/url`. */
  readonly pointer?: string;
  /** The source's own HTTP status, for `source_status`. */
  readonly sourceStatus?: number;
  /** Whole seconds after which a retry makes sense, for `capacity` and `queue_timeout`. */
  readonly retryAfterSeconds?: number;
  /** Where and what, for `template_error` and `template_variable_missing`. */
  readonly template?: TemplateProblem;
  /** One entry for each fault, when a request has several (validation). */
  readonly issues?: readonly EngineIssue[];
  readonly cause?: unknown;
}

export interface EngineIssue {
  readonly pointer: string;
  readonly code: string;
  readonly detail: string;
}

/** The document of a template, or the header or footer that is rendered with it. */
export type DocumentPart = 'content' | 'header' | 'footer';
/** The text of an option, by its JSON Pointer into the options: it is printed as it is, whatever the documents escape. */
export type OptionPart = `/${string}`;
export type TemplatePart = DocumentPart | OptionPart;

/** Something wrong with a template. It holds names of the template and of the data's keys, never a value of the data. */
export interface TemplateProblem {
  readonly part: TemplatePart;
  /** Place in the part, or in the snippet if one is named; both from 1. */
  readonly line?: number;
  readonly column?: number;
  readonly snippet?: string;
  /** What is wrong, without the place. */
  readonly message: string;
  /** Path of a variable that is missing, as the template has it. */
  readonly variable?: string;
  /** The known name that is nearest to an unknown one. */
  readonly nearest?: string;
}

/** A failed conversion. `message` is a full sentence that names the cause and the remedy. */
export class EngineError extends Error {
  readonly code: EngineErrorCode;
  readonly details: EngineErrorDetails;

  constructor(code: EngineErrorCode, message: string, details: EngineErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'EngineError';
    this.code = code;
    this.details = details;
  }

  /** Whether the same request may succeed when it is sent again unchanged. */
  get retryable(): boolean {
    return ENGINE_ERRORS[this.code].retryable;
  }
}
