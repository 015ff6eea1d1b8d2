/** Writes docs/reference/ from the schemas of the API: `node script/reference.ts [--check]`. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { ENDPOINTS, openApiDocument, referencePages } from '@platen/server';

const FOLDER = new URL('../docs/reference/', import.meta.url);
const NOTE = '<!-- Made from the schemas by "node script/reference.ts"; do not edit. -->\n\n';

const document = openApiDocument(ENDPOINTS);
const pages = referencePages(document, ENDPOINTS);
const contents = pages.map(({ name, title }) => `- [${title}](${name}.md)`).join('\n');
const files = new Map([
  ...pages.map(({ name, text }): [string, string] => [`${name}.md`, NOTE + text]),
  [
    'README.md',
    `${NOTE}# Reference\n\n${document.info.description}\n\n${contents}\n\nThe same as OpenAPI 3.1: [openapi.json](openapi.json).\n`,
  ],
  ['openapi.json', `${JSON.stringify(document, null, 2)}\n`],
]);

function isCurrent(): boolean {
  const names = readdirSync(FOLDER);
  return (
    names.length === files.size &&
    names.every((name) => readFileSync(new URL(name, FOLDER), 'utf8') === files.get(name))
  );
}

if (process.argv.includes('--check')) {
  if (!isCurrent()) {
    process.stderr.write('docs/reference is not what the schemas say. Run "node script/reference.ts".\n');
    process.exitCode = 1;
  }
} else {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER);
  for (const [name, text] of files) writeFileSync(new URL(name, FOLDER), text);
}
