/**
 * The catalogue of warnings: what a conversion tells about a result that is there but may not be what was meant.
 * `strict` turns those that mean that something is missing into an error.
 */
export const WARNINGS = {
  resource_failed: { strict: true, meaning: 'Fonts, images, style sheets or scripts of the page did not load.' },
  resource_blocked: { strict: true, meaning: 'The page asked for addresses that cannot be reached from here.' },
  source_looks_like_address: {
    strict: false,
    meaning: 'The source is text that looks like an address without http:// or https://, and was printed as text.',
  },
  template_without_data: {
    strict: false,
    meaning: 'The HTML has Liquid placeholders and the request no `data`: they were printed as they are.',
  },
  template_not_liquid: {
    strict: false,
    meaning: 'The template has marks of ERB, EJS, Mustache or Handlebars, which say nothing in Liquid.',
  },
  source_redirected: { strict: false, meaning: 'The source redirected; the result shows the last address.' },
  navigation_refused: {
    strict: true,
    meaning: 'The document wanted to leave for an address that does not answer with a page, and was kept.',
  },
  document_cut: {
    strict: true,
    meaning: 'Script stopped the document, or a frame of it, before its end: what follows there is missing.',
  },
  script_error: { strict: true, meaning: "The page's script threw an error that nobody caught." },
  ready_timeout: {
    strict: true,
    meaning: 'Something was still pending when waiting ended; the result shows the page as it was then.',
  },
  print_styles_ignored: {
    strict: false,
    meaning: 'The page has print styles, but was rendered with the screen medium; set `media` to `print` to use them.',
  },
  unsupported_css: {
    strict: false,
    meaning:
      'The style sheets ask for something of paged media that is not done; the detail names it, its file and its line.',
  },
  pages_unsettled: {
    strict: true,
    meaning: 'Page numbers or notes of the document still moved when laying it out ended; the PDF may show some wrong.',
  },
  string_unset: {
    strict: true,
    meaning: 'A header or footer shows a named string that nothing in the document sets.',
  },
  content_clipped: {
    strict: true,
    meaning: 'The PDF does not show all of the page: it is wider than the paper, or boxes on it have scroll bars.',
  },
  content_shrunk: {
    strict: false,
    meaning: 'The page is wider than its paper, and was printed smaller so that nothing is cut off (`fit`).',
  },
  page_split: {
    strict: false,
    meaning:
      'A page as tall as its content became several: it would be taller than a PDF allows, or the page itself says where to break.',
  },
  untagged_large: {
    strict: true,
    meaning: 'The PDF has no tags and no outline: for so many elements in one place they would take too long.',
  },
  form_field_missing: {
    strict: true,
    meaning:
      'Controls of forms have no field in the PDF: there is none of their kind, nobody sees them, or they are in a frame of another site.',
  },
  blank_page_removed: { strict: false, meaning: 'Pages without anything on them were left out of the PDF.' },
  font_missing: {
    strict: true,
    meaning: 'Characters of the page have no glyph in any font, and are drawn as empty boxes or not at all.',
  },
  content_covered: {
    strict: false,
    meaning: 'A fixed or sticky element of the page covers text in the output.',
  },
  text_rasterized: {
    strict: false,
    meaning: 'Text under a CSS filter or in perspective is a picture in the PDF: it cannot be selected or searched.',
  },
  image_rasterized: {
    strict: false,
    meaning:
      'Pictures under a CSS filter stand in the PDF as pixels without loss, which may take many times the bytes of their files.',
  },
  image_recompressed: { strict: false, meaning: 'Pictures of the PDF lost detail, as the request asked for.' },
  ads_blocked: {
    strict: false,
    meaning: 'Requests to hosts of advertising and visitor measurement were left out, as the request asked for.',
  },
  cookie_banner_hidden: { strict: false, meaning: 'A cookie banner was hidden, as the request asked for.' },
  empty_output: { strict: false, meaning: 'The page shows nothing to read; the text or Markdown is empty.' },
  content_truncated: {
    strict: false,
    meaning: 'The text or Markdown is longer than `max_tokens`, and ends early, as the request asked for.',
  },
  details_left_out: {
    strict: true,
    meaning:
      'HTML that `include`, or elements that `elements` asked for are more than an answer holds (5,000,000 characters; 1,000 elements of a selector), and are not in it.',
  },
  option_ignored: {
    strict: false,
    meaning: 'An option belongs to another output or format, or needs an address, and had no effect.',
  },
} as const satisfies Readonly<Record<string, WarningEntry>>;

interface WarningEntry {
  /** A sentence for the reference. */
  readonly meaning: string;
  /** Whether `strict` refuses the result. */
  readonly strict: boolean;
}

export type WarningCode = keyof typeof WARNINGS;

export interface Warning {
  readonly code: WarningCode;
  /** A sentence for the person who made the request. */
  readonly message: string;
  /**
   * What belongs to the warning, for the person who made the request: figures, names of fields, and as `items` at most
   * ten of what it is about. Items hold addresses and words of the document; they never go into logs, metrics or traces.
   */
  readonly detail?: Readonly<Record<string, string | number | boolean | readonly WarningItem[]>>;
}

/** One of several things that a warning is about: the address of a file and what became of it, or a script error. */
export type WarningItem = Readonly<Record<string, string | number>>;
