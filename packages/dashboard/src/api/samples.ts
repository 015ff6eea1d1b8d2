import { curlOf, type ShownCall } from './calls.ts';

/** One call of the API, for a program in one language. */
export interface Sample {
  readonly language: Language;
  readonly text: string;
}

export const LANGUAGES = ['curl', 'typescript', 'python', 'php', 'ruby'] as const;
export type Language = (typeof LANGUAGES)[number];

/** A text of JavaScript as a literal in single quotes of PHP and Ruby, in which a backslash and the quote alone mean something. */
const single = (text: string): string => `'${text.replaceAll(/[\\']/g, '\\$&')}'`;

/** How a language writes what JSON has. */
interface Dialect {
  readonly nothing: string;
  readonly yes: string;
  readonly no: string;
  readonly text: (text: string) => string;
  readonly list: readonly [open: string, close: string];
  readonly map: readonly [open: string, between: string, close: string];
}

const PYTHON: Dialect = {
  nothing: 'None',
  yes: 'True',
  no: 'False',
  // What JSON escapes, Python reads alike; it has no pairs of surrogates, and JSON.stringify writes none.
  text: (text) => JSON.stringify(text),
  list: ['[', ']'],
  map: ['{', ': ', '}'],
};
const PHP: Dialect = {
  nothing: 'null',
  yes: 'true',
  no: 'false',
  text: single,
  list: ['[', ']'],
  map: ['[', ' => ', ']'],
};
const RUBY: Dialect = { ...PHP, nothing: 'nil', map: ['{', ' => ', '}'] };

/** A JSON value as a literal of a language. */
function literal(value: unknown, dialect: Dialect, indent = ''): string {
  const inner = `${indent}  `;
  if (value === null || value === undefined) return dialect.nothing;
  if (typeof value === 'boolean') return value ? dialect.yes : dialect.no;
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return dialect.text(value);
  const [open, close] = Array.isArray(value) ? dialect.list : [dialect.map[0], dialect.map[2]];
  const parts = Array.isArray(value)
    ? value.map((each) => literal(each, dialect, inner))
    : Object.entries(value)
        .filter(([, each]) => each !== undefined)
        .map(([name, each]) => `${dialect.text(name)}${dialect.map[1]}${literal(each, dialect, inner)}`);
  // An empty list of PHP is no object to JSON.
  if (parts.length === 0) return dialect === PHP && !Array.isArray(value) ? '(object) []' : open + close;
  return `${open}\n${parts.map((part) => `${inner}${part},\n`).join('')}${indent}${close}`;
}

/** The same call for each language. What it makes is written to the file, or shown where there is none. */
export function samplesOf(call: ShownCall, origin = window.location.origin): Sample[] {
  const { method, path, body = {}, file } = call;
  const url = origin + path;
  return [
    { language: 'curl', text: curlOf(call, origin) },
    {
      language: 'typescript',
      text: `${file === undefined ? '' : "import { writeFile } from 'node:fs/promises';\n"}import { Platen } from '@platen/client';

const platen = new Platen({ key: process.env.PLATEN_API_KEY, url: '${origin}' });
const answer = await platen.send('${path}', {
  method: '${method}',
  body: ${JSON.stringify(body, null, 2).replaceAll('\n', '\n  ')},
});
${file === undefined ? 'console.log(await answer.json());' : `await writeFile('${file}', Buffer.from(await answer.arrayBuffer()));`}`,
    },
    {
      language: 'python',
      text: `import os
import requests

answer = requests.${method.toLowerCase()}(
  ${JSON.stringify(url)},
  headers={"Authorization": "Bearer " + os.environ["PLATEN_API_KEY"]},
  json=${literal(body, PYTHON, '  ')},
)
answer.raise_for_status()
${file === undefined ? 'print(answer.json())' : `open("${file}", "wb").write(answer.content)`}`,
    },
    {
      language: 'php',
      text: `<?php
$call = curl_init(${single(url)});
curl_setopt_array($call, [
  CURLOPT_CUSTOMREQUEST => ${single(method)},
  CURLOPT_HTTPHEADER => ['Authorization: Bearer ' . getenv('PLATEN_API_KEY'), 'Content-Type: application/json'],
  CURLOPT_POSTFIELDS => json_encode(${literal(body, PHP, '  ')}),
  CURLOPT_RETURNTRANSFER => true,
  CURLOPT_FAILONERROR => true,
]);
$answer = curl_exec($call) or throw new RuntimeException(curl_error($call));
${file === undefined ? 'print_r(json_decode($answer));' : `file_put_contents(${single(file)}, $answer);`}`,
    },
    {
      language: 'ruby',
      text: `require 'json'
require 'net/http'

uri = URI(${single(url)})
request = Net::HTTP::${method[0] ?? ''}${method.slice(1).toLowerCase()}.new(uri)
request['Authorization'] = "Bearer #{ENV.fetch('PLATEN_API_KEY')}"
request['Content-Type'] = 'application/json'
request.body = JSON.generate(${literal(body, RUBY)})
answer = Net::HTTP.start(uri.host, uri.port, use_ssl: uri.scheme == 'https') { |http| http.request(request) }
raise answer.body unless answer.is_a?(Net::HTTPSuccess)
${file === undefined ? 'puts answer.body' : `File.binwrite(${single(file)}, answer.body)`}`,
    },
  ];
}
