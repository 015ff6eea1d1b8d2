import type { Case } from './case.ts';

const SOURCE = 'own; wkhtmltopdf#5006';
const read = (title: string, path: string, text: readonly string[], more: Partial<Case['expect']> = {}) => ({
  ...{ title, source: SOURCE, url: `{origin}${path}` },
  expect: { text, ...more },
});

/** Pages of all encodings, and what is no page. */
export const ENCODINGS: readonly Case[] = [
  ...[
    read('UTF-8 that nothing declares', '/utf8-bare', ['Grüße – naïve €5']),
    read('its script reads the same', '/utf8-script', ['– é6']),
    read('UTF-8 that shows late', '/utf8-long', ['plain Grüße']),
    read('a frame of another site', '/utf8-frame', ['TOP', 'Grüße – naïve €5']),
    read('Latin-1 that nothing declares', '/latin1-bare', ['Grüße']),
    read('KOI8-R that the page declares', '/koi8-r', ['Привет']),
    read('Shift_JIS that the page declares', '/shift-jis', ['日本']),
    read('GB 18030 that the answer declares', '/gb18030', ['中文']),
    read('a mark at the beginning', '/utf8-bom', ['Grüße bom']),
    // What comes once is better read wrongly than not at all.
    read('UTF-8 that does not come a second time', '/utf8-once?id={id}', ['GrÃ¼ÃŸe']),
    read('XHTML that is called XML', '/page-as-xml', ['XHTML WORD']),
    read('a drawing', '/drawing.svg', ['DRAWING WORD']),
    read('a drawing that is called XML', '/drawing-as-xml', ['DRAWING WORD']),
  ].map((one, index): Case => ({ id: `F${31 + index}`, ...one })),
  ...(
    [
      ['a feed', '/feed.xml'],
      ['a feed that is called XML', '/feed-as-xml'],
      ['data in XML', '/data.xml'],
      ['plain text', '/plain.txt'],
    ] as const
  ).map(([title, path], index) => ({
    id: `F${51 + index}`,
    title: `${title} is no page`,
    source: 'own',
    url: `{origin}${path}`,
    expect: { error: 'unsupported_content_type' as const },
  })),
  {
    id: 'F60',
    title: 'a page in files of another encoding that it declares',
    source: SOURCE,
    options: {
      source: {
        html: '<!doctype html><iframe src="old.html"></iframe>',
        files: {
          'old.html': Buffer.from('<!doctype html><meta charset="windows-1252"><p>Gr\xfc\xdfe', 'latin1').toString(
            'base64',
          ),
        },
      },
    },
    expect: { text: ['Grüße'] },
  },
];
