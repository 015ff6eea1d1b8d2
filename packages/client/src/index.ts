/** The client of the Platen API. It depends on nothing but Web standards: Node.js, Deno, Bun, edge, browsers. */
export type { Analysis, Verified } from './analysis.ts';
export type { Batch, Batches } from './batches.ts';
export { COUNTRY_CODES } from './country-codes.ts';
export { type Issue, PlatenError } from './errors.ts';
export { PlatenFile } from './file.ts';
export type { Job, Jobs } from './jobs.ts';
export {
  type ImageRequest,
  type Input,
  type MarkdownRequest,
  type PdfRequest,
  Platen,
  type Requests,
  type SeveralRequest,
  type TextRequest,
} from './platen.ts';
export type { Schemas } from './schemas.ts';
export type { Template, Templates } from './templates.ts';
export type { Call, CallOptions, PlatenOptions } from './transport.ts';
export {
  type VerifyOptions,
  verifyWebhook,
  type WebhookEvent,
  type WebhookFault,
  type WebhookHeaders,
  WebhookRefused,
} from './verify-webhook.ts';
