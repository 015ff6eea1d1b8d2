import { expect, it } from 'vitest';
import { useSharedEngine } from '../testing/engine.ts';
import { pdfPages, pdfPixels, pdfText, readPng } from '../testing/judge.ts';

const { convert, convertSeveral } = useSharedEngine();
const mark = 'SANDBOX';

it('lays words across every page of a PDF, and over a watermark of its own', async () => {
  const html = '<p>One<p style="break-before:page">Two';
  const watermark = { text: 'Draft', font_size: 40, offset_y: 'top', rotate: 0 };
  const { bytes } = await convert({ source: { html }, watermark }, 'pdf', { mark });
  const pages = pdfText(bytes)
    .split('\f')
    .filter((page) => page.trim() !== '');
  expect(pages).toHaveLength(2);
  for (const page of pages) expect(page).toMatch(/Draft/);
  const plain = await convert({ source: { html }, watermark }, 'pdf');
  const reds = (pdf: Uint8Array) => pdfPixels(pdf).count([240, 166, 166], 12);
  expect(reds(plain.bytes)).toBe(0);
  expect(reds(bytes)).toBeGreaterThan(500);
  expect(pdfPages(bytes)).toEqual(pdfPages(plain.bytes));
});

it('lays them over pictures of every format, whose size stays', async () => {
  const html = '<body style="margin:0;background:#fff"><div style="height:50px;background:#00f"></div>';
  const plain = readPng((await convert({ source: { html }, viewport: '700x333' }, 'png')).bytes);
  const marked = readPng((await convert({ source: { html }, viewport: '700x333' }, 'png', { mark })).bytes);
  expect([marked.width, marked.height]).toEqual([700, 333]);
  expect(plain.count([235, 140, 140], 30)).toBe(0);
  expect(marked.count([235, 140, 140], 30)).toBeGreaterThan(500);
  expect(marked.count([0, 0, 255])).toBeGreaterThan(20_000);
  for (const format of ['jpeg', 'webp'] as const) {
    const one = await convert({ source: { html }, viewport: '700x333', quality: 60 }, format);
    const two = await convert({ source: { html }, viewport: '700x333', quality: 60 }, format, { mark });
    expect(two.contentType).toBe(one.contentType);
    expect(Buffer.from(two.bytes).equals(one.bytes)).toBe(false);
  }
});

it('keeps a background transparent, and twice the resolution', async () => {
  const request = { source: { html: '<p>x' }, viewport: '300x200', transparent: true, dpi: 2 };
  const picture = readPng((await convert(request, 'png', { mark })).bytes);
  expect([picture.width, picture.height]).toEqual([600, 400]);
  expect(picture.at(599, 399)[3]).toBe(0);
});

it('cannot be taken away by a script of the document', async () => {
  const html = `<body style="background:#fff"><script>
    new MutationObserver(() => document.querySelectorAll('#picture').forEach((each) => each.remove()))
      .observe(document, { childList: true, subtree: true });
  </script><style>* { display: block !important } *::after { display: none !important }</style>`;
  const picture = readPng((await convert({ source: { html } }, 'png', { mark })).bytes);
  expect(picture.count([235, 140, 140], 30)).toBeGreaterThan(2_000);
});

it('leaves text as it is', async () => {
  const outputs = [{ format: 'text' }, { format: 'markdown' }, { format: 'png' }];
  const several = await convertSeveral({ source: { html: '<p>Hello' }, outputs }, { mark });
  const [text, markdown] = several.outputs.map(({ bytes }) => Buffer.from(bytes).toString('utf8'));
  expect([text?.trim(), markdown?.trim()]).toEqual(['Hello', 'Hello']);
});
