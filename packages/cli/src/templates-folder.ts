import {
  type Dirent,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { isFileName } from '@platen/engine';
import { makeFolder } from '@platen/server/folders';
import type { Sample } from './templates-client.ts';
import { UsageError } from './usage-error.ts';

/** A template in a folder: what its files say. */
export interface FolderTemplate {
  readonly slug: string;
  /** Absent when the folder names none. */
  readonly name?: string;
  /** Where people find it in the service; absent when the folder names none. */
  readonly folder?: string;
  readonly content: string;
  readonly css: string | null;
  readonly header: string | null;
  readonly footer: string | null;
  readonly sample_data: Json | null;
  readonly samples: readonly Sample[];
  readonly schema: Json | null;
  readonly options: Json;
  readonly escape: 'html' | 'none';
  readonly strict_variables: boolean;
  readonly assets: ReadonlyMap<string, Uint8Array>;
  readonly snippets: ReadonlyMap<string, string>;
}

type Json = Readonly<Record<string, unknown>>;

const TEXTS = { content: 'index.liquid', css: 'style.css', header: 'header.liquid', footer: 'footer.liquid' } as const;
const OBJECTS = { sample_data: 'data.json', schema: 'schema.json', options: 'options.json' } as const;
const SAMPLES = 'samples.json';
const SETTINGS = 'template.json';
const SNIPPETS = 'snippets';
const KNOWN: ReadonlySet<string> = new Set([...Object.values(TEXTS), ...Object.values(OBJECTS), SAMPLES, SETTINGS]);
const ASSET = /\.(?:png|jpe?g|gif|svg|webp|avif|bmp|ico|woff2?|ttf|otf|css|js)$/i;
const SNIPPET = /^snippets\/([a-z0-9_-]{1,100})\.liquid$/;
/** A picture of the template, and words about it: for people who look at the folder. */
const FOR_PEOPLE = /^(?:preview\.[a-z]+|README\.md|LICENSE)$/;
const MOST_ASSETS = 25 * 1024 * 1024;

/** Names of all files below a folder, with `/` between the parts. Hidden ones and links are left out, and what is behind them. */
function filesBelow(folder: string, prefix = ''): string[] {
  // Not `recursive`, which follows links to folders.
  const entries: Dirent[] = readdirSync(path.join(folder, prefix), { withFileTypes: true });
  return entries
    .filter(({ name }) => !name.startsWith('.'))
    .flatMap((entry) => {
      const name = `${prefix}${entry.name}`;
      if (entry.isDirectory()) return filesBelow(folder, `${name}/`);
      return entry.isFile() ? [name] : [];
    })
    .sort();
}

/** What of a folder belongs to its template, and what does not. */
function sorted(folder: string) {
  const files = filesBelow(folder);
  const isAsset = (name: string) =>
    ASSET.test(name) && !KNOWN.has(name) && !FOR_PEOPLE.test(name) && !name.startsWith(`${SNIPPETS}/`);
  const assets = files.filter(isAsset);
  const snippets = files.filter((name) => SNIPPET.test(name));
  const isOther = (name: string) => !(KNOWN.has(name) || FOR_PEOPLE.test(name) || isAsset(name) || SNIPPET.test(name));
  return { assets, snippets, others: files.filter(isOther) };
}

/**
 * Reads a template.
 * @returns the template, and names of files that are no part of it
 * @throws UsageError when the folder holds none, or one that cannot be read
 */
export function readFolder(folder: string): { readonly template: FolderTemplate; readonly ignored: readonly string[] } {
  if (!existsSync(path.join(folder, TEXTS.content))) {
    throw new UsageError(`"${folder}" holds no template: there is no ${TEXTS.content} in it.`);
  }
  const text = (name: string) => readText(folder, name);
  const object = (name: string) => readObject(folder, name);
  const { assets, snippets, others } = sorted(folder);
  const settings = readSettings(folder);
  const options = object(OBJECTS.options);
  if (options && settings.options) {
    throw new UsageError(`"${folder}" has options in ${OBJECTS.options} and in ${SETTINGS}; keep one of them.`);
  }
  const size = assets.reduce((sum, name) => sum + statSync(path.join(folder, name)).size, 0);
  if (size > MOST_ASSETS)
    throw new UsageError(`The images, fonts and other files in "${folder}" have more than 25 MB.`);
  const unusable = assets.find((name) => !isFileName(name));
  if (unusable !== undefined)
    throw new UsageError(`"${unusable}" in "${folder}" has a name that no page can refer to.`);
  return {
    template: {
      slug: settings.slug ?? path.basename(path.resolve(folder)),
      ...(settings.name === undefined ? {} : { name: settings.name }),
      ...(settings.folder === undefined ? {} : { folder: settings.folder }),
      content: text(TEXTS.content) ?? '',
      css: text(TEXTS.css),
      header: text(TEXTS.header),
      footer: text(TEXTS.footer),
      sample_data: object(OBJECTS.sample_data),
      samples: readSamples(folder),
      schema: object(OBJECTS.schema),
      options: options ?? settings.options ?? {},
      escape: settings.escape ?? 'html',
      strict_variables: settings.strict_variables ?? false,
      assets: new Map(assets.map((name) => [name, readFileSync(path.join(folder, name))])),
      snippets: new Map(snippets.map((name) => [SNIPPET.exec(name)?.[1] ?? '', text(name) ?? ''])),
    },
    ignored: others,
  };
}

interface Settings {
  readonly slug?: string;
  readonly name?: string;
  readonly folder?: string;
  readonly escape?: 'html' | 'none';
  readonly strict_variables?: boolean;
  readonly options?: Json;
}

const SETTING_CHECKS: Readonly<Record<keyof Settings, (value: unknown) => boolean>> = {
  slug: (value) => typeof value === 'string' && /^[a-z0-9_-]{1,100}$/.test(value),
  name: (value) => typeof value === 'string' && value !== '',
  folder: (value) => typeof value === 'string',
  escape: (value) => value === 'html' || value === 'none',
  strict_variables: (value) => typeof value === 'boolean',
  options: isObject,
};

function readSettings(folder: string): Settings {
  const settings = readObject(folder, SETTINGS) ?? {};
  for (const [name, value] of Object.entries(settings)) {
    const check = Object.hasOwn(SETTING_CHECKS, name) ? SETTING_CHECKS[name as keyof Settings] : undefined;
    const names = Object.keys(SETTING_CHECKS).join(', ');
    if (!check) throw new UsageError(`${SETTINGS} in "${folder}" has "${name.slice(0, 64)}"; it may have ${names}.`);
    if (!check(value)) throw new UsageError(`"${name}" of ${SETTINGS} in "${folder}" is not valid.`);
  }
  return settings as Settings;
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What is read or written through a link would be somewhere else. */
function refuseLink(folder: string, name: string): void {
  const parts = name.split('/');
  for (const at of parts.keys()) {
    const file = path.join(folder, ...parts.slice(0, at + 1));
    if (!lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink()) continue;
    throw new UsageError(`"${file}" is a link; a template has files of its own.`);
  }
}

function readText(folder: string, name: string): string | null {
  const file = path.join(folder, name);
  refuseLink(folder, name);
  if (!existsSync(file)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(file));
  } catch {
    throw new UsageError(`"${file}" is not a text file in UTF-8.`);
  }
}

function readObject(folder: string, name: string): Json | null {
  return readJson(folder, name, { what: 'a JSON object', is: isObject });
}

const isSample = (value: unknown): boolean =>
  isObject(value) && typeof value.name === 'string' && isObject(value.data) && Object.keys(value).length === 2;

function readSamples(folder: string): readonly Sample[] {
  const is = (value: unknown): value is Sample[] => Array.isArray(value) && value.every(isSample);
  return readJson(folder, SAMPLES, { what: 'a JSON list of {"name": "…", "data": {…}}', is }) ?? [];
}

interface Wanted<Value> {
  readonly what: string;
  readonly is: (value: unknown) => value is Value;
}

function readJson<Value>(folder: string, name: string, { what, is }: Wanted<Value>): Value | null {
  const text = readText(folder, name);
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    if (is(value)) return value;
  } catch {
    // Told below.
  }
  throw new UsageError(`"${path.join(folder, name)}" has to hold ${what}.`);
}

/** What is in the way of writing a template into a folder. */
export interface FolderChanges {
  /** Files that would say something else. */
  readonly changed: readonly string[];
  /** Files that the template does not have. */
  readonly removed: readonly string[];
  readonly added: readonly string[];
  write(): void;
}

/** Compares a folder, which need not exist, with the template that is to be in it. */
export function compareFolder(folder: string, template: FolderTemplate & { readonly name: string }): FolderChanges {
  const wanted = filesOf(folder, template);
  const unsafe = [...wanted.keys()].find((name) => !isFileName(name));
  if (unsafe !== undefined) throw new UsageError('The template has a file whose name leads out of the folder.');
  const taken = [...template.assets.keys()].find((name) => KNOWN.has(name) || name.startsWith(`${SNIPPETS}/`));
  if (taken !== undefined) {
    throw new UsageError(
      `The template has a file named "${taken}", which means something else in a folder. Give the file another name there.`,
    );
  }
  const { assets, snippets } = existsSync(folder) ? sorted(folder) : { assets: [], snippets: [] };
  const own = [...KNOWN, ...assets, ...snippets].filter((name) => existsSync(path.join(folder, name)));
  for (const name of [...own, ...wanted.keys()]) refuseLink(folder, name);
  const removed = own.filter((name) => !wanted.has(name) && !(name === SETTINGS && settingsFit(folder, template)));
  const isKept = (name: string) =>
    name === SETTINGS && existsSync(path.join(folder, name)) && settingsFit(folder, template);
  const differing = [...wanted].filter(([name, bytes]) => !isKept(name) && !isSame(path.join(folder, name), bytes));
  const isNew = (name: string) => !existsSync(path.join(folder, name));
  return {
    changed: differing.map(([name]) => name).filter((name) => !isNew(name)),
    removed,
    added: differing.map(([name]) => name).filter(isNew),
    write: () => {
      for (const [name, bytes] of differing) {
        const file = path.join(folder, name);
        makeFolder(path.dirname(file));
        writeFileSync(file, bytes);
      }
      for (const name of removed) rmSync(path.join(folder, name));
    },
  };
}

/** The files that hold a template. Settings that the folder says without a file need none. */
function filesOf(folder: string, template: FolderTemplate & { readonly name: string }): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>();
  for (const [field, name] of Object.entries(TEXTS)) {
    const text = template[field as keyof typeof TEXTS];
    if (text !== null) files.set(name, Buffer.from(text));
  }
  for (const [field, name] of Object.entries(OBJECTS)) {
    const value = template[field as keyof typeof OBJECTS];
    if (value === null || (field === 'options' && isSaidAlready(folder, value))) continue;
    files.set(name, json(value));
  }
  if (template.samples.length > 0) files.set(SAMPLES, json(template.samples));
  const settings = settingsOf(folder, template);
  if (Object.keys(settings).length > 0) files.set(SETTINGS, json(settings));
  for (const [name, content] of template.snippets) files.set(`${SNIPPETS}/${name}.liquid`, Buffer.from(content));
  for (const [name, bytes] of template.assets) files.set(name, bytes);
  return files;
}

function settingsOf(folder: string, template: FolderTemplate & { readonly name: string }): Settings {
  const { slug, name, folder: place, escape: escapeMode, strict_variables } = template;
  return {
    ...(path.basename(path.resolve(folder)) === slug ? {} : { slug }),
    ...(name === slug ? {} : { name }),
    ...(place ? { folder: place } : {}),
    ...(escapeMode === 'html' ? {} : { escape: escapeMode }),
    ...(strict_variables ? { strict_variables } : {}),
  };
}

/** Whether no file has to say these options. */
const isSaidAlready = (folder: string, options: Json): boolean =>
  Object.keys(options).length === 0 || isDeepStrictEqual(readSettings(folder).options, options);

/** Whether the settings that a folder has say what the template is, in more words than are needed. */
function settingsFit(folder: string, template: FolderTemplate & { readonly name: string }): boolean {
  const { slug = path.basename(path.resolve(folder)), name, folder: place, ...rest } = readSettings(folder);
  const { escape: escapeMode = 'html', strict_variables = false, options = {} } = rest;
  return (
    slug === template.slug &&
    (name ?? template.name) === template.name &&
    (place ?? template.folder) === template.folder &&
    escapeMode === template.escape &&
    strict_variables === template.strict_variables &&
    (Object.keys(options).length === 0 || isDeepStrictEqual(options, template.options))
  );
}

const json = (value: object): Uint8Array => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);

/** Whether a file holds these bytes; of JSON, whether it says the same. */
function isSame(file: string, bytes: Uint8Array): boolean {
  if (!existsSync(file)) return false;
  const held = readFileSync(file);
  if (held.equals(bytes)) return true;
  if (!file.endsWith('.json')) return false;
  try {
    return isDeepStrictEqual(JSON.parse(held.toString('utf8')), JSON.parse(Buffer.from(bytes).toString('utf8')));
  } catch {
    return false;
  }
}
