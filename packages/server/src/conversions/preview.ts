import type { DrawnPage } from '@platen/engine';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { askerOf } from '../access/asker.ts';
import { callerOf } from '../access/caller.ts';
import { BODY_ERRORS, GATE_ERRORS } from '../access/errors.ts';
import { RateLimit } from '../access/rate-limit.ts';
import type { Clock } from '../clock.ts';
import { ApiError } from '../errors.ts';
import { endpointsOf, type HandledEndpoint, jsonAnswer, jsonBody } from '../http/define-endpoint.ts';
import { sendAsItIs } from '../http/encode-answers.ts';
import { onExchangeEnd } from '../http/exchange-end.ts';
import type { HttpLimits } from '../http/limits.ts';
import { registerEndpoints } from '../http/register.ts';
import { readRequestBodies } from '../http/request-body.ts';
import { EMPTY_BODY, type PublishedBody } from '../templates/body.ts';
import { inspectTemplate } from '../templates/check.ts';
import { CONTENT, DATA } from '../templates/examples.ts';
import { definedOf } from '../templates/named-fields.ts';
import { checkOptions } from '../templates/options.ts';
import type { ResolvedTemplate } from '../templates/resolve.ts';
import type { TemplateStore } from '../templates/template-store.ts';
import { drawTemplate } from './draw-template.ts';
import { ENGINE_FAILURES } from './errors.ts';
import { pdfPreviewAnswer, pdfPreviewRequest, previewAnswer, previewRequest } from './preview-schema.ts';
import { type ThumbnailParts, thumbnail } from './thumbnail-endpoint.ts';
import { Thumbnails } from './thumbnails.ts';

/** `POST /v1/preview`: a template that somebody works on, with data, as pictures of its pages; `/pdf`: those of a PDF. */

export interface PreviewParts extends ThumbnailParts {
  readonly templates: Pick<TemplateStore, 'publisher'>;
  /** Previews of a person. */
  readonly rate: RateLimit;
}

/** Previews that a person may ask for in a minute: one for each half second of typing. */
const RATE = 120;
/** Milliseconds that a preview may take. */
const DEADLINE = 30_000;
/** Millimeters in a point. */
const MILLIMETERS = 25.4 / 72;
/** Of its name nothing is read: what it means is given. */
const DRAFT = 'draft';

const endpoint = endpointsOf<PreviewParts>();

const preview = endpoint({
  method: 'post',
  path: '/v1/preview',
  tag: 'Templates',
  operation: 'preview_template',
  summary: 'Preview a template',
  description:
    'The pages of a template that is being worked on, as small pictures, with what is wrong with it and where. For people who have signed in; it costs nothing and stores nothing. 120 a minute. What protects the PDF, its tags and its bookmarks are left out.',
  access: { resource: 'templates', action: 'write' },
  withoutKeys: true,
  request: jsonBody('PreviewRequest', previewRequest, [
    { name: 'data', summary: 'With data', value: { content: CONTENT, data: DATA, width: 400 } },
  ]),
  answer: jsonAnswer('What was found, and the pages.', previewAnswer),
  errors: [...new Set([...BODY_ERRORS, ...GATE_ERRORS, ...ENGINE_FAILURES, 'not_found' as const])],
  handle: async ({ request, reply, body }, parts) => {
    const { template_id: reference, first_page: first, most_pages: most, width, data: given, ...fields } = body;
    const started = performance.now();
    const asker = askerOf(request);
    const { id, organisationId: group } = callerOf(request);
    refuseHurry(parts.rate, id);
    if (parts.withoutBrowser) throw new ApiError('capacity', { detail: 'This server has no browser for previews.' });
    if (fields.options) checkOptions(fields.options);
    const left = leftBy(reply);
    const stored = reference === undefined ? undefined : await parts.resolver.resolve(asker, draftOf(reference));
    const template = await worked(parts, group, { ...EMPTY_BODY, ...definedOf(fields) }, stored);
    const data = given ?? fields.sample_data ?? {};
    const { engine } = parts.conversions;
    // It starts while the template is filled and printed.
    engine.prepareDrawing();
    // It is filled and printed while it is inspected; whatever is wrong with it ends that.
    const faulty = new AbortController();
    const stop = () => faulty.abort(new ApiError('canceled'));
    const signal = AbortSignal.any([left, faulty.signal]);
    const options = { request, template, data, first, most, width, runs: true, deadline: DEADLINE, signal };
    const drawing = drawTemplate(parts, options).then(
      (made) => ({ made }),
      (fault: unknown) => ({ fault }),
    );
    const inspection = { data, group, signal: left, filled: async () => 'made' in (await drawing) };
    const { errors, ...found } = await inspectTemplate(engine, template.body, inspection).catch((error) => {
      stop();
      throw error;
    });
    if (errors.length > 0) {
      stop();
      return { success: true, valid: false, errors, ...found, preview: null };
    }
    const outcome = await drawing;
    if ('fault' in outcome) throw outcome.fault;
    const { pages, drawn, warnings } = outcome.made;
    // Pictures do not get smaller.
    sendAsItIs(reply);
    const duration = Math.round(performance.now() - started);
    return {
      success: true,
      valid: true,
      errors,
      ...found,
      preview: { pages, drawn: drawn.map(pageJson), warnings, duration },
    };
  },
});

/** A page of its own with nothing on it. */
const EXAMPLE_PDF = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]>>endobj
trailer<</Root 1 0 R>>`;

const pdfPreview = endpoint({
  method: 'post',
  path: '/v1/preview/pdf',
  tag: 'Conversions',
  operation: 'preview_pdf',
  summary: 'Show a PDF',
  description:
    'Its pages as small pictures, for looking at a result. For people who have signed in; it costs nothing and stores nothing. It counts as a preview of a template.',
  access: { resource: 'convert', action: 'write' },
  withoutKeys: true,
  request: jsonBody('PdfPreviewRequest', pdfPreviewRequest, [
    { name: 'blank', summary: 'A blank page', value: { file: btoa(EXAMPLE_PDF), width: 200 } },
  ]),
  answer: jsonAnswer('The pages.', pdfPreviewAnswer),
  errors: [...BODY_ERRORS, ...GATE_ERRORS, 'unreadable_pdf', 'capacity', 'queue_timeout'],
  handle: async ({ request, reply, body: { file, first_page: first, most_pages: most, width } }, parts) => {
    const { id, organisationId: group } = callerOf(request);
    refuseHurry(parts.rate, id);
    const options = { first, most, width, group, signal: leftBy(reply) };
    const { pages, drawn } = await parts.conversions.engine.drawPages(Buffer.from(file, 'base64'), options);
    sendAsItIs(reply);
    return { success: true, preview: { pages, drawn: drawn.map(pageJson) } };
  },
});

export const PREVIEW_ENDPOINTS: readonly HandledEndpoint<PreviewParts>[] = [preview, pdfPreview, thumbnail];

export interface PreviewOptions extends Omit<PreviewParts, 'rate' | 'thumbnails' | 'thumbnailRate'> {
  readonly limits: HttpLimits;
  readonly clock: Clock;
}

/** Behind the gate. */
export function previewRoutes(scope: FastifyInstance, { limits, clock, ...parts }: PreviewOptions): void {
  readRequestBodies(scope, limits, { jsonOnly: true });
  const rate = () => new RateLimit({ limit: RATE, clock });
  const thumbnails = new Thumbnails();
  registerEndpoints(scope, PREVIEW_ENDPOINTS, { ...parts, rate: rate(), thumbnails, thumbnailRate: rate() });
}

function refuseHurry(rate: RateLimit, person: string): void {
  if (rate.take(person)) return;
  const detail = `At most ${RATE} previews a minute are drawn for a person.`;
  throw new ApiError('rate_limited', { detail, retryAfter: rate.look(person).nextIn / 1_000 });
}

/** Set off when nobody waits for the answer any more. */
function leftBy(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  onExchangeEnd(reply.raw, (finished) => {
    if (!finished) controller.abort(new ApiError('canceled'));
  });
  return controller.signal;
}

/** The draft of a stored template, whichever version is named. */
const draftOf = (reference: string): string => (reference.includes('@') ? reference : `${reference}@draft`);

/** What is worked on, as a template with all that belongs to it. */
async function worked(
  { templates }: PreviewParts,
  group: string,
  fields: Omit<PublishedBody, 'snippets'>,
  stored: ResolvedTemplate | undefined,
): Promise<ResolvedTemplate> {
  const body = { ...fields, assets: stored?.body.assets ?? [] };
  const snippets = await templates.publisher.snippetsOf(group, body);
  return { id: stored?.id ?? DRAFT, body: { ...body, snippets }, files: stored?.files ?? [] };
}

const pageJson = ({ paper: [width, height], ...page }: DrawnPage) => ({
  ...page,
  paper: { width: millimeters(width), height: millimeters(height) },
});

const millimeters = (points: number): number => Math.round(points * MILLIMETERS * 10) / 10;
