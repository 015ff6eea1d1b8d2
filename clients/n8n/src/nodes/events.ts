import type { Option } from '../n8n.ts';

/** What a workflow may be started by. */
export const EVENTS: readonly Option[] = [
  { name: 'Batch Completed', value: 'batch.completed' },
  { name: 'Connection Revoked', value: 'connection.revoked' },
  { name: 'Conversion Canceled', value: 'conversion.canceled' },
  { name: 'Conversion Failed', value: 'conversion.failed' },
  { name: 'Conversion Succeeded', value: 'conversion.succeeded' },
  { name: 'Credits Exhausted', value: 'credits.exhausted' },
  { name: 'Credits Threshold Reached', value: 'credits.threshold_reached' },
  { name: 'Delivery Failed', value: 'delivery.failed' },
  { name: 'Delivery Succeeded', value: 'delivery.succeeded' },
  { name: 'Key Locked', value: 'key.locked' },
  { name: 'Template Published', value: 'template.published' },
  { name: 'Webhook Endpoint Disabled', value: 'webhook_endpoint.disabled' },
];
