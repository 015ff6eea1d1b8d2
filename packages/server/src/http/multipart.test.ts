import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../errors.ts';
import { readMultipart } from './multipart.ts';

const TYPE = 'multipart/form-data; boundary=xx';
const read = (body: string, type = TYPE) => readMultipart(type, Buffer.from(body, 'utf8'));
const part = (disposition: string, content: string, more = '') =>
  `--xx\r\nContent-Disposition: form-data; ${disposition}\r\n${more}\r\n${content}\r\n`;
const END = '--xx--\r\n';
const REQUEST = part('name="request"', '{"source":{"html":"x"}}');

const encode = async (form: FormData) => {
  const response = new Response(form);
  return readMultipart(response.headers.get('content-type') ?? '', Buffer.from(await response.arrayBuffer()));
};

describe('a form', () => {
  it('brings the request and files, to the byte', async () => {
    const bytes = Uint8Array.from({ length: 70_000 }, (_, index) => (index * 7) % 256);
    const form = new FormData();
    form.append('request', JSON.stringify({ source: { html: '<p>ä' } }));
    form.append('file', new File([bytes], 'img/a b.png', { type: 'image/png' }));
    form.append('file', new File(['body{}'], 'Stil für „文字“.css'));
    form.append('anything', new File([], 'empty.js'));
    const { json, files } = await encode(form);
    expect(json).toEqual({ source: { html: '<p>ä' } });
    expect(files.map(({ name }) => name)).toEqual(['img/a b.png', 'Stil für „文字“.css', 'empty.js']);
    expect(Buffer.from(files[0]!.bytes).equals(bytes)).toBe(true);
    expect(files[2]!.bytes).toHaveLength(0);
  });

  it('may have the request as a file, and at the end', async () => {
    const form = new FormData();
    form.append('file', new File(['x'], 'a.css'));
    form.append('request', new Blob(['{"zoom":1}'], { type: 'application/json' }));
    expect(await encode(form)).toMatchObject({ json: { zoom: 1 }, files: [{ name: 'a.css' }] });
  });

  it('has the document in index.html when the request has no source', async () => {
    const form = new FormData();
    form.append('file', new File(['\ufeff<!doctype html><p>ä'], 'index.html'));
    form.append('file', new File(['x'], 'a.css'));
    expect(await encode(form)).toMatchObject({
      json: { source: { html: '<!doctype html><p>ä' } },
      files: [{ name: 'a.css' }],
    });
    form.append('request', '{"zoom":1}');
    expect(await encode(form)).toMatchObject({ json: { zoom: 1, source: { html: '<!doctype html><p>ä' } } });
  });

  it('has index.html as a file like others when the request has a source, or is no object', async () => {
    for (const json of ['{"source":{"html":"x"}}', '{"source":null}', '[]', '["a"]', 'null', '"text"', '5']) {
      const form = new FormData();
      form.append('request', json);
      form.append('file', new File(['<p>y'], 'index.html'));
      expect(await encode(form)).toMatchObject({ json: JSON.parse(json), files: [{ name: 'index.html' }] });
    }
  });

  it('has names with quotes as browsers write them', async () => {
    const { files } = await read(part('name="f"; filename="a\\"b.png"', 'x') + END);
    expect(files).toMatchObject([{ name: 'a"b.png' }]);
    expect((await read(part('name=f; filename=plain.css', 'x') + END)).files).toMatchObject([{ name: 'plain.css' }]);
  });

  it('has names in RFC 8187, checked after they are decoded', async () => {
    const { files } = await read(part('name="f"; filename*=UTF-8\'\'%C3%A4%20b.css', 'x') + END);
    expect(files).toMatchObject([{ name: 'ä b.css' }]);
    for (const name of ['..%2Fa.css', '%2Fetc%2Fpasswd', 'a%00.css', 'a%0D%0A.css']) {
      const hostile = part(`name="f"; filename*=UTF-8''${name}`, 'x') + END;
      await expect(read(hostile)).rejects.toMatchObject({ code: 'invalid_request' });
    }
  });

  it('has a boundary in quotes', async () => {
    const body = `${REQUEST}${END}`.replaceAll('xx', 'x x');
    expect(await read(body, 'multipart/form-data; charset=utf-8; boundary="x x"')).toMatchObject({
      json: { source: { html: 'x' } },
    });
  });

  it('may have text around its parts, and its boundary within one', async () => {
    const content = 'a--xx\r\n-xx\r\n--x\r\n\r\n--\r\n --xx-- ';
    const { json, files } = await read(
      `Preamble --xx\r\n${REQUEST}${part('name="f"; filename="a.txt"', content)}${END}Epilogue --xx\r\n`,
    );
    expect(json).toEqual({ source: { html: 'x' } });
    expect(Buffer.from(files[0]!.bytes).toString()).toBe(content);
  });
});

describe('a form that is refused', () => {
  it.each([
    ['no boundary', REQUEST + END, 'multipart/form-data; charset=utf-8'],
    ['an empty boundary', REQUEST + END, 'multipart/form-data; boundary='],
    ['an empty boundary in quotes', REQUEST + END, 'multipart/form-data; boundary=""'],
    ['another boundary', REQUEST + END, 'multipart/form-data; boundary=yy'],
    ['a very long boundary', REQUEST + END, `multipart/form-data; boundary=${'x'.repeat(4_000)}`],
    ['nothing', '', TYPE],
    ['line breaks only', '\r\n\r\n\r\n', TYPE],
    ['no end', REQUEST, TYPE],
    ['an end without dashes', `${REQUEST}--xx\r\n`, TYPE],
    ['a part that is cut', REQUEST.slice(0, -12), TYPE],
    ['a header that is cut', REQUEST.slice(0, 20), TYPE],
    ['a file that is cut', `${REQUEST}--xx\r\nContent-Disposition: form-data; name=f; filename=a\r\n\r\nabc`, TYPE],
    ['JSON instead of parts', '{"source":{"html":"x"}}', TYPE],
  ])('for %s', async (_, body, type) => {
    await expect(read(body, type)).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining('multipart'),
    });
  });

  it.each([
    ['two requests', REQUEST + REQUEST, /2 parts "request"/],
    ['a request as field and as file', REQUEST + part('name="request"; filename="r.json"', '{}'), /2 parts "request"/],
    ['broken JSON', part('name="request"', '{"source":'), /not valid JSON/],
    ['an empty request', part('name="request"', ''), /is empty/],
    ['deep JSON', part('name="request"', '['.repeat(100_000)), /deeper than 64/],
    ['a prototype', part('name="request"', '{"__proto__":{}}'), /__proto__/],
    ['one name twice in the JSON', part('name="request"', '{"a":1,"a":2}'), /same name/],
    ['a field of another name', REQUEST + part('name="zoom"', '2'), /"zoom" is no file/],
    ['a part without a name', REQUEST + part('x=y', '2'), /no file/],
    ['a file without a name of its own', REQUEST + part('name="f"; filename=""', 'x'), /"f" is no file/],
    [
      'two files of one name',
      part('name="a"; filename="x.css"', '1') + part('name="b"; filename="x.css"', '2'),
      /same name/,
    ],
    ['a path', part('name="f"; filename="../x.css"', '1'), /relative path/],
    ['an encoded path', part('name="f"; filename="%2e%2e/x.css"', '1'), /relative path/],
    ['an absolute path', part('name="f"; filename="/etc/passwd"', '1'), /relative path/],
    ["a path of Windows'", part('name="f"; filename="C:\\\\x.css"', '1'), /relative path/],
    ['an address', part('name="f"; filename="http://a.test/x.css"', '1'), /relative path/],
    ['a name that is too long', part(`name="f"; filename="${'x'.repeat(300)}"`, '1'), /relative path/],
    ['a document that is not UTF-8', part('name="f"; filename="index.html"', '\u0000'), /UTF-8/],
  ])('for %s', async (_, body, message) => {
    const bytes = Buffer.from(body + END);
    const nul = bytes.indexOf(0);
    if (nul >= 0) bytes[nul] = 0xff;
    const refused = readMultipart(TYPE, bytes);
    await expect(refused).rejects.toBeInstanceOf(ApiError);
    await expect(refused).rejects.toMatchObject({ code: 'invalid_request', message: expect.stringMatching(message) });
  });

  it('for more than 200 files, however many', async () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, index) => part(`name="f"; filename="${index}.css"`, 'x')).join('');
    await expect(read(REQUEST + many(201) + END)).rejects.toMatchObject({ message: /more than 200 files/ });
    await expect(read(REQUEST + many(10_000) + END)).rejects.toMatchObject({ message: /more than 200 files/ });
    expect((await read(REQUEST + many(200) + END)).files).toHaveLength(200);
  });

  it('for headers of a part beyond any measure, which are not read', async () => {
    const lines = Array.from({ length: 1_000 }, (_, index) => `X-${index}: y\r\n`).join('');
    for (const header of [`X: ${'y'.repeat(1_000_000)}\r\n`, lines]) {
      const body = `--xx\r\n${header}Content-Disposition: form-data; name="f"; filename="a.css"\r\n\r\nx\r\n${REQUEST}${END}`;
      await expect(read(body)).rejects.toMatchObject({ code: 'invalid_request' });
    }
  });

  it('for parts that are no form data, instead of dropping them silently', async () => {
    const broken = [
      '--xx\r\nContent-Type: text/css\r\n\r\nx\r\n',
      '--xx\r\nContent-Disposition: attachment; name="f"; filename="a.css"\r\n\r\nx\r\n',
      '--xx\r\n\r\nx\r\n',
      '--xx\r\nno header at all\r\n\r\nx\r\n',
    ];
    for (const text of broken)
      await expect(read(text + REQUEST + END)).rejects.toMatchObject({ code: 'invalid_request' });
  });
});

describe('any bytes', () => {
  const pieces = fc.constantFrom(
    '--xx',
    '--',
    '\r\n',
    '\r\n\r\n',
    '\n',
    '\r',
    'Content-Disposition: form-data; name="request"',
    'Content-Disposition: form-data; name="f"; filename="a.css"',
    'Content-Disposition: form-data',
    'Content-Disposition:',
    'Content-Type: text/css',
    '{}',
    '"',
    ';',
    '--xx--',
    '--xx\r\nContent-Disposition: form-data; name="request"\r\n\r\n{}\r\n',
  );

  it('are read or refused, and never keep anybody waiting', async () => {
    const bodies = fc
      .array(fc.oneof(pieces, fc.string({ maxLength: 5 })), { maxLength: 30 })
      .map((list) => list.join(''));
    await fc.assert(
      fc.asyncProperty(bodies, async (body) => {
        const end = await Promise.race([
          read(body).catch((error: unknown) => error),
          new Promise((resolve) => setTimeout(resolve, 60_000, 'waiting').unref()),
        ]);
        if (end instanceof Error) expect(end).toBeInstanceOf(ApiError);
        else expect(end).toHaveProperty('files');
      }),
      { numRuns: 3_000 },
    );
  });
});
