import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useSharedEngine } from '../testing/engine.ts';
import { never, type Site, startSite } from '../testing/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite({
    '/never.svg': never,
    '/here.svg':
      '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="1500"><rect width="600" height="1500"/></svg>',
  });
});
afterAll(() => site.close());

const { convert } = useSharedEngine();

const asksFor = (file: string) => `<p>kept<script>onbeforeprint=()=>{
  const image=new Image();image.src='${site.origin}/${file}?'+performance.now();document.body.append(image)}</script>`;
const print = async (html: string, options = {}) => {
  const { pages, warnings } = await convert({ source: { html }, timeout: 5, ...options }, 'pdf', { deadline: 15_000 });
  return { pages, codes: warnings.map(({ code }) => code) };
};

describe('a picture that the page asks for when it is printed', () => {
  it('is printed', async () => {
    const { pages, codes } = await print(asksFor('here.svg'));
    expect(pages).toBeGreaterThan(1);
    expect(codes).toEqual([]);
  });

  it.each([true, false])('is told when it does not come, and ends nothing; virtual time %j', async (virtualTime) => {
    expect(await print(asksFor('never.svg'), { virtual_time: virtualTime })).toEqual({
      pages: 1,
      codes: ['ready_timeout'],
    });
  });
});
