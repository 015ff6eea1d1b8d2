import { z } from 'zod';
import type { Caller } from '../../access/caller.ts';
import { fileName } from '../../conversions/download-name.ts';
import type { ApiError } from '../../errors.ts';
import { mayFetch } from '../../jobs/endpoints.ts';
import { errorOfOutcome, warningsOf } from '../../jobs/outcome.ts';
import type { JobRow } from '../../jobs/reader.ts';
import type { JobService } from '../../jobs/service.ts';
import { isKept } from '../../jobs/states.ts';
import { reworded } from '../words.ts';
import { type Note, WORDS } from './fields.ts';

/** A job as PDFMonkey tells of a document. */

/** Our states as theirs. */
const STATES = {
  queued: 'pending',
  processing: 'generating',
  succeeded: 'success',
  failed: 'failure',
  canceled: 'failure',
} as const;

const time = z.iso.datetime();

const card = z.object({
  id: z.string(),
  app_id: z.string().describe('The organization.'),
  created_at: time,
  document_template_id: z.string().nullable().describe('As the request named it.'),
  document_template_identifier: z.string().nullable().describe('The same.'),
  download_url: z.string().nullable().describe('Opens without a key until the result expires.'),
  failure_cause: z.string().nullable(),
  filename: z.string().nullable(),
  meta: z.string().nullable().describe('JSON, as the request had it.'),
  output_type: z.enum(['pdf', 'image']),
  preview_url: z.null(),
  public_share_link: z.null(),
  status: z.enum(['pending', 'generating', 'success', 'failure']),
  updated_at: time,
});

const document = card.extend({
  checksum: z.string().nullable().describe('SHA-256 of the file, as hex.'),
  generation_logs: z.array(z.object({ type: z.string(), message: z.string(), timestamp: time })).describe('Warnings.'),
  payload: z.string().nullable().describe('JSON; null once the document was accepted.'),
});

export const cardAnswer = z.object({ document_card: card });
export const documentAnswer = z.object({ document });

/** @param payload the data, where it is known */
export async function documentOf(
  caller: Caller,
  row: JobRow,
  { jobs, payload = null }: { readonly jobs: JobService; readonly payload?: string | null },
): Promise<z.infer<typeof document>> {
  const open = mayFetch(caller, row.owner);
  // Whoever may not fetch the result is told of nothing that may quote it.
  const { outputs, outcome } = open ? await jobs.whole(row) : { outputs: [], outcome: {} };
  const note = open ? await jobs.noteOf(row, outcome) : undefined;
  const { template, meta } = note === undefined ? { template: row.template } : (JSON.parse(note) as Note);
  const [output] = outputs.filter(isKept);
  const failed = row.state === 'failed' || row.state === 'canceled';
  const cause = failed ? causeOf(errorOfOutcome(outcome, row.error_code)) : null;
  const at = (row.finished_at ?? row.started_at ?? row.created_at).toISOString();
  const warnings = warningsOf(outcome).map(({ message }) => ({ type: 'warning', message, timestamp: at }));
  return {
    id: row.id,
    app_id: row.organisation_id,
    checksum: output?.sha256.toString('hex') ?? null,
    created_at: row.created_at.toISOString(),
    document_template_id: template,
    document_template_identifier: template,
    download_url: output ? jobs.linkTo(output) : null,
    failure_cause: cause,
    filename: output?.format === 'pdf' ? fileName('pdf', outcome.name) : null,
    generation_logs: cause === null ? warnings : [...warnings, { type: 'error', message: cause, timestamp: at }],
    meta: meta === undefined ? null : JSON.stringify(meta),
    output_type: row.format === 'pdf' ? 'pdf' : 'image',
    payload,
    preview_url: null,
    public_share_link: null,
    status: STATES[row.state],
    updated_at: at,
  };
}

const causeOf = ({ message, code }: ApiError): string => reworded(message, code, WORDS);

/** The same without what may be long. */
export async function cardOf(caller: Caller, row: JobRow, jobs: JobService): Promise<z.infer<typeof card>> {
  const {
    checksum: _checksum,
    generation_logs: _logs,
    payload: _payload,
    ...rest
  } = await documentOf(caller, row, { jobs });
  return rest;
}
