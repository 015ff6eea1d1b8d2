/** What programs that use the Platen API need. It depends on nothing but Web standards: Node.js, Deno, Bun, edge, browsers. */
export {
  type VerifyOptions,
  verifyWebhook,
  type WebhookEvent,
  type WebhookFault,
  type WebhookHeaders,
  WebhookRefused,
} from './verify-webhook.ts';
