import type { DrawnPages, DrawOptions } from '@platen/engine';
import type { FastifyRequest } from 'fastify';
import { type Asker, askerOf } from '../access/asker.ts';
import { type ConversionObserver, observed } from '../observe/conversion-observer.ts';
import type { ResolvedTemplate } from '../templates/resolve.ts';
import type { Conversions } from './service.ts';

/** Of its name nothing is read: what it means is given. */
const NAME = 'draft';

export interface DrawParts {
  readonly conversions: Conversions;
  readonly observers: readonly ConversionObserver[];
}

export interface DrawTemplateOptions extends Pick<DrawOptions, 'first' | 'most' | 'width' | 'runs'> {
  readonly request: FastifyRequest;
  readonly template: ResolvedTemplate;
  readonly data: Readonly<Record<string, unknown>>;
  /** Milliseconds that the PDF may take. */
  readonly deadline: number;
  readonly signal: AbortSignal;
}

/**
 * The template without what protects its PDF: nobody could draw one that asks for a password. Nor with what no picture
 * shows, and what takes time to print: tags and bookmarks.
 */
function asPicture(template: ResolvedTemplate): ResolvedTemplate {
  const { protection: _protection, ...options } = template.body.options;
  return { ...template, body: { ...template.body, options: { ...options, tagged: false, outline: false } } };
}

/** Prints a template, and draws pages of it. It costs nothing and stores nothing. */
export async function drawTemplate({ conversions, observers }: DrawParts, options: DrawTemplateOptions) {
  const { request, template, data, deadline, signal, ...drawing } = options;
  const asker: Asker = askerOf(request);
  const body = { json: { template_id: NAME, data }, files: [] };
  const prepared = await conversions.prepare({ asker, kind: 'pdf', body, template: asPicture(template) });
  if (prepared.kind !== 'one') throw new Error('a PDF is one result');
  const { bytes, warnings } = await observed(observers, { request, formats: prepared.formats }, () =>
    prepared.run({ signal, deadline }),
  );
  const group = asker.caller.organisationId;
  const drawn: DrawnPages = await conversions.engine.drawPages(bytes, {
    ...drawing,
    group,
    signal,
    pointer: '/content',
  });
  return { ...drawn, warnings };
}
