import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useSharedEngine } from '../testing/engine.ts';
import { pdfText } from '../testing/judge.ts';
import { type Site, startSite } from '../testing/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite({
    '/header': '<p style="font-size:10px">From afar {{page}} of {{total}}</p>',
    '/template': '<p style="font-size:10px">For {{ name }}</p>',
    '/moved': (_, response) => void response.writeHead(302, { location: '/header' }).end(),
    '/gone': (_, response) => void response.writeHead(404).end('gone'),
    '/picture': (_, response) => void response.end(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff, 0, 1])),
    '/empty': ' ',
    '/large': 'x'.repeat(1_100_000),
    '/slow': () => {},
  });
});
afterAll(() => site.close());
const { convert, convertSeveral } = useSharedEngine();
const at = (path: string) => ({ source: ` ${site.origin}${path} ` });

describe('a header or footer by its address', () => {
  it('is printed as if its HTML had been sent', async () => {
    const { bytes, warnings } = await convert({
      source: { html: '<p>Body' },
      header: { ...at('/header'), height: '20mm' },
      footer: at('/moved'),
    });
    expect(pdfText(bytes).match(/From afar 1 of 1/g)).toHaveLength(2);
    expect(warnings).toEqual([]);
  });

  it('is filled where the document is, and belongs to each PDF of several outputs', async () => {
    const { outputs } = await convertSeveral({
      source: { html: '<p>{{ name }}' },
      data: { name: 'Ada' },
      header: at('/template'),
      outputs: [{ format: 'pdf' }, { format: 'png' }],
    });
    expect(pdfText(outputs[0]?.bytes as Uint8Array)).toContain('For Ada');
  });

  it.each([
    ['/gone', 'source_status', 'The address of the footer answered with an error status'],
    ['/picture', 'invalid_request', 'HTML'],
    ['/empty', 'invalid_request', 'HTML'],
    ['/large', 'invalid_request', 'larger than 1 MB'],
  ])('that cannot be had is refused, by the name of the field: %s', async (path, code, message) => {
    const failed = convert({ source: { html: '<p>x' }, footer: at(path) });
    await expect(failed).rejects.toMatchObject({
      code,
      message: expect.stringContaining(message),
      details: { pointer: '/footer/source' },
    });
  });

  it('goes through the guard, and has the time of the conversion', async () => {
    const inside = { source: { html: '<p>x' }, header: { source: 'http://127.0.0.1:1/' } };
    await expect(convert(inside)).rejects.toMatchObject({
      code: 'url_not_allowed',
      details: { pointer: '/header/source' },
    });
    const late = convert({ source: { html: '<p>x' }, header: at('/slow') }, 'pdf', { deadline: 1_000 });
    await expect(late).rejects.toMatchObject({ code: 'render_timeout' });
  });
});
