import { API_ERRORS, ENDPOINTS, LAYER_ENDPOINTS } from '@platen/server';
import { ROLES, type Role } from '../../packages/server/src/rights/roles.ts';

/** The endpoints that keys and people with a role can ask for, and who may. */

const ROUTES_OF_ALL = [...ENDPOINTS, ...LAYER_ENDPOINTS].map(({ method, path, access, request, withoutKeys }) => ({
  method: method.toUpperCase(),
  path,
  name: `${method.toUpperCase()} ${path}`,
  access,
  withoutKeys,
  example: request?.form ? formOf(request.examples[0]?.value) : request?.examples[0]?.value,
}));

/** A body of fields and files, which have names with a dot. */
function formOf(fields: Readonly<Record<string, unknown>> = {}): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (name.includes('.')) form.append('files', new Blob([String(value)]), name);
    else form.append(name, String(value));
  }
  return form;
}

/** Those behind the gate. */
export const ROUTES = ROUTES_OF_ALL.filter(({ access }) => typeof access === 'object' || access === 'everybody');

/** Those of people, which no key is needed for. */
export const PEOPLE_ROUTES = ROUTES_OF_ALL.filter(
  ({ access, path }) => (access === 'open' || access === 'session') && path.startsWith('/v1/'),
);

/** Those of the operator, whom no key and no session makes anybody. Figures for Prometheus have a test of their own. */
export const OPERATOR_ROUTES = ROUTES_OF_ALL.filter(
  ({ access, path }) => access === 'operator' && path.startsWith('/v1/'),
);

/** Who may do it; everybody else gets 403. An operation that is not here fails its test. */
export const ALLOWED: Readonly<Record<string, readonly Role[]>> = {
  'POST /v1/convert/pdf': ['owner', 'admin', 'developer'],
  'POST /v1/convert/image': ['owner', 'admin', 'developer'],
  'POST /v1/convert/text': ['owner', 'admin', 'developer'],
  'POST /v1/convert/markdown': ['owner', 'admin', 'developer'],
  'POST /v1/convert': ['owner', 'admin', 'developer'],
  'POST /v1/templates': ['owner', 'admin', 'developer'],
  'GET /v1/templates/{slug}': ['owner', 'admin', 'developer'],
  'PUT /v1/templates/{slug}': ['owner', 'admin', 'developer'],
  'PATCH /v1/templates/{slug}': ['owner', 'admin', 'developer'],
  'DELETE /v1/templates/{slug}': ['owner', 'admin', 'developer'],
  'POST /v1/templates/{slug}/publish': ['owner', 'admin', 'developer'],
  'POST /v1/templates/{slug}/rollback': ['owner', 'admin', 'developer'],
  'GET /v1/templates/{slug}/assets': ['owner', 'admin', 'developer'],
  'GET /v1/templates/{slug}.html': ['owner', 'admin', 'developer'],
  'POST /v1/templates/validate': ['owner', 'admin', 'developer'],
  'POST /v1/preview/pdf': ['owner', 'admin', 'developer'],
  'POST /v1/preview': ['owner', 'admin', 'developer'],
  'GET /v1/templates/{slug}/thumbnail': ['owner', 'admin', 'developer'],
  'POST /v1/templates/{slug}.pdf': ['owner', 'admin', 'developer'],
  'POST /v1/templates/{slug}.png': ['owner', 'admin', 'developer'],
  'POST /v1/templates/{slug}.jpeg': ['owner', 'admin', 'developer'],
  'POST /v1/templates/{slug}.webp': ['owner', 'admin', 'developer'],
  'POST /v1/templates/{slug}.txt': ['owner', 'admin', 'developer'],
  'POST /v1/templates/{slug}.md': ['owner', 'admin', 'developer'],
  'POST /v1/templates/{slug}.html': ['owner', 'admin', 'developer'],
  'POST /v1/snippets': ['owner', 'admin', 'developer'],
  'GET /v1/snippets/{name}': ['owner', 'admin', 'developer'],
  'PUT /v1/snippets/{name}': ['owner', 'admin', 'developer'],
  'DELETE /v1/snippets/{name}': ['owner', 'admin', 'developer'],
  'GET /v1/templates': ['owner', 'admin', 'developer', 'auditor'],
  'GET /v1/templates/{slug}/versions': ['owner', 'admin', 'developer', 'auditor'],
  'GET /v1/snippets': ['owner', 'admin', 'developer', 'auditor'],
  'GET /v1/jobs': ['owner', 'admin', 'developer', 'auditor'],
  'GET /v1/jobs/{id}': ['owner', 'admin', 'developer', 'auditor'],
  'GET /v1/jobs/{id}/events': ['owner', 'admin', 'developer', 'auditor'],
  'GET /v1/jobs/{id}/result': ['owner', 'admin', 'developer'],
  'DELETE /v1/jobs/{id}': ['owner', 'admin', 'developer'],
  'POST /v1/jobs/{id}/deliver': ['owner', 'admin', 'developer'],
  'POST /v1/schedules': ['owner', 'admin', 'developer'],
  'POST /v1/schedules/{id}/run': ['owner', 'admin', 'developer'],
  'PATCH /v1/schedules/{id}': ['owner', 'admin', 'developer'],
  'DELETE /v1/schedules/{id}': ['owner', 'admin', 'developer'],
  'GET /v1/schedules': ['owner', 'admin', 'developer', 'auditor'],
  'GET /v1/schedules/{id}': ['owner', 'admin', 'developer', 'auditor'],
  'POST /v1/batches': ['owner', 'admin', 'developer'],
  'POST /v1/batches/{id}/retry': ['owner', 'admin', 'developer'],
  'DELETE /v1/batches/{id}': ['owner', 'admin', 'developer'],
  'GET /v1/batches/{id}/result': ['owner', 'admin', 'developer'],
  'GET /v1/batches': ['owner', 'admin', 'developer', 'auditor'],
  'GET /v1/batches/{id}': ['owner', 'admin', 'developer', 'auditor'],
  'GET /v1/keys': ['owner', 'admin', 'developer', 'auditor'],
  'POST /v1/keys': ['owner', 'admin', 'developer'],
  'GET /v1/keys/{id}': ['owner', 'admin', 'developer', 'auditor'],
  'PATCH /v1/keys/{id}': ['owner', 'admin', 'developer'],
  'POST /v1/keys/{id}/rotate': ['owner', 'admin', 'developer'],
  'DELETE /v1/keys/{id}': ['owner', 'admin', 'developer'],
  'GET /v1/webhooks': ['owner', 'admin', 'developer', 'auditor'],
  'POST /v1/webhooks': ['owner', 'admin', 'developer'],
  'GET /v1/webhooks/secret': ['owner', 'admin', 'developer'],
  'POST /v1/webhooks/secret/rotate': ['owner', 'admin'],
  'GET /v1/webhooks/{id}/secret': ['owner', 'admin', 'developer'],
  'POST /v1/webhooks/{id}/secret/rotate': ['owner', 'admin', 'developer'],
  'GET /v1/webhook-deliveries': ['owner', 'admin', 'developer', 'auditor'],
  'GET /v1/webhook-deliveries/{id}': ['owner', 'admin', 'developer', 'auditor'],
  'POST /v1/webhook-deliveries/{id}/replay': ['owner', 'admin', 'developer'],
  'POST /v1/webhooks/{id}/replay': ['owner', 'admin', 'developer'],
  'POST /v1/webhooks/{id}/test': ['owner', 'admin', 'developer'],
  'GET /v1/webhooks/{id}': ['owner', 'admin', 'developer', 'auditor'],
  'PATCH /v1/webhooks/{id}': ['owner', 'admin', 'developer'],
  'DELETE /v1/webhooks/{id}': ['owner', 'admin', 'developer'],
  'GET /v1/connections': ['owner', 'admin', 'developer', 'auditor'],
  'POST /v1/connections': ['owner', 'admin', 'developer'],
  'GET /v1/connections/{id}': ['owner', 'admin', 'developer', 'auditor'],
  'PATCH /v1/connections/{id}': ['owner', 'admin', 'developer'],
  'DELETE /v1/connections/{id}': ['owner', 'admin', 'developer'],
  'POST /v1/connections/{id}/test': ['owner', 'admin', 'developer'],
  'DELETE /v1/connections/{id}/authorization': ['owner', 'admin', 'developer'],
  'GET /v1/authorizations': ['owner', 'admin', 'developer'],
  'POST /v1/authorizations': ['owner', 'admin', 'developer'],
  'POST /v1/authorizations/complete': ['owner', 'admin', 'developer'],
  'GET /v1/account': ROLES,
  'GET /v1/credits/usage': ROLES,
  'PATCH /v1/billing': ['owner', 'billing'],
  'GET /v1/billing/subscription': ['owner', 'admin', 'billing', 'auditor'],
  'POST /v1/billing/subscription': ['owner', 'billing'],
  'PATCH /v1/billing/subscription': ['owner', 'billing'],
  'POST /v1/billing/subscription/cancel': ['owner', 'billing'],
  'POST /v1/billing/subscription/resume': ['owner', 'billing'],
  'POST /v1/billing/card': ['owner', 'billing'],
  'POST /v1/billing/card/confirm': ['owner', 'billing'],
  'POST /v1/billing/test/clock': ['owner', 'billing'],
  'GET /v1/billing/invoices': ['owner', 'admin', 'billing', 'auditor'],
  'GET /v1/billing/invoices/{id}': ['owner', 'admin', 'billing', 'auditor'],
  'GET /v1/billing/invoices/{id}.pdf': ['owner', 'admin', 'billing', 'auditor'],
  'GET /v1/billing/details': ['owner', 'admin', 'billing', 'auditor'],
  'PUT /v1/billing/details': ['owner', 'billing'],
  'GET /v1/billing/agreement': ['owner', 'admin', 'billing', 'auditor'],
  'PUT /v1/billing/agreement': ['owner'],
  'GET /v1/billing/agreement.pdf': ['owner', 'admin', 'billing', 'auditor'],
  'GET /v1/invoices': ['owner', 'admin', 'billing', 'auditor'],
  'GET /v1/organisations/{id}': ['owner'],
  'PATCH /v1/organisations/{id}': ['owner'],
  'DELETE /v1/organisations/{id}': ['owner'],
  'GET /v1/members': ['owner', 'admin', 'auditor'],
  'PATCH /v1/members/{id}': ['owner', 'admin'],
  'DELETE /v1/members/{id}': ['owner', 'admin'],
  'GET /v1/invitations': ['owner', 'admin', 'auditor'],
  'POST /v1/invitations': ['owner', 'admin'],
  'DELETE /v1/invitations/{id}': ['owner', 'admin'],
  'GET /v1/logs': ['owner', 'admin', 'developer', 'auditor'],
  'GET /v1/audit': ['owner', 'admin', 'auditor'],
  'POST /api/pdf/summarize': ['owner', 'admin', 'developer'],
  'POST /api/pdf/chat': ['owner', 'admin', 'developer'],
  'POST /api/pdf/translate': ['owner', 'admin', 'developer'],
  'POST /api/pdf/extract-data': ['owner', 'admin', 'developer'],
  'POST /api/pdf/invoice-extractor': ['owner', 'admin', 'developer'],
  'POST /api/pdf/receipt-scanner': ['owner', 'admin', 'developer'],
  'POST /api/pdf/bank-statement': ['owner', 'admin', 'developer'],
  'GET /api/user/ai-usage': ROLES,
  'POST /api/waitlist': ['owner', 'admin', 'developer'],
  'POST /v3/convert/pdf': ['owner', 'admin', 'developer'],
  'POST /v3/convert/png': ['owner', 'admin', 'developer'],
  'POST /v3/convert/jpeg': ['owner', 'admin', 'developer'],
  'POST /v3/convert/webp': ['owner', 'admin', 'developer'],
  'POST /v3/convert/': ['owner', 'admin', 'developer'],
  'POST /v3/convert': ['owner', 'admin', 'developer'],
  'POST /forms/chromium/convert/url': ['owner', 'admin', 'developer'],
  'POST /forms/chromium/convert/html': ['owner', 'admin', 'developer'],
  'POST /forms/chromium/convert/markdown': ['owner', 'admin', 'developer'],
  'POST /forms/chromium/screenshot/url': ['owner', 'admin', 'developer'],
  'POST /forms/chromium/screenshot/html': ['owner', 'admin', 'developer'],
  'POST /forms/chromium/screenshot/markdown': ['owner', 'admin', 'developer'],
  'POST /firecrawl/v2/scrape': ['owner', 'admin', 'developer'],
  'POST /firecrawl/v1/scrape': ['owner', 'admin', 'developer'],
  ...Object.fromEntries(
    ['v2', 'v1'].flatMap((version) => [
      [`POST /firecrawl/${version}/batch/scrape`, ['owner', 'admin', 'developer']],
      [`GET /firecrawl/${version}/batch/scrape/{id}`, ['owner', 'admin', 'developer']],
      [`GET /firecrawl/${version}/batch/scrape/{id}/errors`, ['owner', 'admin', 'developer']],
      [`DELETE /firecrawl/${version}/batch/scrape/{id}`, ['owner', 'admin', 'developer']],
    ]),
  ),
  'GET /firecrawl/v1/crawl/{id}': ['owner', 'admin', 'developer'],
  'GET /firecrawl/v2/team/credit-usage': ROLES,
  'GET /firecrawl/v1/team/credit-usage': ROLES,
  'POST /docraptor/docs': ['owner', 'admin', 'developer'],
  'POST /docraptor/async_docs': ['owner', 'admin', 'developer'],
  'GET /docraptor/status/{id}': ['owner', 'admin', 'developer', 'auditor'],
  'GET /docraptor/download/{id}': ['owner', 'admin', 'developer'],
  'POST /api/v1/documents': ['owner', 'admin', 'developer'],
  'POST /api/v1/documents/sync': ['owner', 'admin', 'developer'],
  'GET /api/v1/documents/{id}': ['owner', 'admin', 'developer', 'auditor'],
  'GET /api/v1/document_cards/{id}': ['owner', 'admin', 'developer', 'auditor'],
  'DELETE /api/v1/documents/{id}': ['owner', 'admin', 'developer'],
  'GET /api/v1/document_template_cards': ['owner', 'admin', 'developer', 'auditor'],
  'POST /browserless/content': ['owner', 'admin', 'developer'],
  'POST /browserless/scrape': ['owner', 'admin', 'developer'],
  'POST /browserless/chromium/content': ['owner', 'admin', 'developer'],
  'POST /browserless/chromium/scrape': ['owner', 'admin', 'developer'],
  'POST /browserless/chrome/content': ['owner', 'admin', 'developer'],
  'POST /browserless/chrome/scrape': ['owner', 'admin', 'developer'],
  'POST /browserless/pdf': ['owner', 'admin', 'developer'],
  'POST /browserless/screenshot': ['owner', 'admin', 'developer'],
  'POST /browserless/chromium/pdf': ['owner', 'admin', 'developer'],
  'POST /browserless/chromium/screenshot': ['owner', 'admin', 'developer'],
  'POST /browserless/chrome/pdf': ['owner', 'admin', 'developer'],
  'POST /browserless/chrome/screenshot': ['owner', 'admin', 'developer'],
  'POST /mcp': ['owner', 'admin', 'developer', 'billing', 'auditor'],
  'POST /v3/templates': ['owner', 'admin', 'developer'],
  'PUT /v3/templates/{slug}': ['owner', 'admin', 'developer'],
  'DELETE /v3/templates/{slug}': ['owner', 'admin', 'developer'],
  'GET /v3/templates/{slug}.html': ['owner', 'admin', 'developer'],
  'POST /v3/templates/{slug}.html': ['owner', 'admin', 'developer'],
  'POST /v3/templates/{slug}.pdf': ['owner', 'admin', 'developer'],
  'POST /v3/templates/{slug}.png': ['owner', 'admin', 'developer'],
  'POST /v3/templates/{slug}.jpeg': ['owner', 'admin', 'developer'],
  'POST /v3/templates/{slug}.webp': ['owner', 'admin', 'developer'],
  'GET /v3/templates': ['owner', 'admin', 'developer', 'auditor'],
  'GET /v3/account': ROLES,
  'GET /v3/credits/usage': ROLES,
  'GET /v3/credits/': ROLES,
  'GET /v3/invoices': ['owner', 'admin', 'billing', 'auditor'],
  'GET /v3/logs': ['owner', 'admin', 'developer', 'auditor'],
  'GET /v3/logs/{request_id}': ['owner', 'admin', 'developer', 'auditor'],
};

/** Nothing is ever due by this clock: what a test looks at is not sent meanwhile. Accounts can be connected; no host is asked. */
export const WITHOUT_DELIVERIES = {
  webhookOptions: { clock: { now: () => 0 } },
  destinationOptions: { config: { clientApps: { dropbox: { id: 'app', secret: 'secret' } } } },
};

/** A connection that can be added without asking a resolver; nothing is sent there. */
export const CONNECTION = { name: 'x', kind: 'http_put', settings: { url: 'https://1.1.1.1/x' } };

/** An endpoint that can be added without asking a resolver; nothing is sent there. */
export const WEBHOOK = { url: 'https://9.9.9.9/hook', events: ['*'] };

/** Code of a refusal: under /api it has another place. */
export function codeOf(body: string | { readonly error_code?: string; readonly code?: unknown }): unknown {
  if (typeof body !== 'string') return body.error_code ?? body.code;
  if (body.startsWith('<?xml')) return /<error code="(\w+)">/.exec(body)?.[1];
  // Where errors are sentences, each has its own.
  return Object.entries(API_ERRORS).find(([, { remedy }]) => remedy === body)?.[0];
}

interface Refused {
  readonly status: number;
  readonly body: { readonly code?: unknown; readonly error_code?: unknown };
}

/** Whether a request was let in, and only lacks what the service of these tests has not: a language model, billing, or an account. */
export const lacksPart = ({ status, body }: Refused) =>
  (status === 503 && body.code === 'ai_not_configured') ||
  (status === 409 && body.error_code === 'billing_off') ||
  // Nobody has been sent to a file host.
  (status === 400 && body.error_code === 'invalid_link');
