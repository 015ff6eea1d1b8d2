import type { Engine, OutputKind } from '@platen/engine';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from '../access/caller.ts';
import { readTemplateFile, TEMPLATE_EXTENSIONS } from '../access/template-conversion.ts';
import { onExchangeEnd } from '../http/exchange-end.ts';
import { bodyOf, type RequestBody } from '../http/request-body.ts';
import { valid } from '../http/valid.ts';
import { templateOf } from '../templates/check.ts';
import type { TemplateResolver } from '../templates/resolve.ts';
import { HTML } from '../templates/routes.ts';
import { filledRequest } from '../templates/schema.ts';
import { missingTemplate } from '../templates/template-reader.ts';
import { pointedAtTemplate, requestAtPath } from './template-request.ts';

export interface TemplateFileOptions {
  readonly engine: Engine;
  readonly resolver: TemplateResolver;
  /** Answers a request with one result. */
  readonly convertOne: (
    request: FastifyRequest,
    reply: FastifyReply,
    kind: OutputKind,
    body: RequestBody,
  ) => Promise<FastifyReply>;
}

/** `POST /v1/templates/{slug}.{pdf|png|jpeg|webp|txt|md|html}`: a stored template, filled and converted. */
export function templateFileRoutes(scope: FastifyInstance, options: TemplateFileOptions): void {
  const { engine, resolver, convertOne } = options;

  scope.post('/v1/templates/:slug', async (request, reply) => {
    const { slug } = request.params as { readonly slug: string };
    const file = readTemplateFile(slug);
    if (!file) throw missingTemplate();
    const { reference, extension } = file;
    const kind = TEMPLATE_EXTENSIONS[extension];
    if (kind === 'html') return await fill(request, reply, reference);
    const targetFormat = kind === 'image' ? extension : undefined;
    return await convertOne(request, reply, kind, requestAtPath(bodyOf(request), { reference, targetFormat }));
  });

  async function fill(request: FastifyRequest, reply: FastifyReply, reference: string): Promise<FastifyReply> {
    const { data = {}, strict_variables, escape: escapeMode } = valid(filledRequest, bodyOf(request).json);
    const { id, key, body, files } = await resolver.resolve(request, reference);
    const { header: _header, footer: _footer, texts: _texts, ...template } = templateOf(body);
    const controller = new AbortController();
    onExchangeEnd(reply.raw, (finished) => {
      if (!finished) controller.abort();
    });
    const { html } = await pointedAtTemplate({ stored: id, pointers: ['/source/html'], body }, () =>
      engine.renderTemplate(
        {
          ...template,
          data,
          key,
          files,
          strictVariables: strict_variables ?? template.strictVariables,
          escape: escapeMode ?? template.escape,
        },
        { signal: controller.signal, group: callerOf(request).organisationId },
      ),
    );
    return reply.headers({ ...HTML, 'cache-control': 'no-store' }).send(html);
  }
}
