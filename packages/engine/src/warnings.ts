/**
 * The catalogue of warnings: what a conversion tells about a result that is there but may not be what was meant.
 * `strict` turns chosen warnings into an error.
 */
export const WARNING_CODES = [
  /** A font, image, style sheet or script of the page did not load. */
  'resource_failed',
  /** The egress guard refused requests of the page. */
  'resource_blocked',
  /** The source redirected; the result shows the last address. */
  'source_redirected',
  /** The page's script threw an error that nobody caught. */
  'script_error',
  /** Something was still pending when waiting ended; the result shows the page as it was then. */
  'ready_timeout',
  /** The page has print styles, but was rendered with the screen medium. */
  'print_styles_ignored',
  /** An option belongs to another output format and had no effect. */
  'option_ignored',
] as const;

export type WarningCode = (typeof WARNING_CODES)[number];

export interface Warning {
  readonly code: WarningCode;
  /** A sentence for the person who made the request. */
  readonly message: string;
  /** Figures that belong to the warning (counts, pixels, field names); never content of the document. */
  readonly detail?: Readonly<Record<string, string | number | boolean>>;
}
