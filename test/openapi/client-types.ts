/** Writes the types of the TypeScript client from the schemas of the API: `node test/openapi/client-types.ts [--check]`. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ENDPOINTS, openApiDocument } from '@platen/server';
import { runTool } from './tools.ts';

const FILE = new URL('../../packages/client/src/schemas.ts', import.meta.url);
const NOTE = '/* Made from the schemas of the API by "node test/openapi/client-types.ts"; do not edit. */\n\n';

/** The schemas alone: paths are written by hand in the client. */
async function typesOf(): Promise<string> {
  const { openapi, info, components } = openApiDocument(ENDPOINTS);
  const folder = mkdtempSync(path.join(tmpdir(), 'platen-client-types-'));
  try {
    const [document, types] = [path.join(folder, 'schemas.json'), path.join(folder, 'schemas.ts')];
    writeFileSync(document, JSON.stringify({ openapi, info, paths: {}, components: { schemas: components.schemas } }));
    await runTool('openapi-typescript', [
      document,
      '--output',
      types,
      '--immutable',
      '--default-non-nullable',
      'false',
    ]);
    const [, schemas = ''] =
      /^export interface components \{\n {4}schemas: \{\n([\s\S]*?)^ {4}\};$/m.exec(readFileSync(types, 'utf8')) ?? [];
    if (schemas === '') throw new Error('openapi-typescript writes its types in another form.');
    const named = schemas.replaceAll('components["schemas"]', 'Schemas').replaceAll(/^ {4}/gm, '');
    return `${NOTE}export interface Schemas {\n${named}}\n`;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const types = await typesOf();
if (!process.argv.includes('--check')) writeFileSync(FILE, types);
else if (readFileSync(FILE, 'utf8') !== types) {
  process.stderr.write(
    'The types of the client are not what the schemas say. Run "node test/openapi/client-types.ts".\n',
  );
  process.exitCode = 1;
}
