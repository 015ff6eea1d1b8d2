import type { Example } from '../http/endpoint.ts';

/** Requests for a key, as the reference shows them. */
export const CREATE_EXAMPLES: readonly Example[] = [
  {
    name: 'narrow',
    summary: 'A key that makes PDFs, from one network',
    value: { name: 'Invoices', scopes: ['convert:pdf'], allowlist: ['192.0.2.0/24', '2001:db8::/48'] },
  },
  {
    name: 'test',
    summary: 'A test key with limits',
    value: {
      name: 'Continuous integration',
      mode: 'test',
      scopes: ['convert:*'],
      rate_limit: 30,
      monthly_credit_cap: 500,
    },
  },
  {
    name: 'pattern',
    summary: 'A key by method and path, that ends',
    value: { name: 'Until then', scopes: ['POST /v1/convert/*', 'GET /v1/keys'], expires_at: '2099-12-31T23:59:59Z' },
  },
];
