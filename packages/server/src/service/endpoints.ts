import { ScopeSets } from '../access/scope-sets.ts';
import { ANALYSIS_ENDPOINTS } from '../analysis/endpoints.ts';
import { AI_USAGE_ENDPOINTS } from '../analysis/usage-endpoint.ts';
import { WAITLIST_ENDPOINTS } from '../analysis/waitlist-endpoint.ts';
import { RECORD_ENDPOINTS } from '../audit/endpoints.ts';
import { BATCH_ENDPOINTS } from '../batches/endpoints.ts';
import { AGREEMENT_ENDPOINTS } from '../billing/agreement-endpoints.ts';
import { DETAILS_ENDPOINTS } from '../billing/details-endpoints.ts';
import { BILLING_ENDPOINTS, EVENT_ENDPOINTS } from '../billing/endpoints.ts';
import { INVOICE_ENDPOINTS } from '../billing/invoice-endpoints.ts';
import { BROWSERLESS_CONVERSIONS, BROWSERLESS_DOCUMENT, BROWSERLESS_OPEN } from '../compat/browserless/endpoints.ts';
import { DOCRAPTOR_CONVERSIONS, DOCRAPTOR_DOCUMENT, DOCRAPTOR_OPEN } from '../compat/docraptor/endpoints.ts';
import { DOCRAPTOR_JOBS } from '../compat/docraptor/job-endpoints.ts';
import { FIRECRAWL_JOBS } from '../compat/firecrawl/batch-jobs.ts';
import { FIRECRAWL_CREDITS } from '../compat/firecrawl/credit-endpoints.ts';
import { FIRECRAWL_CONVERSIONS, FIRECRAWL_DOCUMENT, FIRECRAWL_OPEN } from '../compat/firecrawl/endpoints.ts';
import { GOTENBERG_CONVERSIONS, GOTENBERG_DOCUMENT, GOTENBERG_OPEN } from '../compat/gotenberg/endpoints.ts';
import { PDFMONKEY_CONVERSIONS, PDFMONKEY_DOCUMENT, PDFMONKEY_OPEN } from '../compat/pdfmonkey/endpoints.ts';
import { PDFMONKEY_JOBS } from '../compat/pdfmonkey/job-endpoints.ts';
import { PDFMONKEY_TEMPLATES } from '../compat/pdfmonkey/template-endpoints.ts';
import { PDFSHIFT_CONVERSIONS } from '../compat/pdfshift/convert-endpoints.ts';
import {
  PDFSHIFT_ACCOUNT,
  PDFSHIFT_CREDITS,
  PDFSHIFT_DOCUMENT,
  PDFSHIFT_TEMPLATE_CONVERSIONS,
  PDFSHIFT_TEMPLATES,
} from '../compat/pdfshift/endpoints.ts';
import { PDFSHIFT_RECORDS } from '../compat/pdfshift/record-endpoints.ts';
import { CONVERSION_ENDPOINTS } from '../conversions/endpoints.ts';
import { PREVIEW_ENDPOINTS } from '../conversions/preview.ts';
import { TEMPLATE_CONVERSION_ENDPOINTS } from '../conversions/template-endpoints.ts';
import { CREDIT_ENDPOINTS, PLAN_ENDPOINTS } from '../credits/endpoints.ts';
import { AUTHORIZATION_ENDPOINTS } from '../destinations/authorization-endpoints.ts';
import { CONNECTION_ENDPOINTS } from '../destinations/endpoints.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { withIdempotencyKey } from '../idempotency/endpoints.ts';
import { JOB_ENDPOINTS, RESULT_ENDPOINTS } from '../jobs/endpoints.ts';
import { ACCOUNT_ENDPOINTS } from '../keys/account-endpoint.ts';
import { KEY_ENDPOINTS } from '../keys/endpoints.ts';
import { MCP_ENDPOINTS } from '../mcp/endpoint.ts';
import { HEALTH_ENDPOINTS } from '../observe/health.ts';
import { METRICS_ENDPOINTS } from '../observe/metrics-route.ts';
import { OPERATOR_ENDPOINTS } from '../operator/endpoints.ts';
import { AUTH_ENDPOINTS } from '../people/auth-endpoints.ts';
import { MEMBER_ENDPOINTS } from '../people/member-endpoints.ts';
import { ORGANISATION_ENDPOINTS } from '../people/organisation-endpoints.ts';
import { REFERENCE_ENDPOINTS } from '../reference/endpoints.ts';
import { SCHEDULE_ENDPOINTS } from '../schedules/endpoints.ts';
import { TEMPLATE_ENDPOINTS } from '../templates/endpoints.ts';
import { SNIPPET_ENDPOINTS } from '../templates/snippet-endpoints.ts';
import { WEBHOOK_ENDPOINTS } from '../webhooks/endpoints.ts';

const OPERATIONS: readonly Endpoint[] = [
  ...CONVERSION_ENDPOINTS,
  ...TEMPLATE_ENDPOINTS,
  ...TEMPLATE_CONVERSION_ENDPOINTS,
  ...PREVIEW_ENDPOINTS,
  ...SNIPPET_ENDPOINTS,
  ...JOB_ENDPOINTS,
  ...RESULT_ENDPOINTS,
  ...WEBHOOK_ENDPOINTS,
  ...CONNECTION_ENDPOINTS,
  ...AUTHORIZATION_ENDPOINTS,
  ...BATCH_ENDPOINTS,
  ...SCHEDULE_ENDPOINTS,
  ...KEY_ENDPOINTS,
  ...ACCOUNT_ENDPOINTS,
  ...ANALYSIS_ENDPOINTS,
  ...AI_USAGE_ENDPOINTS,
  ...WAITLIST_ENDPOINTS,
  ...PLAN_ENDPOINTS,
  ...CREDIT_ENDPOINTS,
  ...BILLING_ENDPOINTS,
  ...DETAILS_ENDPOINTS,
  ...INVOICE_ENDPOINTS,
  ...AGREEMENT_ENDPOINTS,
  ...EVENT_ENDPOINTS,
  ...RECORD_ENDPOINTS,
  ...AUTH_ENDPOINTS,
  ...ORGANISATION_ENDPOINTS,
  ...MEMBER_ENDPOINTS,
  ...MCP_ENDPOINTS,
  ...HEALTH_ENDPOINTS,
  ...METRICS_ENDPOINTS,
  ...OPERATOR_ENDPOINTS,
  ...REFERENCE_ENDPOINTS,
];

/** Every operation that the service answers, in the order of the reference. */
export const ENDPOINTS: readonly Endpoint[] = OPERATIONS.map(withIdempotencyKey);

/** The APIs of other services, over the same work. They have documents of their own. */
export const LAYER_ENDPOINTS: readonly Endpoint[] = [
  ...PDFSHIFT_CONVERSIONS,
  ...PDFSHIFT_TEMPLATES,
  ...PDFSHIFT_TEMPLATE_CONVERSIONS,
  ...PDFSHIFT_ACCOUNT,
  ...PDFSHIFT_CREDITS,
  ...PDFSHIFT_RECORDS,
  ...PDFSHIFT_DOCUMENT,
  ...GOTENBERG_CONVERSIONS,
  ...GOTENBERG_OPEN,
  ...GOTENBERG_DOCUMENT,
  ...BROWSERLESS_CONVERSIONS,
  ...BROWSERLESS_OPEN,
  ...BROWSERLESS_DOCUMENT,
  ...FIRECRAWL_CONVERSIONS,
  ...FIRECRAWL_JOBS,
  ...FIRECRAWL_CREDITS,
  ...FIRECRAWL_OPEN,
  ...FIRECRAWL_DOCUMENT,
  ...DOCRAPTOR_CONVERSIONS,
  ...DOCRAPTOR_JOBS,
  ...DOCRAPTOR_OPEN,
  ...DOCRAPTOR_DOCUMENT,
  ...PDFMONKEY_CONVERSIONS,
  ...PDFMONKEY_JOBS,
  ...PDFMONKEY_TEMPLATES,
  ...PDFMONKEY_OPEN,
  ...PDFMONKEY_DOCUMENT,
].map(withIdempotencyKey);

/** What each scope of a key lets through. */
export const SCOPE_SETS = new ScopeSets([...ENDPOINTS, ...LAYER_ENDPOINTS]);
