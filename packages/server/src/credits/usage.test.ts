import { expect, it } from 'vitest';
import { HELLO, sized, useCredits } from '../testing/credits-service.ts';
import { describeOnDatabase } from '../testing/database.ts';

describeOnDatabase('credits over HTTP', (opened) => {
  const tested = useCredits(opened);
  const { convert, start } = tested;

  it('are reported by day, key, format and tag, page by page', async () => {
    await start({ engine: sized(10) });
    const { id, secret } = await tested.service.makeKey();
    for (const tag of ['a', 'b', 'b']) await convert({ ...HELLO, tag }, secret);
    tested.time += 86_400_000;
    await convert();
    const { body } = await tested.service.ask('GET', '/v1/credits/usage?since=2030-01-01T00:00:00Z');
    const row = { format: 'pdf', template: null, overage_credits: 0, ai_operations: 0, bank_pages: 0 };
    expect(body.data).toEqual([
      { ...row, day: '2030-02-01', key_id: 'bootstrap', tag: null, jobs: 1, credits: 1, bytes: 10 },
      { ...row, day: '2030-01-31', key_id: id, tag: 'a', jobs: 1, credits: 1, bytes: 10 },
      { ...row, day: '2030-01-31', key_id: id, tag: 'b', jobs: 2, credits: 2, bytes: 20 },
    ]);
    const pages: string[] = [];
    for (let query = 'limit=2'; query !== ''; ) {
      const page = (await tested.service.ask('GET', `/v1/credits/usage?since=2030-01-01T00:00:00Z&${query}`)).body;
      pages.push(...page.data.map((each: { tag: string }) => each.tag));
      expect(page.has_more).toBe(page.next_cursor !== null);
      query = page.has_more ? `limit=2&cursor=${page.next_cursor}` : '';
    }
    expect(pages).toEqual([null, 'a', 'b']);
    expect((await tested.service.ask('GET', '/v1/credits/usage')).body.data).toHaveLength(1);
  });

  it('are reported as CSV too, which no spreadsheet executes', async () => {
    await start({ engine: sized(10) });
    for (const tag of ['=1+1', '+1', '-1', '@sum(a1)', 'a,"b"', 'plain']) await convert({ ...HELLO, tag });
    const accept = { accept: 'text/csv' };
    const answer = await tested.service.ask('GET', '/v1/credits/usage', { headers: accept });
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    const [head, ...lines] = String(answer.body).split('\r\n');
    expect(head).toBe('day,key_id,format,template,tag,jobs,credits,overage_credits,ai_operations,bank_pages,bytes');
    const tags = lines.slice(0, -1).map((line) => /^2030-01-31,bootstrap,pdf,,(.*),1,1,0,0,0,10$/.exec(line)?.[1]);
    expect(tags.sort()).toEqual(['"a,""b"""', "'+1", "'-1", "'=1+1", "'@sum(a1)", 'plain']);
    const part = await tested.service.ask('GET', '/v1/credits/usage?format=csv&limit=4');
    expect(part.headers.get('link')).toBe('</v1/credits/usage?format=csv&limit=4&cursor=4>; rel="next"');
    const json = await tested.service.ask('GET', '/v1/credits/usage?format=json', { headers: accept });
    expect(json.body.data).toHaveLength(6);
  });
});
