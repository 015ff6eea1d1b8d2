import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A template of the gallery, as a new one begins. */
export interface Starter {
  readonly name: string;
  /** Address of its picture. */
  readonly picture: string;
  readonly content: string;
  readonly css?: string;
  readonly header?: string;
  readonly footer?: string;
  readonly sample_data: Record<string, unknown>;
  readonly schema: Record<string, unknown>;
  readonly options: Record<string, unknown>;
  /** Base64 by name. */
  readonly assets: Readonly<Record<string, string>>;
}

const OWN = /^(?:(?:index|header|footer)\.liquid|style\.css|(?:data|schema|options)\.json|README\.md|preview\.png)$/;

/** The templates of a folder as a module for the build: their texts, and their pictures as files of their own. */
export function galleryModule(folder: string): string {
  const names = readdirSync(folder)
    .filter((name) => existsSync(path.join(folder, name, 'index.liquid')))
    .sort();
  const pictures = names.map(
    (name, index) => `import picture${index} from ${JSON.stringify(path.join(folder, name, 'preview.png'))};`,
  );
  const starters = names.map(
    (name, index) => `{ ...${JSON.stringify(readStarter(path.join(folder, name)))}, picture: picture${index} }`,
  );
  return `${pictures.join('\n')}\nexport const GALLERY = [${starters.join(',\n')}];`;
}

/** One template of the gallery, without its picture. */
export function readStarter(folder: string): Omit<Starter, 'picture'> {
  const read = (file: string) => {
    const at = path.join(folder, file);
    return existsSync(at) ? readFileSync(at, 'utf8') : undefined;
  };
  const assets = readdirSync(folder).filter((file) => !OWN.test(file));
  return {
    name: path.basename(folder),
    content: read('index.liquid') ?? '',
    css: read('style.css'),
    header: read('header.liquid'),
    footer: read('footer.liquid'),
    sample_data: JSON.parse(read('data.json') ?? '{}'),
    schema: JSON.parse(read('schema.json') ?? '{}'),
    options: JSON.parse(read('options.json') ?? '{}'),
    assets: Object.fromEntries(assets.map((file) => [file, readFileSync(path.join(folder, file)).toString('base64')])),
  };
}
