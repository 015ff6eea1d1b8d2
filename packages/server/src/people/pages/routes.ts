import type { FastifyInstance } from 'fastify';
import { ACCOUNT_PAGES, type AccountPage, CONTENT_SECURITY_POLICY, FIRST_SIGN_UP, pageHtml } from './html.ts';

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': CONTENT_SECURITY_POLICY,
};

/** The pages that people open. They call the API as any page of this origin can, with its cookies only. */
export function accountPages(
  scope: FastifyInstance,
  { needsSetupCode }: { readonly needsSetupCode: () => Promise<boolean> },
): void {
  const rendered = (page: AccountPage) => Buffer.from(pageHtml(page));
  const first = rendered(FIRST_SIGN_UP);
  for (const page of ACCOUNT_PAGES) {
    const html = rendered(page);
    scope.get(page.path, async (_request, reply) => {
      const isFirst = page.path === FIRST_SIGN_UP.path && (await needsSetupCode());
      return reply.headers(HEADERS).send(isFirst ? first : html);
    });
  }
}
