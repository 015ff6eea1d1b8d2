import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The folder that holds one folder for each template of the gallery. */
export const GALLERY = path.join(import.meta.dirname, '../../examples/templates');

/** A template as it lies in a folder; `examples/templates/README.md` explains the files. */
export interface TemplateFolder {
  readonly name: string;
  readonly content: string;
  readonly css: string | undefined;
  readonly header: string | undefined;
  readonly footer: string | undefined;
  readonly data: Record<string, unknown>;
  readonly schema: Record<string, unknown>;
  readonly options: Readonly<Record<string, unknown>>;
  /** What `index.liquid` refers to by name: base64 by name. */
  readonly files: Readonly<Record<string, string>>;
}

/** Files of a folder that are not assets. */
const OWN_FILES: ReadonlySet<string> = new Set([
  'index.liquid',
  'header.liquid',
  'footer.liquid',
  'style.css',
  'data.json',
  'schema.json',
  'options.json',
  'README.md',
  'preview.png',
]);

/** Names of the templates. */
export const TEMPLATE_NAMES: readonly string[] = readdirSync(GALLERY, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && existsSync(path.join(GALLERY, entry.name, 'index.liquid')))
  .map(({ name }) => name)
  .sort();

/** Reads the folder of a template. */
export function readTemplate(name: string): TemplateFolder {
  const folder = path.join(GALLERY, name);
  const read = (file: string) => readFileSync(path.join(folder, file), 'utf8');
  const readIfThere = (file: string) => (existsSync(path.join(folder, file)) ? read(file) : undefined);
  const assets = readdirSync(folder).filter((file) => !OWN_FILES.has(file));
  return {
    name,
    content: read('index.liquid'),
    css: readIfThere('style.css'),
    header: readIfThere('header.liquid'),
    footer: readIfThere('footer.liquid'),
    data: JSON.parse(read('data.json')),
    schema: JSON.parse(read('schema.json')),
    options: JSON.parse(readIfThere('options.json') ?? '{}'),
    files: Object.fromEntries(assets.map((file) => [file, readFileSync(path.join(folder, file)).toString('base64')])),
  };
}

/** The request that converts a template with data, by default with its own sample. */
export function toRequest(template: TemplateFolder, data: Record<string, unknown> = template.data) {
  const { content, css, header, footer, options, files } = template;
  const part = (name: 'header' | 'footer', source: string | undefined) =>
    source === undefined ? {} : { [name]: { ...(options[name] as object | undefined), source } };
  return {
    ...options,
    ...part('header', header),
    ...part('footer', footer),
    ...(css === undefined ? {} : { css }),
    source: { html: content, ...(Object.keys(files).length > 0 ? { files } : {}) },
    data,
  };
}
