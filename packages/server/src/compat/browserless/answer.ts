import type { SendSeveral } from '../../conversions/convert.ts';
import { CUSTOMER_HTML } from '../../http/customer-html.ts';

/** What was read of a page, as Browserless answers it. */

/** These answers have no place of their own that tells of a page that is an error. */
const statusOf = (status: number | undefined) => (status === undefined ? {} : { 'x-response-code': String(status) });

/** Answers `/content`. */
export const sendContent: SendSeveral = (reply, { outputs, sourceStatus }) =>
  reply
    .headers({ ...CUSTOMER_HTML, ...statusOf(sourceStatus), 'cache-control': 'no-store' })
    .send(outputs[0]?.details?.page_html ?? '');

/** Answers `/scrape`. */
export const sendElements: SendSeveral = (reply, { outputs, sourceStatus }) =>
  reply.headers({ ...statusOf(sourceStatus), 'cache-control': 'no-store' }).send({
    data: (outputs[0]?.details?.elements ?? []).map(({ selector, elements }) => ({
      selector,
      results: elements.map(({ text, html, attributes, left, top, width, height }) => ({
        ...{ text, html, left, top, width, height },
        attributes: Object.entries(attributes).map(([name, value]) => ({ name, value })),
      })),
    })),
  });
