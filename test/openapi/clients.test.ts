import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Service, startService } from '@platen/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pdfText } from '../../packages/engine/src/testing/judge.ts';
import { readConfigAnyIsolation } from '../../packages/server/src/testing/any-isolation.ts';
import { usePostgres } from '../../packages/server/src/testing/use-postgres.ts';
import { runTool } from './tools.ts';

/** Clients that three generators make of the OpenAPI document: they compile, and make a PDF. */

const KEY = 'key-of-the-generated-clients-0123';
const DOCUMENT = path.join(import.meta.dirname, '../../docs/reference/openapi.json');

/** Here, so that the packages of this folder are found. */
const folder = mkdtempSync(path.join(import.meta.dirname, 'generated-'));
const data = mkdtempSync(path.join(tmpdir(), 'platen-clients-'));
const database = usePostgres();
let service: Service;

interface Client {
  readonly name: string;
  readonly generate: () => Promise<string>;
  /** A module that exports `makePdf(url, key)`, as one who reads the generator's manual would write it. */
  readonly program: string;
}

const CLIENTS: readonly Client[] = [
  {
    name: 'openapi-fetch',
    generate: () => runTool('openapi-typescript', [DOCUMENT, '--output', path.join(folder, 'openapi.ts')]),
    program: `
      import createClient from 'openapi-fetch';
      import type { components, paths } from './openapi.ts';

      // A default makes nothing required.
      export const least: components['schemas']['PdfRequest'] = {};

      export async function makePdf(baseUrl: string, key: string): Promise<ArrayBuffer> {
        const client = createClient<paths>({ baseUrl, headers: { authorization: \`Bearer \${key}\` } });
        const { data, error } = await client.POST('/v1/convert/pdf', {
          body: { source: { html: '<h1>Made by a client' } },
          parseAs: 'arrayBuffer',
        });
        if (error) throw new Error(\`\${error.error_code}: \${error.detail}\`);
        return data;
      }`,
  },
  {
    name: 'hey-api',
    generate: () => runTool('openapi-ts', ['--input', DOCUMENT, '--output', path.join(folder, 'hey'), '--silent']),
    program: `
      import { convertPdf, type PdfRequest } from './hey';
      import { createClient } from './hey/client';

      export const least: PdfRequest = {};

      export async function makePdf(baseUrl: string, key: string): Promise<ArrayBuffer> {
        const { data, error } = await convertPdf({
          client: createClient({ baseUrl, auth: key }),
          body: { source: { html: '<h1>Made by a client' } },
        });
        if (error) throw new Error(\`\${error.error_code}: \${error.detail}\`);
        if (!(data instanceof Blob)) throw new Error('The answer is no file.');
        return await data.arrayBuffer();
      }`,
  },
  {
    name: 'orval',
    generate: () => {
      const config = {
        platen: {
          input: DOCUMENT,
          output: { target: path.join(folder, 'orval.ts'), client: 'fetch', override: { splitByContentType: true } },
        },
      };
      writeFileSync(path.join(folder, 'orval.config.mjs'), `export default ${JSON.stringify(config)};`);
      return runTool('orval', ['--config', path.join(folder, 'orval.config.mjs')]);
    },
    program: `
      import { convertPdfWithJson, getConvertPdfWithJsonUrl, type PdfRequest } from './orval';

      export const least: PdfRequest = {};

      export async function makePdf(baseUrl: string, key: string): Promise<ArrayBuffer> {
        const path = getConvertPdfWithJsonUrl();
        const fetched = globalThis.fetch;
        globalThis.fetch = (_path, options) => fetched(baseUrl + path, options);
        const answer = await convertPdfWithJson(
          { source: { html: '<h1>Made by a client' } },
          { headers: { authorization: \`Bearer \${key}\` } },
        ).finally(() => {
          globalThis.fetch = fetched;
        });
        if (!(answer.data instanceof Blob)) throw new Error('The answer is no file.');
        // Of an operation that answers with bytes, orval hands out its errors as bytes too.
        if (answer.status !== 200) throw new Error(await answer.data.text());
        return await answer.data.arrayBuffer();
      }`,
  },
];

const COMPILER_OPTIONS = {
  strict: true,
  noEmit: true,
  target: 'es2023',
  module: 'esnext',
  moduleResolution: 'bundler',
  lib: ['esnext', 'dom', 'dom.iterable'],
  types: [],
  allowImportingTsExtensions: true,
};

beforeAll(async () => {
  for (const { name, program } of CLIENTS) writeFileSync(path.join(folder, `program-${name}.ts`), program);
  mkdirSync(path.join(folder, 'hey'));
  [service] = await Promise.all([
    startService(
      readConfigAnyIsolation({
        PORT: '0',
        PLATEN_DATA: data,
        ...database(),
        PLATEN_BOOTSTRAP_KEY: KEY,
        PLATEN_CONCURRENCY: '1',
        LOG_LEVEL: 'silent',
      }),
    ),
    ...CLIENTS.map(({ generate }) => generate()),
  ]);
});
afterAll(async () => {
  await service?.stop();
  rmSync(folder, { recursive: true });
  rmSync(data, { recursive: true });
});

describe('generated clients', () => {
  it('compile with strict types', async () => {
    writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: COMPILER_OPTIONS }));
    const faults = await runTool('tsc', ['--project', folder]).then(
      () => '',
      (error: { stdout: string }) => error.stdout,
    );
    expect(faults).toBe('');
  });

  it.each(CLIENTS)('$name makes a PDF with a key', async ({ name }) => {
    const { makePdf } = (await import(path.join(folder, `program-${name}.ts`))) as {
      makePdf: (url: string, key: string) => Promise<ArrayBuffer>;
    };
    expect(pdfText(new Uint8Array(await makePdf(service.url, KEY)))).toContain('Made by a client');
    await expect(makePdf(service.url, `${KEY}-wrong`)).rejects.toThrow('invalid_key');
  });
});
