import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { RemoteTemplate, TemplatesClient } from './templates-client.ts';
import type { FolderTemplate } from './templates-folder.ts';

export interface PushOptions {
  readonly client: TemplatesClient;
  /** Write drafts only. */
  readonly draft: boolean;
  /** Only tell what would be done. */
  readonly dryRun: boolean;
  readonly tell: (line: string) => void;
}

/** Bytes of files in one request; a request has at most 25 MB. */
const MOST_AT_ONCE = 20 * 1024 * 1024;

const FIELDS = [
  'content',
  'css',
  'header',
  'footer',
  'sample_data',
  'samples',
  'schema',
  'options',
  'escape',
  'strict_variables',
] as const satisfies readonly (keyof FolderTemplate & keyof RemoteTemplate)[];

/** Brings what a folder holds to the service: its snippets, then the template. What is the same stays untouched. */
export async function push(template: FolderTemplate, options: PushOptions): Promise<void> {
  const { client, dryRun, tell } = options;
  let snippetsChanged = false;
  for (const [name, content] of template.snippets) {
    const remote = await client.snippet(name);
    if (remote?.content === content) {
      tell(`snippet ${name}: unchanged`);
      continue;
    }
    snippetsChanged = true;
    if (dryRun) tell(`snippet ${name}: would be ${remote ? 'changed' : 'created'}`);
    else if (remote) tell(`snippet ${name}: changed, version ${(await client.replaceSnippet(name, content)).version}`);
    else tell(`snippet ${name}: created, version ${(await client.createSnippet(name, content)).version}`);
  }
  const remote = await client.template(template.slug);
  if (remote) await update(template, remote, { ...options, snippetsChanged });
  else await create(template, options);
}

async function create(template: FolderTemplate, { client, draft, dryRun, tell }: PushOptions): Promise<void> {
  const { slug, name = slug, folder, assets } = template;
  if (dryRun) return tell(`template ${slug}: would be created`);
  const place = folder === undefined ? {} : { folder };
  const fields = { slug, name, ...place, ...Object.fromEntries(FIELDS.map((field) => [field, template[field]])) };
  const [first = new Map(), ...more] = portionsOf(assets);
  const made = await client.create({ ...fields, draft: draft || more.length > 0 }, first);
  for (const files of more) await client.change(slug, {}, files);
  const done = more.length > 0 && !draft ? await client.publish(slug) : made;
  tell(`template ${slug}: created, ${done.version === null ? 'draft' : `version ${done.version}`}`);
}

async function update(
  template: FolderTemplate,
  remote: RemoteTemplate,
  options: PushOptions & { readonly snippetsChanged: boolean },
): Promise<void> {
  const { client, draft, dryRun, tell, snippetsChanged } = options;
  const { slug } = template;
  const { fields, files, removed } = differences(template, remote);
  const changed = [...Object.keys(fields), ...files.keys(), ...removed];
  const pending = remote.status !== 'published' || snippetsChanged;
  if (changed.length === 0 && (draft || !pending)) {
    return tell(`template ${slug}: unchanged, ${remote.version === null ? 'draft' : `version ${remote.version}`}`);
  }
  const what = changed.length > 0 ? ` (${changed.join(', ')})` : '';
  if (dryRun) return tell(`template ${slug}: would be ${draft ? 'changed' : 'published'}${what}`);
  const done =
    changed.length > 0 ? await send(template, { fields, files, removed }, options) : await client.publish(slug);
  if (draft) return tell(`template ${slug}: draft changed${what}`);
  const isNew = done.version !== remote.version;
  tell(`template ${slug}: ${isNew ? 'new version' : 'published, version'} ${done.version}${what}`);
}

/** Sends what differs, in as many requests as the files need. */
async function send(
  { slug, content }: FolderTemplate,
  { fields, files, removed }: Differences,
  { client, draft }: PushOptions,
): Promise<RemoteTemplate> {
  const [first = new Map(), ...more] = portionsOf(files);
  const assets = Object.fromEntries(removed.map((name) => [name, null]));
  const sent = { content, ...fields, assets, draft: draft || more.length > 0 };
  const changed = await client.replace(slug, sent, first);
  for (const portion of more) await client.change(slug, {}, portion);
  return more.length > 0 && !draft ? await client.publish(slug) : changed;
}

interface Differences {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly removed: readonly string[];
}

function differences(template: FolderTemplate, remote: RemoteTemplate): Differences {
  const changed = FIELDS.filter((field) => !isDeepStrictEqual(template[field], remote[field]));
  const renamed = template.name !== undefined && template.name !== remote.name;
  const moved = template.folder !== undefined && template.folder !== remote.folder;
  const hashes = new Map(remote.assets.map(({ name, sha256 }) => [name, sha256]));
  const differs = ([name, bytes]: readonly [string, Uint8Array]) =>
    hashes.get(name) !== createHash('sha256').update(bytes).digest('hex');
  return {
    fields: {
      ...Object.fromEntries(changed.map((field) => [field, template[field]])),
      ...(renamed ? { name: template.name } : {}),
      ...(moved ? { folder: template.folder } : {}),
    },
    files: new Map([...template.assets].filter(differs)),
    removed: [...hashes.keys()].filter((name) => !template.assets.has(name)),
  };
}

/** Files in portions that fit into one request each. */
function portionsOf(files: ReadonlyMap<string, Uint8Array>): Map<string, Uint8Array>[] {
  const portions: Map<string, Uint8Array>[] = [];
  let room = 0;
  for (const [name, bytes] of files) {
    if (portions.length === 0 || bytes.byteLength > room) {
      portions.push(new Map());
      room = MOST_AT_ONCE;
    }
    portions.at(-1)?.set(name, bytes);
    room -= bytes.byteLength;
  }
  return portions;
}
