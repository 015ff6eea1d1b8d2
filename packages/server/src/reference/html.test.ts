import { describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../service/endpoints.ts';
import { startTestService } from '../testing/service.ts';
import { referenceHtml } from './html.ts';
import { openApiDocument } from './openapi.ts';
import { referencePages } from './pages.ts';

describe('the reference', () => {
  it('is served without a key, and runs nothing in a browser', async () => {
    const service = await startTestService();
    try {
      const page = await fetch(`${service.url}/docs`);
      expect(page.status).toBe(200);
      expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);
      expect(await page.text()).not.toMatch(/<script|javascript:|\son\w+=/i);
      const document = await fetch(`${service.url}/openapi.json`);
      expect(document.headers.get('content-type')).toBe('application/json');
      expect(await document.json()).toMatchObject({ openapi: '3.1.1' });
    } finally {
      await service.close();
    }
  });

  it('has a target for every link within it', () => {
    const html = referenceHtml(referencePages(openApiDocument(ENDPOINTS)));
    const ids = new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    const targets = [...html.matchAll(/href="#([^"]+)"/g)].map(([, target]) => target);
    expect(targets.length).toBeGreaterThan(30);
    expect(targets.filter((target) => !ids.has(target))).toEqual([]);
  });
});
