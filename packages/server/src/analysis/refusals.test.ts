import { describe, expect, it } from 'vitest';
import { analysisService, INVOICE, STATEMENT } from '../testing/analysis.ts';
import { signUpFirst } from '../testing/browser.ts';
import { describeOnDatabase } from '../testing/database.ts';
import { KEY } from '../testing/service.ts';

describeOnDatabase('the analysis', (opened) => {
  const tested = analysisService(opened);

  describe('refuses', () => {
    const FAULTY: readonly (readonly [string, object, string])[] = [
      ['summarize', { text: ' \n' }, '/text'],
      ['summarize', { text: 5 }, '/text'],
      ['summarize', { text: 'x', summaryType: 'short' }, '/summaryType'],
      ['chat', { documentText: 'x' }, '/question'],
      ['chat', { documentText: 'x', question: '  ' }, '/question'],
      [
        'chat',
        { documentText: 'x', question: 'y', conversationHistory: [{ role: 'system', content: 'z' }] },
        '/conversationHistory/0/role',
      ],
      [
        'chat',
        { documentText: 'x', question: 'y', conversationHistory: Array(51).fill({ role: 'user', content: 'z' }) },
        '/conversationHistory',
      ],
      ['translate', { text: 'x' }, '/targetLanguage'],
      ['translate', { text: 'x', targetLanguage: 'German', preserveFormatting: 'yes' }, '/preserveFormatting'],
      ['extract-data', { documentText: 'x', extractionType: 'custom' }, '/customFields'],
      ['extract-data', { documentText: 'x', extractionType: 'custom', customFields: [] }, '/customFields'],
      ['summarize', { text: '\u{1F600} -- \u200b' }, '/text'],
      ['extract-data', { documentText: 'x', customFields: ['a', ' '] }, '/customFields/1'],
      ['bank-statement', { documentText: 'x', bankName: 1 }, '/bankName'],
      ['invoice-extractor', { documentText: 'x', includeEvidence: 1 }, '/includeEvidence'],
    ];

    it('members of a wrong type, that are missing, and that are blank, and says which', async () => {
      await tested.start();
      for (const [type, body, pointer] of FAULTY) {
        const { status, headers, body: problem } = await tested.ask(type, body);
        expect([status, headers.get('content-type')], pointer).toEqual([400, 'application/json; charset=utf-8']);
        expect(problem).toMatchObject({ success: false, error: expect.any(String), code: 'invalid_request' });
        expect(problem.issues.map((issue: { pointer: string }) => issue.pointer)).toContain(pointer);
        expect(problem).not.toHaveProperty('error_code');
      }
      expect((await tested.ask('chat', { documentText: 'x' })).body.error).toBe(
        '"question" is missing: it has to be a string.',
      );
      expect((await tested.usage()).used).toBe(0);
    });

    it('a member in another spelling, and ignores those that are like none', async () => {
      await tested.start();
      const misspelt = await tested.ask('summarize', { text: 'Tea is hot.', summary_type: 'brief' });
      expect([misspelt.status, misspelt.body.code]).toEqual([400, 'unknown_field']);
      expect(misspelt.body.issues).toEqual([
        {
          pointer: '/summary_type',
          code: 'unknown_field',
          detail: 'The field "summary_type" is not known. Did you mean "summaryType"?',
        },
      ]);
      expect((await tested.ask('chat', { document_text: 'x', question: 'y' })).body.error).toContain('"documentText"');
      expect((await tested.ask('summarize', { text: 'Tea is hot.', style: 'brief' })).status).toBe(200);
    });

    it('nothing that is null or empty where it may be absent', async () => {
      await tested.start();
      for (const [type, body] of [
        ['extract-data', { documentText: 'Total 5.00', extractionType: 'amounts', customFields: [] }],
        ['extract-data', { documentText: 'Total 5.00', extractionType: null, customFields: null }],
        ['chat', { documentText: 'Total 5.00', question: 'What is the total?', conversationHistory: null }],
        ['bank-statement', { documentText: STATEMENT, bankName: null, accountType: '', source: null }],
      ] as const) {
        expect((await tested.ask(type, body)).status, JSON.stringify(body)).toBe(200);
      }
      // Here it is the language model that is missing, not the language.
      const translation = await tested.ask('translate', { text: 'Tea', targetLanguage: 'German', sourceLanguage: '' });
      expect(translation.body.code).toBe('ai_not_configured');
      expect(translation.body.error).toMatch(/^No language model configured\. /);
    });

    it('too long a text, and too large a body', async () => {
      await tested.start();
      const long = await tested.ask('receipt-scanner', { documentText: 'x'.repeat(2_000_001) });
      expect([long.status, long.body.code]).toEqual([413, 'text_too_long']);
      const large = await tested.ask('receipt-scanner', { documentText: 'x'.repeat(8 * 1024 * 1024) });
      expect([large.status, large.body.code]).toEqual([413, 'text_too_long']);
    });

    it('another method, another type of body, and a path that is not there', async () => {
      await tested.start();
      for (const [method, path, allow] of [
        ['GET', '/api/pdf/summarize', 'POST'],
        ['POST', '/api/user/ai-usage', 'GET, HEAD'],
        ['GET', '/api/waitlist', 'POST'],
      ] as const) {
        const answer = await tested.service.ask(method, path);
        expect([answer.status, answer.headers.get('allow'), answer.body.code]).toEqual([
          405,
          allow,
          'method_not_allowed',
        ]);
      }
      const broken = await fetch(`${tested.service.url}/api/waitlist`, {
        method: 'POST',
        headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
        body: '{',
      });
      expect(broken.status).toBe(400);
      const form = await tested.ask('summarize', { text: 'x' }, { headers: { 'content-type': 'text/plain' } });
      expect([form.status, form.body.code]).toEqual([415, 'unsupported_media_type']);
      const unreadable = await tested.service.ask('GET', '/api/%zz');
      expect([unreadable.status, unreadable.body.code]).toEqual([400, 'invalid_request']);
      const nothing = await tested.service.ask('GET', '/api/pdf/nothing');
      expect([nothing.status, nothing.body.code]).toEqual([404, 'not_found']);
    });

    it('whoever is not let in, and never takes the cookie for a wrong key', async () => {
      // Sessions end by the clock of the tested.database.
      tested.time = Date.now();
      await tested.start();
      const owner = await signUpFirst(tested.service);
      const cookie = [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const same = { cookie, 'sec-fetch-site': 'same-origin' };
      const attempts = [
        { key: '' },
        { key: 'wrong' },
        { key: 'wrong', headers: same },
        { headers: { 'x-api-key': 'another' } },
      ];
      for (const options of attempts) {
        const { status, headers, body } = await tested.ask('summarize', { text: 'One.' }, options);
        expect([status, body.success, body.code]).toEqual([401, false, 'unauthorized']);
        expect(headers.get('www-authenticate')).toMatch(/^Bearer /);
      }
      expect((await tested.ask('summarize', { text: 'One.' }, { headers: { 'x-api-key': KEY } })).status).toBe(200);
      expect((await tested.ask('summarize', { text: 'One.' }, { key: '', headers: same })).status).toBe(200);
      const foreign = { key: '', headers: { cookie, origin: 'https://evil.example' } };
      expect((await tested.ask('summarize', { text: 'One.' }, foreign)).body.code).toBe('cross_site');
    });

    it('a key without the scope, and takes one with it', async () => {
      await tested.start();
      const { secret: key } = await tested.service.makeKey({ scopes: ['ai:chat'] });
      const question = { documentText: INVOICE, question: 'What is the total?' };
      expect((await tested.ask('chat', question, { key })).status).toBe(200);
      const other = await tested.ask('summarize', { text: 'One.' }, { key });
      expect([other.status, other.body.code]).toEqual([403, 'insufficient_scope']);
      const all = await tested.service.makeKey({ scopes: ['ai:*'] });
      expect((await tested.ask('summarize', { text: 'One.' }, { key: all.secret })).status).toBe(200);
      expect((await tested.service.ask('POST', '/api/waitlist', { key: all.secret })).status).toBe(200);
    });

    it('a translation without a model, and counts nothing', async () => {
      await tested.start();
      const { status, body, headers } = await tested.ask('translate', { text: 'Hello', targetLanguage: 'German' });
      expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'ai_not_configured', null]);
      expect((await tested.usage()).used).toBe(0);
    });
  });
});
