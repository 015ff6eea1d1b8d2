import type { Case } from './case.ts';

const refused = (
  code: NonNullable<Case['expect']['error']>,
  source: string,
  paths: readonly (readonly [string, string])[],
  start: number,
) =>
  paths.map(
    ([title, url], index): Case => ({
      id: `F${String(start + index).padStart(2, '0')}`,
      title,
      source,
      url,
      expect: { error: code },
    }),
  );
/** What the other host was told of the customer's headers. */
const nothingLeaks: NonNullable<Case['check']> = ({ seen }) => {
  const others = seen.filter(({ host }) => host === 'other');
  if (others.length === 0) throw new Error('the other host was not asked');
  for (const { headers, url } of others) {
    const told = JSON.stringify(headers);
    if (/SECRET|TOKEN|COOKIE|dXNlcg/.test(told)) throw new Error(`${url} was told ${told}`);
  }
};
const HEADERS = {
  http_headers: { Authorization: 'Bearer SECRET', 'X-Token': 'TOKEN' },
  cookies: [{ name: 'c', value: 'COOKIE' }],
};

/** What an address answers, and who is told what. */
export const ADDRESSES: readonly Case[] = [
  ...refused(
    'unsupported_content_type',
    'puppeteer#610, #830, #9006, #2895, #299, playwright#32116',
    [
      ['a PDF', '{origin}/sample.pdf'],
      ['a download', '{origin}/download'],
      ['a table of values', '{origin}/sheet.csv'],
      ['bytes of no type', '{origin}/binary'],
      ['a picture', '{origin}/picture.png'],
      ['data', '{origin}/data.json'],
    ],
    1,
  ),
  ...refused(
    'source_status',
    'gotenberg#1011',
    [
      ['a page that is not there', '{origin}/404'],
      ['a server that fails', '{origin}/500'],
    ],
    10,
  ),
  {
    id: 'F12',
    title: 'an error page on demand',
    source: 'gotenberg#1011',
    url: '{origin}/500',
    options: { allow_error_status: true },
    expect: { text: ['BROKEN WORD'] },
    check: ({ result }) => {
      if (result.sourceStatus !== 500) throw new Error(`status ${result.sourceStatus}`);
    },
  },
  { id: 'F13', title: 'XHTML is a page', source: 'own', url: '{origin}/page.xhtml', expect: { text: ['XHTML WORD'] } },
  {
    id: 'F14',
    title: 'an empty page is a page',
    source: 'own',
    url: '{origin}/empty',
    expect: { pages: 1 },
  },
  {
    id: 'F15',
    title: 'a chain of redirects is followed and told',
    source: 'puppeteer#1637',
    url: '{origin}/hop-1',
    expect: { text: ['HOME'], warnings: ['source_redirected'] },
  },
  {
    id: 'F16',
    title: 'redirects without an end',
    source: 'puppeteer#1637',
    url: '{origin}/loop',
    expect: { error: 'too_many_redirects' },
  },
  {
    id: 'F17',
    title: 'a page that refreshes to another at once',
    source: 'puppeteer#1637',
    url: '{origin}/meta-refresh',
    expect: { text: ['HOME'], warnings: ['source_redirected'] },
  },
  {
    id: 'F18',
    title: 'an anchor in the address',
    source: 'own',
    url: '{origin}/#somewhere',
    expect: { text: ['HOME'] },
  },
  {
    id: 'F19',
    title: 'a scheme in capitals',
    source: 'own',
    options: { source: 'HTTP://127.0.77.41:1/' },
    expect: { error: 'url_not_allowed' },
  },
  {
    id: 'F20',
    title: 'headers, cookies and credentials go to the origin of the source only',
    source: 'own',
    url: '{origin}/page-of-id?id={id}',
    options: HEADERS,
    expect: { warnings: 'any' },
    check: (outcome) => {
      nothingLeaks(outcome);
      const page = outcome.seen.find(({ host, url }) => host === 'own' && url.startsWith('/page-of-id'));
      if (page?.headers.authorization !== 'Bearer SECRET' || page.headers.cookie !== 'c=COOKIE')
        throw new Error('the source was not told');
    },
  },
  {
    id: 'F21',
    title: 'the same across a redirect',
    source: 'gotenberg#1011',
    url: '{origin}/to-other?id={id}',
    options: HEADERS,
    expect: { text: ['SECRET PAGE'], warnings: ['source_redirected'] },
    check: nothingLeaks,
  },
  {
    id: 'F22',
    title: 'HTTP credentials stay with the origin',
    source: 'gotenberg#1011',
    url: '{origin}/page-of-id?id={id}',
    options: { auth: { username: 'user', password: 'pass' } },
    expect: { warnings: 'any' },
    check: nothingLeaks,
  },
  {
    id: 'F23',
    title: 'the same for inline HTML with a base address',
    source: 'own',
    options: {
      ...HEADERS,
      source: { html: '<img src="{other}/picture.png?id={id}"><img src="picture.png?id={id}">', base_url: '{origin}/' },
    },
    expect: {},
    check: nothingLeaks,
  },
  {
    id: 'F24',
    title: 'the same for a request that script makes, and for a frame',
    source: 'own',
    options: {
      ...HEADERS,
      source: {
        html: '<p id="p"></p><iframe src="{other}/frame.html?id={id}"></iframe><script>fetch("{other}/ping?id={id}").then(r=>r.text()).then(t=>p.textContent=t)</script>',
        base_url: '{origin}/',
      },
    },
    expect: { text: ['pong'] },
    check: nothingLeaks,
  },
  {
    id: 'F25',
    title: 'what a header of the answer asks for is not loaded',
    source: 'own',
    url: '{origin}/link-header?id={id}',
    options: HEADERS,
    expect: { text: ['LINKED'] },
    check: ({ seen }) => {
      if (seen.some(({ host }) => host === 'other')) throw new Error('the other host was asked');
    },
  },
  {
    id: 'F26',
    title: 'a policy of the page does not keep it from being printed',
    source: 'puppeteer#1229',
    url: '{origin}/policy',
    options: { css: 'p{color:red}', javascript: 'document.body.append("OURS")' },
    expect: { text: ['POLICY WORD', 'OURS'], absent: ['SCRIPT RAN'], warnings: 'any' },
  },
  {
    id: 'F27',
    title: 'a page that must not be in a frame',
    source: 'own',
    url: '{origin}/no-frames',
    expect: { text: ['FRAMED WORD'] },
  },
  {
    id: 'F28',
    title: 'a cached page is asked for again by the next job',
    source: 'own',
    url: '{origin}/count?id={id}',
    expect: { text: ['VISIT 1'] },
    check: async ({ convert }) => {
      const { readText } = await import('./judge.ts');
      const text = readText((await convert({ source: { url: '{origin}/count?id={id}' } })).bytes);
      if (!text.includes('VISIT 2')) throw new Error(text);
    },
  },
  {
    id: 'F30',
    title: 'links of a page lead where its address says',
    source: 'gotenberg#408',
    url: '{origin}/articles/page.html',
    expect: { links: ['{origin}/articles/next.html'], text: ['NEXT'] },
  },
];
