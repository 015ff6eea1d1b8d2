import { expect, it } from 'vitest';
import { readEncodedForm } from './encoded-form.ts';

const read = (text: string) => readEncodedForm(Buffer.from(text));

it('reads names with brackets as members, and texts as they were written', () => {
  expect(
    read('a=1&doc[type]=pdf&doc%5Boptions%5D%5Bmedia%5D=print&doc[html]=%3Cb%3EGr%C3%B6%C3%9Fe+1%2B1&empty='),
  ).toEqual({
    a: '1',
    doc: { type: 'pdf', options: { media: 'print' }, html: '<b>Größe 1+1' },
    empty: '',
  });
  // As curl sends what nobody has encoded.
  expect(read('html=<p style="width:100%">ü\ufffd</p>')).toEqual({ html: '<p style="width:100%">ü\ufffd</p>' });
});

it.each([
  ['a=1&a=2', '"a" twice'],
  ['a=1&a[b]=2', '"a[b]" twice'],
  ['a[b]=1&a=2', '"a" twice'],
  ['a[]=1', '"a[]"'],
  ['a[b=1', '"a[b"'],
  ['=1', '""'],
  ['doc[__proto__][x]=1', '"doc[__proto__][x]"'],
  ['a=%FF', 'not UTF-8'],
  [`${'a[b]=1&'.repeat(1_001)}`, 'more than 1000'],
])('refuses %.20s, and says what it is', (text, told) => {
  expect(() => read(text)).toThrow(told);
  expect(Object.hasOwn(Object.prototype, 'x')).toBe(false);
});
