import { areaOf, captureImage } from '../image/capture.ts';
import { areDrawn } from '../page/glyphs.ts';
import { hideCaret } from '../page/in-page/caret.ts';
import { restoreRoot } from '../page/in-page/document.ts';
import { PrintWait } from '../page/print-wait.ts';
import { keepingRevealed } from '../page/reveal.ts';
import { setViewport, type Viewport } from '../page/viewport.ts';
import { measure } from '../pdf/fit.ts';
import { geometryOf } from '../pdf/geometry.ts';
import { type PagedSource, readPaged } from '../pdf/paged/read.ts';
import { printPdf } from '../pdf/print.ts';
import { extractReadable } from '../readable/extract.ts';
import type { Input } from '../request/input.ts';
import { type ImageFormat, kindOf, type OutputFormat, type OutputKind } from '../request/request.ts';
import type { Output } from '../request/several.ts';
import type { OutputResult } from '../result.ts';
import type { Warning } from '../warnings.ts';
import type { Job } from './job.ts';
import { imageQuality, printQuality, watchPrint } from './quality.ts';
import { type ResizeContext, resizeViewport } from './resize-viewport.ts';
import { isSameViewport, viewportFor } from './viewport.ts';
import { contentTruncated, detailsLeftOut, empty, printWarnings } from './warnings.ts';

const MEDIA_TYPES: Readonly<Record<OutputFormat, string>> = {
  pdf: 'application/pdf',
  png: 'image/png',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  text: 'text/plain; charset=utf-8',
  // RFC 7763, section 3.
  markdown: 'text/markdown; charset=utf-8; variant=GFM',
};

/** Elements from which the time of tagging is seen. */
const MANY_ELEMENTS = 2_000;
/** Elements, and bytes of the document and what it loaded, up to which a PDF is read in one piece. */
const SHORT_DOCUMENT = { elements: 5_000, bytes: 4 * 1024 * 1024 };

export interface Scene extends ResizeContext {
  /** The viewport that the page became ready in. */
  readonly viewport: Viewport;
  /** The window that the page has in its place, if it was given that of its paper. */
  readonly window: Viewport | undefined;
  /** Whether something of the page was still loading when waiting for it ended. */
  readonly pending: boolean;
  /** Whether images of the page waited for being scrolled to. */
  readonly deferred: boolean;
  /** Whether something can change the document by itself. */
  readonly alive: boolean;
  /** Elements of the document; 0 when they are not known. */
  readonly elements: number;
  /** Bytes that the page received from the network. */
  readonly received: number;
  /** Whether scripts or style sheets of the page did not load. */
  readonly broken: boolean;
}

export interface Rendering {
  /** In the order in which they were asked for. */
  readonly outputs: readonly OutputResult[];
  /** Whether something of the page was still loading when an output was made. */
  readonly pending: boolean;
  readonly warnings: readonly Warning[];
}

/** Makes all outputs of a job of its ready page. */
export async function renderOutputs(job: Job, scene: Scene): Promise<Rendering> {
  const { outputs } = job.request;
  const results = new Map<Output, OutputResult>();
  const warnings: Warning[] = [];
  let { viewport, pending } = scene;
  if (scene.elements === 0) await scene.page.call(restoreRoot);
  const areDrawings = outputs.some(({ format }) => kindOf(format) === 'image' || kindOf(format) === 'pdf');
  if (scene.alive && areDrawings) await scene.page.call(hideCaret);
  // Reading may lift what hides the whole page, and printing lays it out anew: the picture comes first.
  for (const output of [...outputs].sort((a, b) => ORDER[kindOf(a.format)] - ORDER[kindOf(b.format)])) {
    const wanted = viewportFor(output);
    if (!isSameViewport(viewport, wanted) && !(await resizeViewport(scene, wanted))) pending = true;
    viewport = wanted;
    const isLast = results.size === outputs.length - 1;
    // To draw or print all of a page shows it in other windows, for a moment: what hides again is missing in the next output.
    const turn = { ...scene, viewport, isLast };
    const rendered = await keepingRevealed(scene.page, scene.reveals && !isLast, () => render(job, output, turn));
    results.set(output, rendered.result);
    pending ||= rendered.pending ?? false;
    warnings.push(...rendered.warnings);
  }
  return { outputs: outputs.map((output) => results.get(output) as OutputResult), pending, warnings };
}

const ORDER: Readonly<Record<OutputKind, number>> = { image: 0, pdf: 1, text: 2, markdown: 2 };

interface Rendered {
  readonly result: OutputResult;
  /** Whether something was still loading that the output asked for. */
  readonly pending?: boolean;
  readonly warnings: readonly Warning[];
}

interface Turn extends Scene {
  /** Whether no other output is made of the page afterwards. */
  readonly isLast: boolean;
}

async function render(job: Job, { format, options }: Output, scene: Turn): Promise<Rendered> {
  const { page, viewport, alive, reveals, elements, received, broken, deferred, timeout, virtualTime } = scene;
  const contentType = MEDIA_TYPES[format];
  switch (format) {
    case 'pdf': {
      const hasAddress = job.input.kind === 'url' || job.input.baseUrl !== undefined;
      // Nothing is known of a page that was given up.
      const size = received + (job.input.kind === 'html' ? job.input.html.length : 0);
      const inPieces = elements === 0 || elements > SHORT_DOCUMENT.elements || size > SHORT_DOCUMENT.bytes;
      const geometry = geometryOf(options);
      const mayBeHuge = mayPrintHuge(job);
      // A page that was given up stands still too.
      const wait = new PrintWait({ page, timeout, deferred, heldClock: virtualTime || elements === 0 });
      const source = { html: job.input.kind === 'html' ? job.input.html : undefined, css: options.css };
      const isPlain = !alive && elements > 0 && !options.expand && !options.header && !options.footer;
      // At once with what else is read: each time that the page is asked takes longer than what it is asked.
      const measured =
        isPlain && !geometry.turned ? measure(page, scene.window ?? viewport, sourcesOf(source)) : undefined;
      measured?.catch(() => {});
      if (scene.window && !measured) await setViewport(page, viewport);
      const [watch, rules] = await Promise.all([watchPrint(page), readPaged(page, source)]);
      const printed = await printPdf(page, {
        options,
        geometry,
        viewport,
        hasAddress,
        mayBeHuge,
        alive,
        reveals,
        manyElements: elements === 0 || elements > MANY_ELEMENTS,
        inPieces,
        last: scene.isLast && areDrawn(page, watch.candidates),
        wait,
        source,
        rules,
        measured,
      });
      const { bytes, pages } = printed;
      const warnings = [...printWarnings(printed), ...(await printQuality(page, watch, bytes))];
      return {
        result: { format, contentType, bytes, pages, additions: printed.additions },
        pending: wait.incomplete,
        warnings,
      };
    }
    case 'text':
    case 'markdown': {
      const inputKind = kindOfInput(job.input);
      const source = job.input.kind === 'html' ? job.input.html : undefined;
      const { text, mode, details, truncated, leftOut } = await extractReadable(page, {
        format,
        inputKind,
        options,
        source,
        broken,
      });
      const bytes = Buffer.from(text, 'utf8');
      return {
        result: { format, contentType, bytes, contentMode: mode, details },
        warnings: [
          ...(truncated ? [contentTruncated(format)] : bytes.length > 0 ? [] : [empty(format)]),
          ...detailsLeftOut(leftOut),
        ],
      };
    }
    default: {
      const warnings = await imageQuality(page, () => areaOf(page, options, viewport));
      // A page that was given up stands still.
      const isHeld = elements === 0;
      const bytes = await captureImage(page, format satisfies ImageFormat, options, { viewport, isHeld });
      return { result: { format, contentType, bytes }, warnings };
    }
  }
}

/** The texts that the style of a document stands in, where it is all there. */
const sourcesOf = ({ html, css }: PagedSource): readonly string[] | undefined =>
  html === undefined || /^\s*https?:/i.test(css ?? '') ? undefined : [html, css ?? ''];

const kindOfInput = ({ kind }: Input) => kind;

/** What a few characters of CSS can make huge: lengths of five digits or more, exponents, arithmetic. */
const HUGE_LENGTH =
  /(?<!\d)\d{5,}(?:\.\d*)?\s*(?:px|r?em|v[a-z]{1,3}|%|pt|pc|in|cm|mm|q|ex|ch|lh)|\de\+?\d|calc\(|pow\(|<script/i;
/** Characters of HTML beyond which a document is measured before it is printed. */
const LONG_DOCUMENT = 200_000;

/** Whether a document has to be measured before it is printed; that costs a layout, which most need not pay. */
function mayPrintHuge({ input, request }: Job): boolean {
  const { css, javascript } = request.options;
  if (input.kind === 'url' || css !== undefined || javascript !== undefined) return true;
  return input.html.length > LONG_DOCUMENT || HUGE_LENGTH.test(input.html);
}
