import { describe, expect, it } from 'vitest';
import { useSharedEngine } from '../testing/engine.ts';

const { convert } = useSharedEngine();

describe('a document that needs more memory to print than an ordinary one may have', () => {
  it('is printed in the pool of large documents', async () => {
    const row = (_: unknown, index: number) => `<tr><td>${index + 1}</td><td>Article</td><td>12</td><td>3.50</td></tr>`;
    const rows = Array.from({ length: 10_000 }, row).join('');
    const { pages, warnings } = await convert({ source: { html: `<title>Stock</title><table>${rows}</table>` } });
    expect(pages).toBeGreaterThan(100);
    expect(warnings).toEqual([]);
  });
});
