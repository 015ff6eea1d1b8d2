import { EngineError, type EngineIssue } from '../errors.ts';
import type { Navigation } from '../page/navigation.ts';
import type { ReadyReport } from '../page/ready.ts';
import type { Clipped } from '../pdf/fit.ts';
import type { PrintedPdf } from '../pdf/print.ts';
import type { LeftOut } from '../readable/extract.ts';
import { MOST_CHARACTERS } from '../readable/page-source.ts';
import type { ConversionRequest, OutputFormat } from '../request/request.ts';
import { WARNINGS, type Warning } from '../warnings.ts';
import { hasOutput, type Job } from './job.ts';
import { mediumOf } from './medium.ts';

/**
 * What the way to the ready page tells about the result.
 * @param leaves whether it is told apart that the document wanted to leave, and what is missing for it
 */
export function documentWarnings(job: Job, navigation: Navigation, report: ReadyReport, leaves: boolean): Warning[] {
  const warnings: Warning[] = [];
  if (job.input.kind === 'url' && (navigation.redirects > 0 || navigation.commits > 1)) {
    const message = 'The source redirected; the result shows the page it led to.';
    warnings.push({ code: 'source_redirected', message });
  }
  if (job.input.kind === 'html' && navigation.others > 0) {
    const message = 'The document led elsewhere; the result shows the page it led to.';
    warnings.push({ code: 'source_redirected', message });
  }
  if (report.pending) {
    const message = 'Something of the page was still loading when waiting ended.';
    warnings.push({ code: 'ready_timeout', message });
  }
  const cut = { ...report.cut, document: report.cut.document && !leaves };
  if (cut.document || cut.frames > 0) warnings.push(documentCut(cut));
  if (report.changing.length > 0) warnings.push(stillChanging(report.changing));
  if (report.printStyles && hasOutput(job, 'pdf') && mediumOf(job.request.options) === 'screen') {
    const message = 'The page has styles for print that were not used. Set "media" to "print" to use them.';
    warnings.push({ code: 'print_styles_ignored', message });
  }
  return warnings;
}

function documentCut({ document, frames }: ReadyReport['cut']): Warning {
  const framed = frames === 1 ? 'a frame of the page' : `${frames} frames of the page`;
  const what = [...(document ? ['the document'] : []), ...(frames > 0 ? [framed] : [])].join(' and ');
  return {
    code: 'document_cut',
    message: `Script stopped ${what} before the end: what follows there is missing. It calls stop(), or leads elsewhere while it is read.`,
    detail: { document, frames },
  };
}

const stillChanging = (elements: readonly string[]): Warning => ({
  code: 'ready_timeout',
  message: `${elements.length === 1 ? 'An element' : `${elements.length} elements`} of the page still changed after ten seconds of its time; the result shows what was there then.`,
  detail: { items: elements.map((element) => ({ element })) },
});

export const empty = (format: OutputFormat): Warning => ({
  code: 'empty_output',
  message: `The page shows nothing that could be read; the ${format} is empty.`,
});

export const contentTruncated = (format: OutputFormat): Warning => ({
  code: 'content_truncated',
  message: `The ${format} is longer than "max_tokens" and was cut. Set "chunking" to "headings" to get all of it in parts.`,
});

export const detailsLeftOut = (leftOut: readonly LeftOut[]): Warning[] =>
  leftOut.map((entry) => ({
    code: 'details_left_out',
    message:
      entry.name === 'elements'
        ? `Of the ${entry.count} elements that match one of "elements", the answer has ${entry.listed}. Give selectors of fewer.`
        : `"${entry.name}" has ${entry.characters} characters, of ${MOST_CHARACTERS} at most, and was left out.`,
    detail: { ...entry },
  }));

export function printWarnings(printed: PrintedPdf): Warning[] {
  const { trimmed, clipped, factor, missing, split, pages, unsupported, unsettled, untagged, leftOut } = printed;
  const unset = printed.additions.headerFooter?.unset ?? [];
  return [
    ...(untagged ? [untaggedLarge] : []),
    ...(split ? [pageSplit(pages)] : []),
    ...(trimmed > 0 ? [blankPageRemoved(trimmed)] : []),
    ...contentClipped(clipped),
    ...(factor < SHRUNK ? [contentShrunk(factor)] : []),
    ...(missing ? [missing] : []),
    ...(unsupported.length > 0 ? [unsupportedCss(unsupported)] : []),
    ...(unsettled.length > 0 ? [pagesUnsettled(unsettled)] : []),
    ...(leftOut.count > 0 ? [formFieldMissing(leftOut)] : []),
    ...(unset.length > 0 ? [stringUnset(unset)] : []),
  ];
}

const REASONS = {
  kind: 'a PDF has no field of its kind',
  unseen: 'nobody sees it',
  frame: 'what is in a frame of another site is not known',
  many: 'the forms are too large',
  place: 'it is on no page',
} as const;

function formFieldMissing({ first: named, count: all }: PrintedPdf['leftOut']): Warning {
  const [first] = named;
  const items = named.slice(0, MOST_PLACES).map(({ element, name, reason }) => ({ element, name, reason }));
  const which = first && `${first.element}${first.name === '' ? '' : ` ${JSON.stringify(first.name)}`}`;
  const count = all === 1 ? 'A control of a form has' : `${all} controls of forms have`;
  return {
    code: 'form_field_missing',
    message: `${count} no field in the PDF. The first is ${which}: ${first && REASONS[first.reason]}.`,
    detail: { count: all, items },
  };
}

function stringUnset(names: readonly string[]): Warning {
  const items = names.slice(0, MOST_PLACES).map((string) => ({ string }));
  const named = items.map(({ string }) => `strings.${string}`).join(', ');
  return {
    code: 'string_unset',
    message: `The header or footer shows ${named}, which nothing in the document sets with string-set.`,
    detail: { count: names.length, items },
  };
}

/** Places that a warning names; the others are counted. */
const MOST_PLACES = 10;

function unsupportedCss(unsupported: PrintedPdf['unsupported']): Warning {
  const places = unsupported.map(({ what, line, address, sheet, page }) => ({
    css: what.slice(0, 100),
    ...(address === undefined && sheet === undefined ? {} : { source: address?.slice(0, 500) ?? styleName(sheet) }),
    ...(line === undefined ? {} : { line }),
    ...(page === undefined ? {} : { page }),
  }));
  const named = [...new Set(places.map(({ css }) => css))].slice(0, 5);
  const [{ source = undefined, line = undefined, page = undefined } = {}] = places;
  const more = named.length < new Set(places.map(({ css }) => css)).size ? ' and more' : '';
  const where =
    source !== undefined
      ? ` The first stands in ${source}${line === undefined ? '' : `, line ${line}`}.`
      : page !== undefined
        ? ` The first shows on page ${page}.`
        : '';
  return {
    code: 'unsupported_css',
    message: `Of its style sheets the PDF does not follow ${named.join(', ')}${more}.${where}`,
    detail: { count: places.length, items: places.slice(0, MOST_PLACES) },
  };
}

const styleName = (sheet: number | undefined): string => (sheet === 0 ? 'a style attribute' : `style ${sheet}`);

function pagesUnsettled(unsettled: PrintedPdf['unsettled']): Warning {
  const places = unsettled.map(({ css, page }) => ({ css: css.slice(0, 100), page }));
  const [first] = places;
  return {
    code: 'pages_unsettled',
    message: `Page numbers or notes still moved when laying out the document ended, so that some may be wrong; the first is on page ${first?.page}, from ${first?.css}. Give what refers to pages a fixed width, or begin what it refers to on a new page.`,
    detail: { count: places.length, items: places.slice(0, MOST_PLACES) },
  };
}

/** Scale below which a person sees that the content was shrunk. */
const SHRUNK = 0.995;

const contentShrunk = (factor: number): Warning => ({
  code: 'content_shrunk',
  message: `The page is wider than its paper, and was printed at ${Math.round(factor * 100)} % of its size. Set "fit" to "none" to keep it.`,
  detail: { factor: Math.round(factor * 1000) / 1000 },
});

function contentClipped({ outside, boxes, within }: Clipped): Warning[] {
  if (outside === 0 && boxes === 0) return [];
  const lost = [
    ...(outside > 0 ? [`${outside} pixels of its width are outside the paper`] : []),
    ...(boxes > 0
      ? [`${boxes === 1 ? 'a box hides' : `${boxes} boxes hide`} a part of what is in ${boxes === 1 ? 'it' : 'them'}`]
      : []),
  ];
  const remedies = [...(outside > 0 ? ['"fit" to "width"'] : []), ...(boxes > 0 ? ['"expand" to true'] : [])];
  return [
    {
      code: 'content_clipped',
      message: `The PDF does not show all of the page: ${lost.join(', and ')}. Set ${remedies.join(' and ')}.`,
      detail: { pixels: outside + within, boxes },
    },
  ];
}

const untaggedLarge: Warning = {
  code: 'untagged_large',
  message:
    'The PDF has no tags and no outline: tens of thousands of elements have one parent, and their tags would take too long. Divide them among several parents, or style them without selectors that count from the end.',
};

const pageSplit = (pages: number): Warning => ({
  code: 'page_split',
  message: `The page that is as tall as its content became ${pages} pages: a PDF allows 14,400 points, and the page may say where to break.`,
  detail: { pages },
});

export const imagesRecompressed = (images: number): Warning => ({
  code: 'image_recompressed',
  message: `${images === 1 ? 'A picture' : `${images} pictures`} of the PDF lost detail, as "compression" or "image_dpi" asked for.`,
  detail: { images },
});

const blankPageRemoved = (pages: number): Warning => ({
  code: 'blank_page_removed',
  message: `${pages === 1 ? 'A page' : `${pages} pages`} without anything on it was left out. Set "trim_blank_pages" to "none" to keep it.`,
  detail: { pages },
});

/** @param parsed whether the document was read to its end */
export const navigationRefused = ({ parsed }: { readonly parsed: boolean }): Warning => ({
  code: 'navigation_refused',
  message:
    'The document wanted to leave for an address that does not answer with a page. It was kept where it was' +
    (parsed ? '.' : ', but what follows the place where it wanted to leave is missing: the browser did not read on.'),
});

export const ignoredOption = (option: string): Warning => ({
  code: 'option_ignored',
  message: `The option "${option}" has no effect here.`,
  detail: { option },
});

/** @throws EngineError `warning_refused` when there is one that the request does not accept */
export function refuseWarnings(
  warnings: readonly Warning[],
  { strict, fail_on: failOn = [] }: ConversionRequest,
): void {
  const refused = warnings.flatMap(({ code, message }): EngineIssue[] => {
    if (failOn.includes(code)) return [{ pointer: `/fail_on/${failOn.indexOf(code)}`, code, detail: message }];
    return strict && WARNINGS[code].strict ? [{ pointer: '/strict', code, detail: message }] : [];
  });
  const [first] = refused;
  if (!first) return;
  const messages = refused.map(({ detail }) => detail).join(' ');
  const remedy = `Mend the page, or leave out "${first.pointer.split('/')[1]}".`;
  throw new EngineError('warning_refused', `${messages} ${remedy}`, { pointer: first.pointer, issues: refused });
}
