import type { Case } from './case.ts';

const FILE = '<iframe src="file:///etc/passwd" width="600"></iframe>';

/** What a document must not reach. */
export const SECURITY: readonly Case[] = [
  ...(
    [
      ['a frame', FILE],
      [
        'a frame with a host',
        '<iframe src="\\\\localhost/etc/passwd"></iframe><iframe src="file://localhost/etc/passwd"></iframe>',
      ],
      ['an object and an embed', '<object data="file:///etc/passwd"></object><embed src="file:///etc/passwd">'],
      ['a link that script follows', '<script>location="file:///etc/passwd"</script>'],
      [
        'a request of script',
        '<p id="p"></p><script>fetch("file:///etc/passwd").then(r=>r.text()).then(t=>p.textContent=t)</script>',
      ],
      ['an import of a style sheet', '<style>@import url(file:///etc/passwd);</style>'],
      [
        'an SVG image',
        '<svg><image href="file:///etc/passwd"/><foreignObject><iframe src="file:///etc/passwd"></iframe></foreignObject></svg>',
      ],
      ['a base element', '<base href="file:///etc/"><iframe src="passwd"></iframe>'],
      ['a refresh', '<meta http-equiv="refresh" content="0;url=file:///etc/passwd">'],
      ['a nested frame', '<iframe srcdoc="<iframe src=file:///etc/passwd></iframe>"></iframe>'],
    ] as const
  ).map(
    ([title, html], index): Case => ({
      id: `G${String(index + 1).padStart(2, '0')}`,
      title: `a file of the machine is not read by ${title}`,
      source: 'gotenberg#261, CVE-2024-21527',
      html: `<!doctype html><p>WORD</p>${html}`,
      expect: { text: ['WORD'], absent: ['root:', '/bin/'], warnings: 'any' },
    }),
  ),
  {
    id: 'G11',
    title: 'a file of the machine is not read by a header',
    source: 'gotenberg#261',
    html: '<p>WORD',
    options: { header: { source: `<div>HEAD ${FILE}</div>` } },
    expect: { text: ['WORD', 'HEAD'], absent: ['root:'], warnings: 'any' },
  },
  {
    id: 'G12',
    title: 'a document whose base address is the machine itself',
    source: 'gotenberg#261',
    options: { source: { html: '<p>x', base_url: 'file:///etc/' } },
    expect: { error: 'unsupported_scheme' },
  },
  {
    id: 'G13',
    title: 'storage and cookies of one job are not seen by the next',
    source: 'gotenberg#919, #756',
    url: '{origin}/set-storage',
    expect: { text: ['STORED'] },
    check: async ({ convert }) => {
      const { readText } = await import('./judge.ts');
      const text = readText((await convert({ source: { url: '{origin}/read-storage' } })).bytes);
      if (!text.includes('LS=EMPTY C=EMPTY')) throw new Error(text);
    },
  },
  {
    id: 'G14',
    title: 'storage of inline HTML is not seen by the next',
    source: 'gotenberg#919',
    html: '<script>localStorage.k="TENANT";document.cookie="s=TENANT";caches.open("TENANT");indexedDB.open("TENANT")</script><p>STORED',
    expect: { text: ['STORED'] },
    check: async ({ convert }) => {
      const { readText } = await import('./judge.ts');
      const html =
        '<p id="p"></p><script>(async()=>{p.textContent="LS="+(localStorage.k??"")+" C="+document.cookie+" K="+(await caches.keys()).join()+" D="+(await indexedDB.databases()).map(d=>d.name).join()+"."})()</script>';
      const text = readText((await convert({ source: { html } })).bytes);
      if (!text.includes('LS= C= K= D=.')) throw new Error(text);
    },
  },
  {
    id: 'G15',
    title: 'a redirect to another scheme',
    source: 'own',
    url: '{origin}/to-scheme?to=file:///etc/passwd',
    expect: { error: 'url_not_allowed' },
  },
  {
    id: 'G16',
    title: 'a redirect to an address that is not allowed',
    source: 'golang/vulndb#4990',
    url: '{origin}/to-scheme?to=http://127.0.0.9/',
    expect: { error: 'url_not_allowed' },
  },
  ...(
    [
      'chrome://version',
      'view-source:http://example.com',
      'file:///etc/passwd',
      'FiLe:///etc/passwd',
      'data:text/html,x',
      'javascript:1',
      'about:blank',
      'ftp://example.com/',
      'blob:https://example.com/1',
    ] as const
  ).map(
    (url, index): Case => ({
      id: `G${20 + index}`,
      title: `the scheme of ${url}`,
      source: 'own',
      url,
      expect: { error: 'unsupported_scheme' },
    }),
  ),
  {
    id: 'G30',
    title: 'a picture of an address that is not allowed is told',
    source: 'golang/vulndb#4990',
    html: '<p>WORD<img src="http://127.0.0.9/x.png">',
    expect: { text: ['WORD'], warnings: ['resource_blocked'] },
  },
];
