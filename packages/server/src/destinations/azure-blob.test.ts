import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AZURE_SAS, type AzureFault, startAzure, type TestAzure } from '../testing/azure.ts';
import { codeOf, openKind, outgoing } from '../testing/delivering.ts';
import { faultOf } from './fault-of.ts';
import { kindOf } from './kinds.ts';
import { probe } from './probe.ts';
import { put } from './put.ts';

/** More than one block. */
const LARGE = { size: 11_000_000 };

describe('azure_blob, by its documented protocol', () => {
  let azure: TestAzure;
  beforeAll(async () => {
    azure = await startAzure();
  });
  afterAll(() => azure?.close());
  beforeEach(() => {
    azure.blobs.clear();
    azure.blocks.clear();
    azure.faults.length = 0;
  });
  const open = (over: object = {}, patience = 10_000) =>
    openKind('azure_blob', { ...azure.settings, ...over }, { patience });

  it('takes files by a key and by a signed address, whole, with their type and what they are of', async () => {
    const { account_key: _key, ...rest } = azure.settings;
    for (const host of [await open(), await openKind('azure_blob', { ...rest, sas_token: `?${AZURE_SAS}` })]) {
      const file = outgoing("2030/it's Ä #1 100% + &.pdf", LARGE);
      const { location } = await host.write(file);
      expect(location).toContain('/files/2030/');
      const blob = azure.blobs.get(file.path);
      expect(blob?.bytes.equals(file.content)).toBe(true);
      expect(blob?.headers).toMatchObject({
        'x-ms-blob-content-type': 'application/pdf',
        'x-ms-meta-platen_job': 'job_1',
      });
    }
    expect(azure.blocks.size).toBe(0);
  });

  it('keeps files that are there, as it is told, and is tested by one that is gone again', async () => {
    const host = await open();
    const file = outgoing('kept.pdf');
    await host.write(file);
    expect(await codeOf('azure_blob', () => put(host, outgoing('kept.pdf'), 'fail'))).toBe('file_exists');
    expect((await put(host, outgoing('kept.pdf'), 'rename')).path).toBe('kept (2).pdf');
    expect(azure.blobs.get('kept.pdf')?.bytes.equals(file.content)).toBe(true);
    const tested = await probe(host, { folder: '', codeOf: (error) => faultOf(error, kindOf('azure_blob')).code });
    expect(tested).toEqual({ write: 'ok', read: 'ok', remove: 'ok', left: null });
  });

  it.each<readonly [fault: AzureFault, at: 'block' | 'list', code: string]>([
    ['reset', 'block', 'connection_failed'],
    ['silence', 'block', 'timeout'],
    ['busy', 'list', 'server_error'],
    ['throttled', 'block', 'rate_limited'],
    ['skewed', 'block', 'credentials_refused'],
    ['another size', 'list', 'hash_mismatch'],
  ])('F15: "%s" at a %s is %s, and the next try has the whole file', async (fault, at, code) => {
    const host = await open({}, fault === 'silence' ? 500 : undefined);
    const file = outgoing('large.pdf', LARGE);
    // A blob of three blocks: the fourth call is the list.
    const faults = at === 'list' ? [undefined, undefined, undefined, fault] : [undefined, fault];
    azure.faults.push(...(faults as AzureFault[]));
    const refused = await host.write(file).catch((error: unknown) => faultOf(error, kindOf('azure_blob')));
    expect(refused).toMatchObject({ code, ...(fault === 'throttled' ? { retryAfter: '7' } : {}) });
    if (fault !== 'another size') expect(azure.blobs.size).toBe(0);
    azure.faults.length = 0;
    await (await open()).write({ ...file, attempt: 2 });
    expect(azure.blobs.get('large.pdf')?.bytes.equals(file.content)).toBe(true);
  });

  it('says what is wrong: the key, the container, nobody there', async () => {
    const write = async (over: object) => (await open(over)).write(outgoing('x.pdf'));
    const key = Buffer.from('another').toString('base64');
    expect(await codeOf('azure_blob', () => write({ account_key: key }))).toBe('credentials_refused');
    expect(await codeOf('azure_blob', () => write({ account_key: undefined }))).toBe('credentials_refused');
    expect(await codeOf('azure_blob', () => write({ container: 'elsewhere' }))).toBe('not_found');
    expect(await codeOf('azure_blob', () => write({ endpoint: 'http://127.0.0.1:9' }))).toBe('connection_failed');
  });
});
