import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { newId } from '../data/ids.ts';
import { emptyDatabase, stoppedClock } from '../testing/accounts.ts';
import { describeOnDatabase } from '../testing/database.ts';
import { AuditLog, readChain } from './audit-log.ts';
import { cefOf } from './cef.ts';
import { exportLines } from './export-lines.ts';
import { ExportSeal, exportKey, publicKeyOf } from './export-seal.ts';
import { Heads } from './heads.ts';
import { type ExportError, verifyExport } from './verify-export.ts';

const KEY = Buffer.alloc(32, 7);
const PUBLIC_KEY = publicKeyOf(exportKey(KEY));
const AT = new Date('2030-01-01T00:00:00Z');

const check = (text: string, key?: string) => verifyExport(Readable.from([Buffer.from(text)]), { key });
const refusal = async (text: string) => ((await check(text).catch((error: unknown) => error)) as ExportError).message;

describeOnDatabase('an export of the audit log', (database) => {
  let heads: Heads;
  let organisations: readonly string[];
  beforeEach(async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'platen-export-'));
    onTestFinished(async () => {
      rmSync(folder, { recursive: true });
      await emptyDatabase(database());
    });
    heads = new Heads({ database: database(), folder, key: KEY });
    const audit = new AuditLog({ database: database(), heads, clock: stoppedClock() });
    organisations = [newId('org'), newId('org')].sort();
    for (const organisation of organisations) {
      for (let at = 1; at <= 3; at += 1) {
        const detail = { at, text: 'ü=|\\ "quoted" \u2028\nnext', none: null, flag: true };
        await audit.record(organisation, { actor: 'operator', action: `test.${at}`, target: `key_${at}`, detail });
      }
    }
    await heads.flush();
  });

  const lines = async (auditKey = KEY) => {
    const pieces = await Array.fromAsync(exportLines({ queries: database().system, heads, auditKey, at: AT }));
    return pieces.flatMap((piece) => piece.split(/(?<=\n)/));
  };

  it('is whole by itself, with the key that the operator has told', async () => {
    const text = (await lines()).join('');
    expect(await check(text, PUBLIC_KEY)).toEqual({
      at: AT.toISOString(),
      publicKey: PUBLIC_KEY,
      chains: organisations.map((organisationId) => ({ organisationId, rows: 3, faults: [] })),
    });
    expect(await check(text)).toMatchObject({ publicKey: PUBLIC_KEY });
  });

  it('shows a row that was changed, one that is missing, and an end that was cut off', async () => {
    const whole = await lines();
    const changed = whole.with(3, (whole[3] ?? '').replace('operator', 'somebody'));
    expect(await check(changed.join(''))).toMatchObject({
      fault: 'changed',
      chains: [{ faults: [{ kind: 'changed', seq: 2 }] }, { faults: [] }],
    });
    expect(await check(whole.toSpliced(3, 1).join(''))).toMatchObject({
      fault: 'changed',
      chains: [{ faults: [{ kind: 'missing', seq: 2 }] }, { faults: [] }],
    });
    // The last row of a chain: only the head that was kept tells that it was there.
    expect(await check(whole.toSpliced(4, 1).join(''))).toMatchObject({
      chains: [{ faults: [{ kind: 'tail_removed', seq: 3 }] }, { faults: [] }],
    });
    expect(await check(whole.slice(0, -1).join(''))).toMatchObject({ fault: 'cut_off' });
    const withoutChain = [...whole.slice(0, 5), ...whole.slice(-1)];
    expect(await check(withoutChain.join(''))).toMatchObject({ fault: 'changed', chains: [{ faults: [] }] });
  });

  it('shows what was changed in the database, to whoever has nothing but the file', async () => {
    const { system } = database();
    await sql.raw('alter table audit_log disable trigger user').execute(system);
    await sql`delete from audit_log where organisation_id = ${organisations[1]} and seq = 3`.execute(system);
    await sql.raw('alter table audit_log enable trigger user').execute(system);
    expect(await check((await lines()).join(''), PUBLIC_KEY)).toMatchObject({
      chains: [{ faults: [] }, { faults: [{ kind: 'tail_removed', seq: 3 }] }],
    });
  });

  it('cannot be made anew by somebody without the key of the instance', async () => {
    const forged = (await lines(Buffer.alloc(32, 8))).join('');
    expect((await check(forged)).fault).toBe(undefined);
    expect(await check(forged, PUBLIC_KEY)).toMatchObject({ fault: 'other_key' });
    expect(await check((await lines()).join(''), 'no key')).toMatchObject({ fault: 'other_key' });
  });

  it('says where it cannot be read', async () => {
    const [header = '', chain = '', row = '', ...rest] = await lines();
    expect(await refusal('')).toBe('Line 1: the file is empty.');
    expect(await refusal(`${row}`)).toContain('Line 1: this is no export');
    expect(await refusal(`${header}${row}`)).toContain('Line 2: a row stands before');
    expect(await refusal(`${header}${chain}nonsense\n`)).toBe('Line 3: it is no JSON object.');
    expect(await refusal(`${header}${chain}{"seq":1}\n`)).toBe('Line 3: it is not what this format has.');
    expect(await refusal(header + chain + row.slice(0, 40))).toContain('Line 3: it was cut off');
    expect(await refusal([header, chain, row, ...rest, row].join(''))).toMatch(/^Line 11: nothing may follow the seal/);
  });

  it('as CEF has a line for each row, whatever stands in it', async () => {
    const [first] = await Array.fromAsync(readChain(database().system, organisations[0] ?? ''));
    if (!first) throw new Error('There is no row.');
    const text = cefOf({ ...first, action: 'key|locked' }, '1.2.3');
    expect(text.split('\n')).toHaveLength(2);
    expect(text).toMatch(/^CEF:0\|Platen\|Platen\|1\.2\.3\|key\\\|locked\|key\\\|locked\|6\|rt=\d{13} externalId=aud_/);
    expect(text).toContain(' act=key|locked suid=operator duid=key_1 ');
    expect(text).toContain(String.raw`"text":"ü\=|\\\\ \\"quoted\\"`);
    expect(text).toContain(` cs3=${first.hash.toString('hex')} `);
  });
});

it('a seal holds for what was added, in its order, and for no other key', () => {
  const key = exportKey(KEY);
  const sealOf = (...parts: readonly string[]) => {
    const seal = new ExportSeal();
    for (const part of parts) seal.add(part);
    return seal;
  };
  const signature = sealOf('a', 'b').sign(key);
  expect(sealOf('a', 'b').verify(signature, PUBLIC_KEY)).toBe(true);
  expect(sealOf('b', 'a').verify(signature, PUBLIC_KEY)).toBe(false);
  expect(sealOf('a', 'b').verify(signature, publicKeyOf(exportKey(Buffer.alloc(32, 8))))).toBe(false);
});
