import { EngineError } from '../errors.ts';
import type { FinishOptions } from '../pdf/finish/finish.ts';
import { FORM_REFUSED } from '../pdf/finish/form.ts';
import { HEADER_FOOTER_REFUSED } from '../pdf/finish/lay-header-footer.ts';
import { finishAnyPdf, recompress } from '../pdf/finisher.ts';
import { geometryOf } from '../pdf/geometry.ts';
import { fault } from '../request/fault.ts';
import { NAMED_PAPERS } from '../request/paper.ts';
import type { ConversionRequest } from '../request/request.ts';
import type { Output } from '../request/several.ts';
import type { OutputResult, SeveralResults } from '../result.ts';
import type { Warning } from '../warnings.ts';
import { headerFooterTooLarge, printHeaderFooter } from './header-footer.ts';
import type { Job } from './job.ts';
import { markPicture, wordsAcross } from './mark.ts';
import { imagesRecompressed, refuseWarnings } from './warnings.ts';
import { makeStamp, type PrintApart } from './watermark.ts';

export interface Finishing {
  readonly signal: AbortSignal;
  /** Prints a document on another page, for what is laid over the pages of this one. */
  readonly print: PrintApart;
  /** Words across every page and every picture. */
  readonly mark?: string;
}

/**
 * What is done to the results once the page is given back, so that nobody waits for it.
 * @throws EngineError `warning_refused`
 */
export async function finishOutputs(job: Job, results: SeveralResults, finishing: Finishing): Promise<SeveralResults> {
  const { options, outputs } = job.request;
  refuseWarnings(results.warnings, options);
  const start = performance.now();
  const finished: OutputResult[] = [];
  const warnings = [...results.warnings];
  for (const [index, result] of results.outputs.entries()) {
    const done = await finishOutput(result, outputs[index] as Output, { ...finishing, known: results.warnings });
    finished.push(done.result);
    warnings.push(...done.warnings);
  }
  refuseWarnings(warnings, options);
  const finish = performance.now() - start;
  return { ...results, outputs: finished, warnings, timings: { ...results.timings, finish } };
}

/** With what was told of the document. */
type FinishingOutput = Finishing & { readonly known: readonly Warning[] };

interface Finished {
  readonly result: OutputResult;
  readonly warnings: readonly Warning[];
}

async function finishOutput(result: OutputResult, { options }: Output, finishing: FinishingOutput): Promise<Finished> {
  const { signal, print, mark: words, known } = finishing;
  if (result.format !== 'pdf')
    return { result: words ? await markPicture(result, options, finishing) : result, warnings: [] };
  try {
    const { additions, ...rest } = result;
    const headerFooter =
      additions?.headerFooter && (await printHeaderFooter(additions.headerFooter, result.bytes, known, print));
    const mark = options.watermark && (await makeStamp(options.watermark, result.bytes, print));
    const over = words === undefined ? undefined : await makeStamp(wordsAcross(words), result.bytes, print);
    const images = await recompress(result.bytes, options, signal);
    const bytes = await finishAnyPdf(
      result.bytes,
      {
        ...finishOptions(options),
        papers: papersOf(options),
        ...(options.outline === false ? {} : { outline: additions?.outline }),
        printerMarks: additions?.printerMarks,
        grouped: additions?.grouped === true,
        ...(images.length > 0 ? { images } : {}),
        ...(headerFooter ? { headerFooter: headerFooter.pdf } : {}),
        running: additions?.running,
        margins: additions?.margins,
        form: additions?.form,
        ...(mark ? { stamp: mark.stamp } : {}),
        ...(over ? { mark: over.stamp } : {}),
      },
      signal,
    );
    const warnings = [
      ...(headerFooter?.warnings ?? []),
      ...(mark?.warnings ?? []),
      ...(images.length > 0 ? [imagesRecompressed(images.length)] : []),
    ];
    return { result: { ...rest, bytes }, warnings };
  } catch (error) {
    if (signal.aborted || error instanceof EngineError) throw error;
    if (error instanceof Error && error.name === HEADER_FOOTER_REFUSED) throw headerFooterTooLarge(options);
    if (error instanceof Error && error.name === FORM_REFUSED) throw fault('invalid_request', '/forms', FORM_TOO_LARGE);
    throw new EngineError('render_crashed', 'The PDF could not be finished. Try again.', { cause: error });
  }
}

const FORM_TOO_LARGE =
  'What stands in the form fields is too large: printed for all pages it has more than 10 MB, or too many objects. Leave out "forms".';

/** Papers that the request or the page may have named, in points. */
function papersOf(options: ConversionRequest): NonNullable<FinishOptions['papers']> {
  const asked = geometryOf(options).paper;
  const points = (side: number) => side * (72 / 96);
  return [asked, ...NAMED_PAPERS].map(({ width, height }) => ({
    width: points(width),
    height: height === 'auto' ? height : points(height),
  }));
}

function finishOptions(options: ConversionRequest) {
  const { metadata, deterministic, protection, disable_links: disableLinks, tagged, outline } = options;
  return {
    untag: !tagged && outline === true,
    deterministic,
    disableLinks,
    ...(metadata ? { metadata } : {}),
    ...(protection
      ? {
          protection: {
            userPassword: protection.user_password,
            ownerPassword: protection.owner_password,
            noPrint: protection.no_print,
            noCopy: protection.no_copy,
            noModify: protection.no_modify,
            noAnnotate: protection.no_annotate,
            noForms: protection.no_forms,
            noAssemble: protection.no_assemble,
          },
        }
      : {}),
  } satisfies Partial<Record<keyof FinishOptions, unknown>> as FinishOptions;
}
