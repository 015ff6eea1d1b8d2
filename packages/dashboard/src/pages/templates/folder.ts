import type { Template } from '@platen/client';
import { base64Of } from '../../api/base64.ts';
import { platen } from '../../api/platen.ts';
import { t } from '../../texts/en.ts';
import { objectIn } from './draft.ts';
import { pathOf } from './use-draft.ts';
import { unzip, type ZipFile, zipOf } from './zip.ts';

/** A template as files: the folder that `platen templates push` and `pull` use (docs/templates.md). */

const TEXTS = {
  'index.liquid': 'content',
  'header.liquid': 'header',
  'footer.liquid': 'footer',
  'style.css': 'css',
} as const;
const JSONS = { 'data.json': 'sample_data', 'schema.json': 'schema', 'options.json': 'options' } as const;
const SAMPLES = 'samples.json';
const ABOUT = 'template.json';
/** What no document refers to. */
const IGNORED = /(?:^|\/)(?:\.|__MACOSX\/)|^(?:preview\.[a-z]+|README\.md|LICENSE)$/;

const encode = (text: string) => new TextEncoder().encode(text);

/** Whether a name of a file means something else in a folder. */
const isTaken = (name: string): boolean =>
  Object.hasOwn(TEXTS, name) ||
  Object.hasOwn(JSONS, name) ||
  name === SAMPLES ||
  name === ABOUT ||
  name.startsWith('snippets/');

/**
 * A draft with its files, as one ZIP. Snippets belong to the organization, and are not in it.
 * @throws Error with a sentence for people, for a file that would come back as something else
 */
export async function zipOfTemplate(template: Template): Promise<Blob> {
  const { slug, name, folder, escape: mode, strict_variables } = template;
  const taken = template.assets.find((asset) => isTaken(asset.name));
  if (taken) throw new Error(t.templates.takenName(taken.name));
  const files: ZipFile[] = [];
  for (const [file, field] of Object.entries(TEXTS)) {
    const text = template[field];
    if (text) files.push({ name: file, bytes: encode(text) });
  }
  for (const [file, field] of Object.entries(JSONS)) {
    const value = template[field];
    if (value !== null && value !== undefined) {
      files.push({ name: file, bytes: encode(`${JSON.stringify(value, null, 2)}\n`) });
    }
  }
  if (template.samples.length > 0) {
    files.push({ name: SAMPLES, bytes: encode(`${JSON.stringify(template.samples, null, 2)}\n`) });
  }
  const about = { slug, name, ...(folder === '' ? {} : { folder }), escape: mode, strict_variables };
  files.push({ name: ABOUT, bytes: encode(`${JSON.stringify(about, null, 2)}\n`) });
  for (const asset of template.assets) {
    const answer = await platen.send(`${pathOf(template.id)}@draft/assets`, { query: { name: asset.name } });
    files.push({ name: asset.name, bytes: new Uint8Array(await answer.arrayBuffer()) });
  }
  return zipOf(files);
}

/** What a ZIP makes a new template of. */
export interface Imported {
  readonly slug?: string;
  readonly name?: string;
  /** Fields of `POST /v1/templates`. */
  readonly fields: Record<string, unknown>;
  /** Names of files that were left out: snippets, and what no document refers to. */
  readonly leftOut: readonly string[];
}

/**
 * Reads a ZIP of a folder; the folder itself may be in it.
 * @throws Error with a sentence for people
 */
export async function templateOfZip(file: File): Promise<Imported> {
  const all = await unzip(file).catch(() => {
    throw new Error(t.templates.noZip);
  });
  const index = all.find(({ name }) => /(?:^|\/)index\.liquid$/.test(name));
  if (!index) throw new Error(t.templates.noIndex);
  const root = index.name.slice(0, -'index.liquid'.length);
  const fields: Record<string, unknown> = {};
  const assets: Record<string, string> = {};
  const leftOut: string[] = [];
  let about: { readonly slug?: string; readonly name?: string } = {};
  for (const { name: whole, bytes } of all) {
    const name = whole.startsWith(root) ? whole.slice(root.length) : undefined;
    if (name === undefined || IGNORED.test(name) || name.startsWith('snippets/')) leftOut.push(whole);
    else if (Object.hasOwn(TEXTS, name)) fields[TEXTS[name as keyof typeof TEXTS]] = new TextDecoder().decode(bytes);
    else if (Object.hasOwn(JSONS, name)) fields[JSONS[name as keyof typeof JSONS]] = jsonOf(name, bytes);
    else if (name === SAMPLES) fields.samples = listOf(name, bytes);
    else if (name === ABOUT) {
      const { slug, name: title, ...rest } = jsonOf(name, bytes);
      about = { ...(typeof slug === 'string' ? { slug } : {}), ...(typeof title === 'string' ? { name: title } : {}) };
      Object.assign(fields, rest);
    } else assets[name] = await base64Of(new Blob([bytes]));
  }
  return { ...about, fields: { ...fields, ...(Object.keys(assets).length > 0 ? { assets } : {}) }, leftOut };
}

function jsonOf(name: string, bytes: Uint8Array): Record<string, unknown> {
  const value = objectIn(new TextDecoder().decode(bytes));
  if (!value) throw new Error(t.templates.noJson(name));
  return value;
}

/** What is in it is checked by the service. */
function listOf(name: string, bytes: Uint8Array): unknown[] {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (Array.isArray(value)) return value;
  } catch {
    // Told below.
  }
  throw new Error(t.templates.noList(name));
}
