import { beforeAll, describe, expect, it } from 'vitest';
import { useSharedEngine } from '../../testing/engine.ts';
import { pdfEncryption, pdfFaults, pdfText } from '../../testing/judge.ts';
import { finishPdf } from './finish.ts';

const { convert } = useSharedEngine();
let before: Uint8Array;

beforeAll(async () => {
  const html = '<title>Secret plan</title><h1>Secret</h1><p>plan <a href="https://secret.test/">link</a>';
  before = (await convert({ source: { html } })).bytes;
});

describe('a protected PDF', () => {
  it('opens with either password and not without', () => {
    const after = finishPdf(before, { protection: { userPassword: 'user', ownerPassword: 'Öwner (1)' } });
    for (const password of ['user', 'Öwner (1)']) expect(pdfFaults(after, { password })).toBe('');
    expect(pdfText(after, '-upw', 'user')).toBe(pdfText(before));
    expect(pdfText(after, '-opw', 'Öwner (1)')).toBe(pdfText(before));
    expect(() => pdfText(after)).toThrow();
    expect(() => pdfText(after, '-upw', 'User')).toThrow();
    expect(pdfFaults(after, { password: 'wrong' })).toContain('invalid password');
    expect(pdfEncryption(after, 'user')).toMatch(/R = 6[\s\S]*Supplied password is user password/);
    expect(pdfEncryption(after, 'Öwner (1)')).toContain('Supplied password is owner password');
  });

  it('has no word of the document in the open', () => {
    const after = finishPdf(before, { protection: { userPassword: 'x' }, metadata: { author: 'Somebody' } });
    expect(Buffer.from(after).toString('latin1')).not.toMatch(/Secret|Somebody|secret\.test|Chromium|Skia/);
  });

  it('encrypts all of it by AES-256', () => {
    const reported = pdfEncryption(finishPdf(before, { protection: { userPassword: 'x' } }), 'x');
    for (const part of ['stream', 'string', 'file']) expect(reported).toContain(`${part} encryption method: AESv3`);
  });

  it.each([
    ['noPrint', ['print low resolution', 'print high resolution']],
    ['noCopy', ['extract for any purpose']],
    ['noModify', ['modify other', 'modify anything']],
    ['noAnnotate', ['modify annotations', 'modify anything']],
    ['noForms', ['modify forms', 'modify anything']],
    ['noAssemble', ['modify document assembly', 'modify anything']],
  ])('may be opened by anybody with %s', (name, forbidden) => {
    const after = finishPdf(before, { protection: { [name]: true } });
    expect(pdfText(after)).toBe(pdfText(before));
    const refused = [...pdfEncryption(after, '').matchAll(/^(.+): not allowed$/gm)].map(([, right]) => right);
    expect(refused.sort()).toEqual([...forbidden].sort());
  });

  it('takes passwords in the form that readers compare', () => {
    const after = finishPdf(before, { protection: { userPassword: '\ufb01ne\u00a0day\u00ad' } });
    expect(pdfFaults(after, { password: 'fine day' })).toBe('');
  });

  it('takes long passwords', () => {
    const after = finishPdf(before, { protection: { userPassword: 'long'.repeat(50) } });
    expect(pdfFaults(after, { password: 'long'.repeat(50).slice(0, 127) })).toBe('');
  });

  it('never leaves unprotected: what cannot be read is an error', () => {
    expect(() => finishPdf(Buffer.from('%PDF-1.4'), { protection: { userPassword: 'x' } })).toThrow('protected');
    const locked = finishPdf(before, { protection: { userPassword: 'x' } });
    expect(finishPdf(locked)).toBe(locked);
  });
});
