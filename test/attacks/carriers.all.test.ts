import { describe, expect, it } from 'vitest';
import { endsOf, LEAVING, leavingPage } from './leaving-page.ts';
import { carry, EVERY_WAY, useRange } from './range.ts';

/** What resources.test.ts tries from some carriers, from each of them and to each kind of output. */
const range = useRange();
const canary = () => range.canaries.hosts[0] as string;

describe.each(EVERY_WAY.filter(([carrier]) => carrier !== 'header'))('from %s to %s', (carrier, format) => {
  it.each(LEAVING)('$moment by $script', async (leaving) => {
    for (const host of range.canaries.hosts) {
      const { code } = await range.attack(
        { ...carry(range, carrier, leavingPage(leaving, host)), timeout: 5 },
        { format },
      );
      expect(endsOf(leaving, carrier)).toContain(code ?? 'origin');
    }
  });

  it.each([
    'file:///',
    'file:///etc/hostname',
    'file:///proc/self/environ',
    'file:///usr/share/fonts/',
    'chrome://version',
    'chrome-untrusted://x',
    'devtools://devtools/bundled/inspector.html',
    'chrome-extension://x/',
    'filesystem:file:///x',
    'blob:file:///x',
    '////localhost/etc/passwd',
    'intent:x',
    'content://x',
    'jar:x',
  ])('a page cannot show %s', async (url) => {
    const html = `<p>kept<iframe src="${url}"></iframe><object data="${url}"></object><embed src="${url}"><img src="${url}">
      <link rel=stylesheet href="${url}"><script src="${url}"></script><iframe srcdoc='<iframe src="${url}"></iframe>'></iframe>
      <script>const show=(text)=>document.body.append(text);fetch('${url}').then((r)=>r.text()).then(show).catch(()=>{});
      try{const x=new XMLHttpRequest;x.open('GET','${url}',false);x.send();show(x.responseText)}catch{}
      try{new Worker('${url}')}catch{};import('${url}').catch(()=>{})</script>`;
    const { code, text } = await range.attack(carry(range, carrier, html), { format });
    expect(code).toBeUndefined();
    if (format === 'pdf') expect(text).toBe('kept');
  });

  it('a redirect leads nowhere', async () => {
    for (const host of [canary(), 'private.test', 'localhost']) {
      range.pages['/redirect'] = (_, response) => void response.writeHead(302, { location: `http://${host}/` }).end();
      const url = `${range.pub}/redirect`;
      const html = `<p>kept<iframe src="${url}"></iframe><img src="${url}"><script>fetch('${url}').catch(()=>{})</script>`;
      expect((await range.attack(carry(range, carrier, html), { format })).code).toBeUndefined();
    }
  });
});
