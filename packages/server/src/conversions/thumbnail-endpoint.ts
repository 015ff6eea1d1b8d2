import { createHash } from 'node:crypto';
import { EngineError } from '@platen/engine';
import { z } from 'zod';
import { askerOf } from '../access/asker.ts';
import { callerOf } from '../access/caller.ts';
import { GATE_ERRORS } from '../access/errors.ts';
import type { RateLimit } from '../access/rate-limit.ts';
import { ApiError } from '../errors.ts';
import { endpointsOf, jsonAnswer } from '../http/define-endpoint.ts';
import type { ResolvedTemplate, TemplateResolver } from '../templates/resolve.ts';
import { versionedParams } from '../templates/schema.ts';
import { type DrawParts, drawTemplate } from './draw-template.ts';
import type { Thumbnails } from './thumbnails.ts';

export interface ThumbnailParts extends DrawParts {
  readonly resolver: Pick<TemplateResolver, 'resolve'>;
  readonly thumbnails: Thumbnails;
  /** Pictures that are drawn for a person. */
  readonly thumbnailRate: RateLimit;
  readonly withoutBrowser: boolean;
}

/** Pixels across. */
const WIDTH = 240;
/** Milliseconds that the PDF of one may take. */
const DEADLINE = 10_000;

/** The first page of a template with its sample data, for the list of templates. */
export const thumbnail = endpointsOf<ThumbnailParts>()({
  method: 'get',
  path: '/v1/templates/{slug}/thumbnail',
  tag: 'Templates',
  operation: 'template_thumbnail',
  summary: 'Show the first page of a template',
  description: 'A small picture of it with its sample data, drawn once for each version. It costs nothing.',
  // It shows what the template says, which an auditor does not see.
  access: { resource: 'templates', action: 'write' },
  withoutKeys: true,
  params: versionedParams,
  answer: jsonAnswer(
    'The picture, PNG in base64; null where the template made no page.',
    z.strictObject({ success: z.literal(true), thumbnail: z.string().nullable() }),
  ),
  errors: [...GATE_ERRORS, 'not_found', 'capacity', 'queue_timeout', 'render_crashed'],
  handle: async ({ request, params: { slug } }, parts) => {
    const { resolver, thumbnails, thumbnailRate: rate, withoutBrowser } = parts;
    const template = await resolver.resolve(askerOf(request), slug);
    if (withoutBrowser) throw new ApiError('capacity', { detail: 'This server has no browser for pictures.' });
    const drawn = thumbnails.of(nameOf(template), callerOf(request).organisationId, async () => {
      refuseHurry(rate, callerOf(request).id);
      try {
        const { sample_data: data } = template.body;
        // Others may wait for it too: whoever leaves does not end it.
        const { signal } = new AbortController();
        const options = { request, template, data: data ?? {}, deadline: DEADLINE, signal, most: 1, width: WIDTH };
        return (await drawTemplate(parts, options)).drawn[0]?.png ?? null;
      } catch (error) {
        if (isOfTemplate(error)) return null;
        throw error;
      }
    });
    // Not kept: whoever looks later may see one.
    const picture = await drawn.catch((error: unknown) => {
      if (isOfMoment(error)) return null;
      throw error;
    });
    return { success: true, thumbnail: picture };
  },
});

function refuseHurry(rate: RateLimit, person: string): void {
  if (!rate.take(person)) throw new ApiError('rate_limited', { retryAfter: rate.look(person).nextIn / 1_000 });
}

/** Whether it fails again as long as the template is the same. */
function isOfTemplate(error: unknown): boolean {
  if (error instanceof EngineError) return !(error.retryable || isOfMoment(error));
  return error instanceof ApiError && error.entry.status < 500;
}

/** What a busy machine, or a server that pictures come from, may have been the reason of. */
const OF_A_MOMENT: ReadonlySet<string> = new Set(['render_timeout', 'wait_condition_unmet', 'warning_refused']);

const isOfMoment = (error: unknown): boolean => error instanceof EngineError && OF_A_MOMENT.has(error.code);

/** Changes with everything that the picture shows. Names begin with the template: another one has none of its pictures. */
function nameOf({ id, body }: ResolvedTemplate): string {
  return `${id} ${createHash('sha256').update(JSON.stringify(body)).digest('hex')}`;
}
