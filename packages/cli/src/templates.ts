import { ServiceError } from './service.ts';
import { type SERVICE_OPTIONS, serviceOf } from './service-options.ts';
import { TemplatesClient } from './templates-client.ts';
import { compareFolder, readFolder } from './templates-folder.ts';
import { push } from './templates-push.ts';
import { UsageError } from './usage-error.ts';

interface Streams {
  readonly out: NodeJS.WritableStream;
  readonly error: NodeJS.WritableStream;
}

interface Call<Values = object> {
  readonly values: Values & { readonly [Name in keyof typeof SERVICE_OPTIONS]?: string };
  readonly positionals: readonly string[];
}

interface PushValues {
  readonly draft?: boolean;
  readonly 'dry-run'?: boolean;
}

/** `platen templates push`. @returns 0, or 1 when the service refuses or cannot be reached */
export const pushFolders = (call: Call<PushValues>, streams: Streams): Promise<number> =>
  asking(streams, () => pushAll(call, streams));

/** `platen templates pull`. @returns 0, or 1 when the service refuses or cannot be reached */
export const pullTemplate = (call: Call<{ readonly force?: boolean }>, streams: Streams): Promise<number> =>
  asking(streams, () => pull(call, streams));

async function asking({ error: stream }: Streams, work: () => Promise<void>): Promise<number> {
  try {
    await work();
    return 0;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    stream.write(`${error.message}\n`);
    return 1;
  }
}

async function pushAll({ values, positionals: folders }: Call<PushValues>, { out, error }: Streams): Promise<void> {
  // All are read before anything is sent.
  const read = folders.map((folder) => ({ folder, ...readFolder(folder) }));
  const client = new TemplatesClient(serviceOf(values));
  const tell = (line: string) => out.write(`${line}\n`);
  for (const { folder, template, ignored } of read) {
    for (const name of ignored) error.write(`${folder}: ${name} is no part of a template and stays here.\n`);
    await push(template, { client, draft: values.draft ?? false, dryRun: values['dry-run'] ?? false, tell });
  }
}

async function pull({ values, positionals }: Call<{ readonly force?: boolean }>, { out }: Streams): Promise<void> {
  const [reference = '', given] = positionals;
  const client = new TemplatesClient(serviceOf(values));
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
