import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { UsageError } from './arguments.ts';
import { readServiceAddress } from './config.ts';
import { ServiceError, TemplatesClient } from './templates-client.ts';
import { compareFolder, readFolder } from './templates-folder.ts';
import { push } from './templates-push.ts';

const TEMPLATES_USAGE = `Usage: platen templates COMMAND

  push FOLDER...            bring templates to the service, one from each folder; a new version where something changed
    --draft                 write drafts only, and publish nothing
    --dry-run               tell what would be done, and do nothing
  pull SLUG[@VERSION] [FOLDER]
                            write a template into a folder (default: one named after the slug): the draft, or a version
    --force                 overwrite files that differ, and remove those that the template does not have

  --url URL                 the service (default: PLATEN_URL, else http://127.0.0.1:3000)
  --key-file FILE           file with the API key (default: PLATEN_API_KEY)
  --help                    this text

A folder has index.liquid and, if wanted, header.liquid, footer.liquid, style.css, data.json (sample data), schema.json
(JSON Schema of the data), options.json (options of conversions), template.json (slug, name, escape, strict_variables),
snippets/*.liquid, and images, fonts, styles and scripts, which the document refers to by their relative names.
The slug is the name of the folder, unless template.json says another.
`;

interface Streams {
  readonly out: NodeJS.WritableStream;
  readonly error: NodeJS.WritableStream;
}

/** `platen templates …`. @returns 0, or 1 when the service refuses or cannot be reached */
export async function runTemplates(args: readonly string[], streams: Streams): Promise<number> {
  const { values, positionals } = parse(args);
  if (values.help) {
    streams.out.write(TEMPLATES_USAGE);
    return 0;
  }
  const [command, ...subjects] = positionals;
  try {
    switch (command) {
      case 'push':
        await pushFolders(subjects, values, streams);
        return 0;
      case 'pull':
        await pull(subjects, values, streams);
        return 0;
      default:
        throw new UsageError('Name what to do with templates: push or pull. See "platen templates --help".');
    }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    streams.error.write(`${error.message}\n`);
    return 1;
  }
}

type Values = ReturnType<typeof parse>['values'];

async function pushFolders(folders: readonly string[], values: Values, { out, error }: Streams): Promise<void> {
  if (folders.length === 0) throw new UsageError('Name a folder, for example: platen templates push invoice');
  refuse(values, 'force', 'push');
  // All are read before anything is sent.
  const read = folders.map((folder) => ({ folder, ...readFolder(folder) }));
  const client = clientFor(values);
  const tell = (line: string) => out.write(`${line}\n`);
  for (const { folder, template, ignored } of read) {
    for (const name of ignored) error.write(`${folder}: ${name} is no part of a template and stays here.\n`);
    await push(template, { client, draft: values.draft ?? false, dryRun: values['dry-run'] ?? false, tell });
  }
}

async function pull(subjects: readonly string[], values: Values, { out }: Streams): Promise<void> {
  const [reference, given, ...more] = subjects;
  if (reference === undefined) throw new UsageError('Name a template, for example: platen templates pull invoice');
  if (more.length > 0) throw new UsageError(`"${more[0]}" is one argument too many.`);
  refuse(values, 'draft', 'pull');
  refuse(values, 'dry-run', 'pull');
  const client = clientFor(values);
  const remote = await client.template(reference);
  if (!remote) throw new ServiceError(`There is no template "${reference}".`);
  const assets = new Map<string, Uint8Array>();
  for (const { name } of remote.assets) assets.set(name, await client.asset(reference, name));
  const snippets = new Map(remote.snippets.map(({ name, content }) => [name, content]));
  const folder = given ?? remote.slug;
  const { added, changed, removed, write } = compareFolder(folder, { ...remote, assets, snippets });
  if (changed.length + removed.length > 0 && !values.force) {
    const names = [...changed, ...removed].join(', ');
    throw new UsageError(`In "${folder}", these differ: ${names}. Give --force to overwrite and remove them.`);
  }
  write();
  for (const name of [...added, ...changed]) out.write(`${folder}/${name}: written\n`);
  for (const name of removed) out.write(`${folder}/${name}: removed\n`);
  if (added.length + changed.length + removed.length === 0) out.write(`${folder}: unchanged\n`);
}

function refuse(values: Values, option: 'draft' | 'dry-run' | 'force', command: string): void {
  if (values[option]) throw new UsageError(`"--${option}" does not go with "${command}".`);
}

function clientFor(values: Values): TemplatesClient {
  const address = readServiceAddress();
  const url = values.url?.replace(/(?<!\/)\/+$/, '') ?? address.url;
  if (!/^https?:\/\/[^/?#@]+$/i.test(url)) {
    throw new UsageError(`"${url}" is no address of a service, such as https://pdf.example.com.`);
  }
  const key = values['key-file'] === undefined ? address.key : readKey(values['key-file']);
  if (!key) throw new UsageError('Give the API key in PLATEN_API_KEY, or a file with it by --key-file.');
  return new TemplatesClient({ url, key });
}

function readKey(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new UsageError(`"${file}" cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        draft: { type: 'boolean' },
        'dry-run': { type: 'boolean' },
        force: { type: 'boolean' },
        url: { type: 'string' },
        'key-file': { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    throw new UsageError((error as Error).message.split('. ')[0] ?? 'The arguments cannot be read.');
  }
}
