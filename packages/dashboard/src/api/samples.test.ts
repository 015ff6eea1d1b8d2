import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { samplesOf } from './samples.ts';

/** What a request of the playground may have: quotes, backslashes, line breaks, other scripts, and what is empty. */
const BODY = {
  source: { html: `<h1 class='a'>"It's" \\ $x #{y} \u2028 😀 مرحبا</h1>\n<p>` },
  outputs: [{ format: 'pdf' }],
  data: {},
  tags: [],
  landscape: true,
  title: null,
  scale: 0.5,
};

const sample = (language: string): string =>
  samplesOf({ method: 'POST', path: '/v1/convert', body: BODY, file: 'out.pdf' }, 'https://pdf.example.com').find(
    (each) => each.language === language,
  )?.text ?? '';

/** The literal of the body in a sample. */
const between = (text: string, begin: string, end: string): string =>
  text.slice(text.indexOf(begin) + begin.length, text.lastIndexOf(end));

it('writes the same request for Python, as Python reads it', () => {
  const literal = between(sample('python'), 'json=', ',\n)\nanswer');
  const code = `import json,sys;print(json.dumps(${literal}))`;
  expect(JSON.parse(execFileSync('python3', ['-c', code], { encoding: 'utf8' }))).toEqual(BODY);
});

it('writes the same request for TypeScript and for a shell, as they read it', () => {
  const literal = between(sample('typescript'), 'body: ', ',\n});');
  expect(JSON.parse(literal)).toEqual(BODY);
  const quoted = between(sample('curl'), '-d ', ' \\\n  -o');
  expect(JSON.parse(execFileSync('sh', ['-c', `printf %s ${quoted}`], { encoding: 'utf8' }))).toEqual(BODY);
});

it('escapes in PHP and Ruby what ends a text in single quotes, and keeps an empty object one', () => {
  const html = `'<h1 class=\\'a\\'>"It\\'s" \\\\ $x #{y} \u2028 😀 مرحبا</h1>\n<p>'`;
  expect(sample('php')).toContain(`'html' => ${html}`);
  expect(sample('php')).toContain(`'data' => (object) []`);
  expect(sample('php')).toContain(`'tags' => []`);
  expect(sample('ruby')).toContain(`'html' => ${html}`);
  expect(sample('ruby')).toContain(`'title' => nil`);
  expect(sample('ruby')).toContain('Net::HTTP::Post.new(uri)');
});
