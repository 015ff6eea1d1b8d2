/**
 * Writes docs/cli.md from the declarations of the commands, and docs/coming-from/ from the table of other services'
 * names: `node script/guides.ts [--check]`.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cliPage } from '../packages/cli/src/reference.ts';
import { NEIGHBORS, type Neighbor, type NeighborField } from '../packages/engine/src/request/neighbors.ts';
import { browserlessFields } from '../packages/server/src/compat/browserless/fields.ts';
import { docraptorFields } from '../packages/server/src/compat/docraptor/fields.ts';
import { BATCH_FIELDS } from '../packages/server/src/compat/firecrawl/batch.ts';
import { SCRAPE_FIELDS } from '../packages/server/src/compat/firecrawl/fields.ts';
import { FORM_FIELDS } from '../packages/server/src/compat/gotenberg/fields.ts';
import { pdfMonkeyFields } from '../packages/server/src/compat/pdfmonkey/fields.ts';
import { rowsOf } from '../packages/server/src/compat/values.ts';

const DOCS = new URL('../docs/', import.meta.url);
const FOLDER = new URL('coming-from/', DOCS);
const NOTE = '<!-- Made by "node script/guides.ts"; do not edit. -->\n\n';

function neighborPage({ name, page, facts, fields }: Neighbor): string {
  const rows = fields.map((field) => `| \`${field.theirs}\` | ${oursOf(field)} | ${field.note ?? ''} |\n`).join('');
  return [
    `# Coming from ${name}\n`,
    `What ${name} calls its fields, and what they are called here. A request with a name of ${name} is refused with the name that is meant.\n`,
    ...facts.map((fact) => `- ${fact}`),
    '',
    `| ${name} | Platen | |\n|---|---|---|\n${rows}`,
    ...(page === 'gotenberg' ? [formTable()] : []),
    ...(page === 'browserless' ? [restTable()] : []),
    ...(page === 'firecrawl' ? [scrapeTable()] : []),
    ...(page === 'docraptor' ? [docTable()] : []),
    ...(page === 'pdfmonkey' ? [documentTable()] : []),
    'All fields of Platen: [the reference](../reference/README.md).\n',
  ].join('\n');
}

/** The fields of Gotenberg's forms, as its routes have them here. */
function formTable(): string {
  const rows = Object.entries(FORM_FIELDS).map(
    ([name, { kind, note }]) =>
      `| \`${name}\` | ${kind === undefined ? 'both' : FORM_ROUTES[kind]} | ${note ?? 'The same.'} |\n`,
  );
  return `## Fields at \`/forms\`\n\n| Field | Routes | |\n|---|---|---|\n| \`url\` | both | The same. |\n| \`files\` | both | The same. |\n${rows.join('')}`;
}
/** The fields of Browserless' REST API, as they are read here. */
function restTable(): string {
  const rows = browserlessFields().map(({ name, of, note }) => `| \`${name}\` | ${of} | ${note} |\n`);
  return `## Fields at \`/browserless\`\n\n| Field | Path | |\n|---|---|---|\n${rows.join('')}`;
}

/** The fields of Firecrawl's scrape, as they are read here. */
function scrapeTable(): string {
  const rows = [...rowsOf(SCRAPE_FIELDS), ...rowsOf(BATCH_FIELDS)].map(
    ({ name, note }) => `| \`${name}\` | ${note} |\n`,
  );
  return `## Fields at \`/firecrawl\`\n\n| Field | |\n|---|---|\n${rows.join('')}`;
}

/** The fields of a document of DocRaptor, as they are read here. */
function docTable(): string {
  const rows = docraptorFields().map(({ name, note }) => `| \`${name}\` | ${note} |\n`);
  return `## Fields at \`/docraptor\`\n\n| Field | |\n|---|---|\n${rows.join('')}`;
}

/** The fields of a document of PDFMonkey, as they are read here. */
function documentTable(): string {
  const rows = pdfMonkeyFields().map(({ name, note }) => `| \`${name}\` | ${note} |\n`);
  return `## Fields at \`/api/v1/documents\`\n\n| Field | |\n|---|---|\n${rows.join('')}`;
}

const FORM_ROUTES = { pdf: 'convert', image: 'screenshot' } as const;

const oursOf = ({ ours }: NeighborField): string => (ours === undefined ? 'none' : `\`${ours}\``);

const list = NEIGHBORS.map(({ name, page }) => `- [${name}](${page}.md)\n`).join('');
const files = new Map([
  ['README.md', `${NOTE}# Coming from elsewhere\n\nNames of fields, side by side.\n\n${list}`],
  ...NEIGHBORS.map((neighbor): [string, string] => [`${neighbor.page}.md`, NOTE + neighborPage(neighbor)]),
]);
const cli = NOTE + cliPage();
const CLI = new URL('cli.md', DOCS);

function isCurrent(): boolean {
  const names = readdirSync(FOLDER);
  const same = names.every((name) => readFileSync(new URL(name, FOLDER), 'utf8') === files.get(name));
  return same && names.length === files.size && readFileSync(CLI, 'utf8') === cli;
}

if (process.argv.includes('--check')) {
  if (!isCurrent()) {
    process.stderr.write('docs/cli.md or docs/coming-from is not what the sources say. Run "node script/guides.ts".\n');
    process.exitCode = 1;
  }
} else {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER);
  for (const [name, text] of files) writeFileSync(new URL(name, FOLDER), text);
  writeFileSync(CLI, cli);
}
