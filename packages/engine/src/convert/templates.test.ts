import { expect, it } from 'vitest';
import { useSharedEngine } from '../testing/engine.ts';
import { pdfInfo, pdfPages, pdfText } from '../testing/judge.ts';

const tested = useSharedEngine();

const template = { html: '<p>{{ name }}</p><p style="break-before:page">two' };
const data = { name: 'A & B', date: '29 February' };

it('fills header and footer with the data of the document, and leaves them their print variables', async () => {
  const header = { source: '<b>{{ name }}</b> {{page}}/{{total}} <i>{{ data.date }}</i>' };
  const footer = { source: '{% for i in (1..2) %}foot{{ i }} {% endfor %}{{ title }}' };
  const { bytes } = await tested.convert({ source: template, data, header, footer, margin: '3cm' });
  expect(pdfPages(bytes)).toHaveLength(2);
  const text = pdfText(bytes);
  for (const part of ['A & B 1/2 29 February', 'A & B 2/2 29 February', 'foot1 foot2']) expect(text).toContain(part);
});

it('takes a header without data for what it is', async () => {
  const { bytes } = await tested.convert({ source: { html: '<p>x' }, header: { source: '{{ name }} {{page}}' } });
  expect(pdfText(bytes)).toContain('{{ name }} 1');
});

it('fills the header of the one output that has it', async () => {
  const header = { source: 'Head of {{ name }}' };
  const { outputs } = await tested.convertSeveral({
    source: template,
    data,
    outputs: [{ format: 'text' }, { format: 'pdf', options: { header } }],
  });
  expect(pdfText(outputs[1]?.bytes as Uint8Array)).toContain('Head of A & B');
});

it('refuses a missing variable with strict_variables, in the header too', async () => {
  const missing = tested.convert({ source: { html: '{{ nmae }}' }, data, strict_variables: true });
  await expect(missing).rejects.toMatchObject({
    code: 'template_variable_missing',
    details: { pointer: '/source/html' },
  });
  const header = { source: '{{ nmae }}' };
  const inHeader = tested.convert({ source: { html: 'x' }, data, header, strict_variables: true });
  await expect(inHeader).rejects.toMatchObject({ details: { pointer: '/header/source' } });
});

it('prints values as they are with "escape": "none"', async () => {
  const source = { html: '<p>{{ v }}' };
  const markup = { v: '<b>bold</b> text' };
  expect(pdfText((await tested.convert({ source, data: markup })).bytes)).toContain('<b>bold</b> text');
  expect(pdfText((await tested.convert({ source, data: markup, escape: 'none' })).bytes)).toContain('bold text');
});

it('says that options of templates have no effect without data', async () => {
  const { warnings } = await tested.convert({ source: { html: '<p>x' }, strict_variables: true, escape: 'none' });
  expect(JSON.stringify(warnings)).toMatch(/strict_variables.*escape/);
});

it('knows the snippets and the schema of a stored template', async () => {
  const options = { snippets: { hello: 'Hello {{ to }}' }, schema: { required: ['name'] }, key: 'v1' };
  const request = { source: { html: "{% render 'hello', to: name %}" } };
  const convert = (given: object) =>
    tested.convert({ ...request, data: given }, 'pdf', { group: 'a', template: options });
  expect(pdfText((await convert(data)).bytes)).toContain('Hello A & B');
  await expect(convert({})).rejects.toMatchObject({ code: 'invalid_request', details: { pointer: '/data' } });
});

it('puts files of the request into the header', async () => {
  const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
  const source = { html: '<p>x', files: { 'dot.png': png } };
  const header = { source: `<img src="{{ 'dot.png' | image_data }}" width="20" height="20" alt="">` };
  const { bytes, warnings } = await tested.convert({ source, data: {}, header });
  expect(warnings).toEqual([]);
  expect(Buffer.from(bytes).includes('/Subtype /Image') || Buffer.from(bytes).includes('/Subtype/Image')).toBe(true);
});

it('fills the metadata of a stored template, as text and with its snippets', async () => {
  const texts = {
    '/metadata/title': '{{ name }} of {{ date }}',
    '/metadata/subject': "{% render 'subject', to: name %}",
    '/metadata/keywords': '{% if false %}no{% endif %} ',
  } as const;
  const metadata = { title: 'raw', subject: 'raw', keywords: 'raw', author: 'Ada' };
  const options = { texts, snippets: { subject: 'for {{ to }}' } };
  const convert = (format: 'pdf' | 'text', more: object = {}) =>
    tested.convert({ source: template, data, metadata, ...more }, format, { template: options });
  const { bytes } = await convert('pdf');
  const info = pdfInfo(bytes);
  expect(info).toMatchObject({ Title: 'A & B of 29 February', Subject: 'for A & B', Author: 'Ada' });
  expect(info).not.toHaveProperty('Keywords');
  expect((await convert('text')).bytes.length).toBeGreaterThan(0);
  const missing = { source: template, data: { name: 'x' }, metadata, strict_variables: true };
  await expect(tested.convert(missing, 'pdf', { template: options })).rejects.toMatchObject({
    code: 'template_variable_missing',
    details: { pointer: '/metadata/title' },
  });
  const long = { source: template, data: { name: 'x'.repeat(2_001), date: '' }, metadata };
  await expect(tested.convert(long, 'pdf', { template: options })).rejects.toMatchObject({
    code: 'template_error',
    details: { pointer: '/metadata/title' },
  });
});
