import { z } from 'zod';
import { callerOf } from '../../access/caller.ts';
import { GATE_ERRORS } from '../../access/errors.ts';
import { type HandledEndpoint, jsonAnswer } from '../../http/define-endpoint.ts';
import { endpoint, READ, type TemplateParts } from '../../templates/endpoint-parts.ts';

/** `GET /api/v1/document_template_cards`: the templates, for clients that let people choose one. */

/** Templates in one answer, as there. */
const LIMIT = 24;

const query = z.strictObject({
  'page[number]': z.coerce.number().int().min(1).max(1_000_000).default(1).describe('Which of the answers, from 1.'),
  'q[workspace_id]': z.string().max(200).optional().describe('Whatever it is: there is one.'),
});

const time = z.iso.datetime();
const page = z.int().nullable();
const answer = z.object({
  document_template_cards: z.array(
    z.object({
      id: z.string().describe('Its slug, for `document_template_id`.'),
      app_id: z.string(),
      created_at: time,
      identifier: z.string().describe('Its name.'),
      is_draft: z.boolean().describe('Whether no version is published.'),
      output_type: z.literal('pdf'),
      template_folder_id: z.null(),
      updated_at: time,
    }),
  ),
  meta: z.object({ current_page: z.int(), next_page: page, prev_page: page, total_pages: z.int() }),
});

const list = endpoint({
  ...READ,
  method: 'get',
  path: '/api/v1/document_template_cards',
  layer: 'pdfmonkey',
  operation: 'pdfmonkey_list_templates',
  summary: 'List templates',
  description: 'Newest first.',
  countsAs: '/v1/templates',
  query,
  answer: jsonAnswer('The templates.', answer),
  errors: ['invalid_request', 'unknown_field', ...GATE_ERRORS],
  handle: async ({ request, query: { 'page[number]': number } }, { templates }) => {
    const { organisationId } = callerOf(request);
    const { rows, total } = await templates.reader.list(organisationId, { page: number - 1, limit: LIMIT });
    const pages = Math.max(1, Math.ceil(total / LIMIT));
    return {
      document_template_cards: rows.map((row) => ({
        id: row.slug,
        app_id: organisationId,
        created_at: row.created_at.toISOString(),
        identifier: row.name ?? row.slug,
        is_draft: row.published_version === null,
        output_type: 'pdf',
        template_folder_id: null,
        updated_at: row.updated_at.toISOString(),
      })),
      meta: {
        current_page: number,
        next_page: number < pages ? number + 1 : null,
        prev_page: number > 1 ? number - 1 : null,
        total_pages: pages,
      },
    };
  },
});

export const PDFMONKEY_TEMPLATES: readonly HandledEndpoint<TemplateParts>[] = [list];
