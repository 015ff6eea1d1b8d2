import type { SendSeveral } from '../../conversions/convert.ts';
import { CUSTOMER_HTML } from '../../http/customer-html.ts';

/** What was read of a page, as Browserless answers it. */

/** Answers `/content`. */
export const sendContent: SendSeveral = (reply, { outputs }) =>
  reply.headers({ ...CUSTOMER_HTML, 'cache-control': 'no-store' }).send(outputs[0]?.details?.page_html ?? '');

/** Answers `/scrape`. */
export const sendElements: SendSeveral = (reply, { outputs }) =>
  reply.header('cache-control', 'no-store').send({
    data: (outputs[0]?.details?.elements ?? []).map(({ selector, elements }) => ({
      selector,
      results: elements.map(({ text, html, attributes, left, top, width, height }) => ({
        ...{ text, html, left, top, width, height },
        attributes: Object.entries(attributes).map(([name, value]) => ({ name, value })),
      })),
    })),
  });
