/** Headers of a document of a customer on our own address: it must not act, whoever opens it. */
export const CUSTOMER_HTML = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "sandbox; default-src 'none'; form-action 'none'; frame-ancestors 'none'",
} as const;
