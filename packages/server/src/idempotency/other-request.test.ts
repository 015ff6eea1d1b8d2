import { describe, expect, it } from 'vitest';
import { describeOnDatabase } from '../testing/database.ts';
import { idempotencyService, PDF } from '../testing/idempotency-service.ts';
import { HELLO, KEY } from '../testing/service.ts';

const IMAGE = '/v1/convert/image';

describeOnDatabase('Idempotency-Key', (opened) => {
  const tested = idempotencyService(opened);

  describe('with another request', () => {
    const two = [{ name: 'a.css', text: 'p {}' }];
    const form = (json: object, files = two) => {
      const data = new FormData();
      data.set('request', JSON.stringify(json));
      for (const { name, text } of files) data.set(name, new Blob([text]), name);
      return data;
    };
    const send = (data: FormData) =>
      fetch(tested.service.url + PDF, {
        method: 'POST',
        headers: { authorization: `Bearer ${KEY}`, 'idempotency-key': 'invoice-1' },
        body: data,
      });

    it.each([
      ['body', { ...HELLO, zoom: 2 }, {}],
      ['path', HELLO, { path: '/v1/convert/text' }],
      ['query', HELLO, { path: `${PDF}?a=1` }],
    ])('is refused: %s', async (_name, body, options) => {
      await tested.start();
      await tested.post();
      expect(await tested.codeOf(await tested.post(body, options))).toEqual([422, 'idempotency_mismatch']);
      expect(tested.engine.asked.length).toBe(1);
      expect((await tested.post()).headers.get('idempotency-replayed')).toBe('true');
    });

    it('is refused if its Accept header leads to another image', async () => {
      await tested.start();
      const accept = (value: string, body: object = HELLO) =>
        tested.post(body, { path: IMAGE, headers: { accept: value } });
      expect((await accept('image/webp')).status).toBe(200);
      expect((await accept('image/webp, image/png;q=0.5')).headers.get('idempotency-replayed')).toBe('true');
      expect(await tested.codeOf(await accept('image/png'))).toEqual([422, 'idempotency_mismatch']);
      const named = { ...HELLO, target_format: 'png' };
      expect((await tested.post(named, { path: IMAGE, key: 'named', headers: { accept: 'image/webp' } })).status).toBe(
        200,
      );
      expect((await tested.post(named, { path: IMAGE, key: 'named' })).headers.get('idempotency-replayed')).toBe(
        'true',
      );
    });

    it('is what differs in meaning, not in spaces or the boundary of its parts', async () => {
      await tested.start();
      await tested.post('{"source":{"html":"<p>ü"}}', { key: 'json' });
      const spaced = await tested.post(' {"source" : {"html": "<p>\\u00fc"}}\n', { key: 'json' });
      expect(spaced.headers.get('idempotency-replayed')).toBe('true');
      expect((await send(form(HELLO))).status).toBe(200);
      expect((await send(form(HELLO))).headers.get('idempotency-replayed')).toBe('true');
      for (const changed of [
        form({ ...HELLO, zoom: 2 }),
        form(HELLO, [{ name: 'a.css', text: 'p {} ' }]),
        form(HELLO, [{ name: 'b.css', text: 'p {}' }]),
        form(HELLO, [...two, { name: 'b.css', text: '' }]),
      ]) {
        expect(await tested.codeOf(await send(changed))).toEqual([422, 'idempotency_mismatch']);
      }
    });
  });
});
