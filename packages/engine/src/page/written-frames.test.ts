import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useSharedEngine } from '../testing/engine.ts';
import { pdfText } from '../testing/judge.ts';
import { type Site, startSite } from '../testing/site.ts';

let site: Site;
let other: Site;
const page = (code: string): string =>
  `<!doctype html><p>outside<iframe id=f height=200></iframe><script>${code}</script>`;
const WRITES = `f.contentDocument.write('<p>inside')`;
const BIT_BY_BIT = `let n=0;const d=f.contentDocument;d.open();
  const t=setInterval(()=>{d.write('part'+ ++n+' ');if(n===8){clearInterval(t);d.close()}},300)`;

beforeAll(async () => {
  other = await startSite({ '/': page(WRITES) }, '127.0.77.2');
  site = await startSite({
    '/written': page(WRITES),
    '/opened': page('f.contentDocument.open()'),
    '/below': page(
      `f.contentDocument.write('<iframe id=g></iframe><script>g.contentDocument.write("<p>inside")<\\/script>');f.contentDocument.close()`,
    ),
    '/other': `<!doctype html><p>outside<iframe height=300 src="${other.origin}/"></iframe>`,
    '/bits': page(BIT_BY_BIT),
  });
});
afterAll(() => {
  site.close();
  other.close();
});
const { convert } = useSharedEngine();

describe('a frame that script writes into', () => {
  it.each([
    ['before the page has loaded', () => ({ url: `${site.origin}/written` }), 'inside'],
    ['nothing', () => ({ url: `${site.origin}/opened` }), 'outside'],
    ['from within another frame', () => ({ url: `${site.origin}/below` }), 'inside'],
    ['on a page of another origin', () => ({ url: `${site.origin}/other` }), 'inside'],
    ['itself, from its address', () => ({ html: `<p>x<iframe src="javascript:document.write('inside')">` }), 'inside'],
  ])('and leaves open is not waited for: %s', async (_, source, text) => {
    const { bytes, warnings } = await convert({ source: source() });
    expect(pdfText(bytes)).toContain(text);
    // After 30 s it would be told as a page that did not load in time.
    expect(warnings).toEqual([]);
  });

  it('bit by bit is waited for', async () => {
    expect(pdfText((await convert({ source: { url: `${site.origin}/bits` } })).bytes)).toContain('part8');
  });
});
