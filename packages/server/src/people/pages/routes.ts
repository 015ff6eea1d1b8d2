import type { FastifyInstance } from 'fastify';
import { ACCOUNT_PAGES, CONTENT_SECURITY_POLICY, pageHtml } from './html.ts';

/** The pages that links in emails open. They call the API as any page of this origin can, with its cookies only. */
export function accountPages(scope: FastifyInstance): void {
  for (const page of ACCOUNT_PAGES) {
    const html = Buffer.from(pageHtml(page));
    scope.get(page.path, (_request, reply) =>
      reply
        .headers({ 'content-type': 'text/html; charset=utf-8', 'content-security-policy': CONTENT_SECURITY_POLICY })
        .send(html),
    );
  }
}
