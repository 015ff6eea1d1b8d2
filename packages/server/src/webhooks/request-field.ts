import { z } from 'zod';
import { JOB_EVENTS, USUAL_JOB_EVENTS } from './event-types.ts';
import type { WebhookForm } from './forms.ts';
import { targetFields } from './target.ts';

const target = z
  .strictObject({
    ...targetFields,
    events: z
      .array(z.enum(JOB_EVENTS))
      .min(1)
      .max(JOB_EVENTS.length)
      .default([...USUAL_JOB_EVENTS])
      .describe('Default: how the job ended, whichever way, and what could not be sent to its destination.'),
  })
  .meta({ id: 'RequestWebhook' });

/** Where the end of one job is reported. */
export type RequestWebhook = z.output<typeof target> & {
  /** Default: ours. No field of a request says it. */
  readonly form?: WebhookForm;
};

/** The field `webhook` of a conversion: an address, or all that can be said of it. */
export const webhookField = z
  .union([targetFields.url, target])
  .optional()
  .describe(
    'The answer is 202 at once, and the end of the job is sent there, signed with the secret of `GET /v1/webhooks/secret`. An address, or an object with it.',
  );

/** Both forms are one. */
export const requestWebhook = (given: z.output<typeof webhookField>): RequestWebhook | undefined =>
  typeof given === 'string' ? target.parse({ url: given }) : given;
