import { describe, expect, it } from 'vitest';
import { carry, useRange } from './range.ts';

/** What one document leaves for the next, and what none may do. */
const range = useRange();
const fromHtml = (html: string, options: Record<string, unknown> = {}) =>
  range.attack({ source: { html }, ...options });

describe('S45 and S46: one job after another', () => {
  const KEEP = `(async()=>{document.cookie='c=SECRET;max-age=9999';localStorage.k=sessionStorage.k=window.name='SECRET';
    await (await caches.open('c')).put('/c',new Response('SECRET'));
    await new Promise((done)=>{const open=indexedDB.open('d');open.onupgradeneeded=()=>open.result.createObjectStore('s');open.onsuccess=done});
    await (await navigator.storage.getDirectory()).getFileHandle('f',{create:true});
    await fetch('/cached').then((r)=>r.text()).catch(()=>{});
    document.body.append('kept '+localStorage.k)})()`;
  const READ = `(async()=>{const names=[];for await(const name of (await navigator.storage.getDirectory()).keys())names.push(name);
    document.body.append(JSON.stringify([document.cookie,localStorage.k??'',sessionStorage.k??'',window.name,
    (await caches.keys()).length,(await indexedDB.databases()).length,names.length,(await navigator.serviceWorker.getRegistrations()).length]))})()`;
  const EMPTY = '["","","","",0,0,0,0]';

  it('leaves nothing behind for the same origin', async () => {
    let served = 0;
    range.pages['/cached'] = (_, response) => {
      served += 1;
      response.writeHead(200, { 'cache-control': 'max-age=9999', 'set-cookie': 's=SECRET; Max-Age=9999' }).end('x');
    };
    range.pages['/keep'] = `<body><script>${KEEP}</script>`;
    range.pages['/read'] = `<body><script>${READ}</script>`;
    // Storage and its names belong to secure contexts: a loopback address is one, a name is not.
    const { origin } = range.site;
    const keep = async () => (await range.attack({ source: { url: `${origin}/keep` } })).text;
    expect(await keep()).toContain('kept SECRET');
    expect((await range.attack({ source: { url: `${origin}/read` } })).text).toBe(EMPTY);
    expect(await keep()).toContain('kept SECRET');
    // Nor was what it fetched.
    expect(served).toBe(2);
    expect((await fromHtml(`<body><script>${KEEP}</script>`)).text).toContain('kept SECRET');
    expect((await fromHtml(`<body><script>${READ}</script>`)).text).toBe(EMPTY);
    const other = { html: `<body><script>${READ}</script>`, base_url: `${origin}/` };
    expect((await range.attack({ source: other })).text).toBe(EMPTY);
  });

  it('does not remember credentials', async () => {
    range.pages['/protected'] = (request, response) => {
      const known = request.headers.authorization !== undefined;
      response
        .writeHead(known ? 200 : 401, { 'content-type': 'text/html', 'www-authenticate': 'Basic realm="x"' })
        .end('<p>let in');
    };
    const url = `${range.pub}/protected`;
    expect((await range.attack({ source: { url }, auth: { username: 'ada', password: 'secret' } })).text).toBe(
      'let in',
    );
    expect((await range.attack({ source: { url } })).code).toBe('source_status');
  });
});

describe('S47 to S50: what a page may not do', () => {
  it('S47: devices, files and permissions are refused without a wait', async () => {
    const asks = {
      usb: 'navigator.usb.requestDevice({filters:[]})',
      bluetooth: 'navigator.bluetooth.requestDevice({acceptAllDevices:true})',
      position: 'new Promise((a,b)=>navigator.geolocation.getCurrentPosition(a,b))',
      clipboard: 'navigator.clipboard.readText()',
      camera: 'navigator.mediaDevices.getUserMedia({audio:true,video:true})',
      screen: 'navigator.mediaDevices.getDisplayMedia()',
      notice: 'Notification.requestPermission().then((state)=>{if(state!=="granted")throw 0})',
      file: 'showOpenFilePicker()',
      worker: `navigator.serviceWorker.register('/x')`,
      midi: 'navigator.requestMIDIAccess()',
    };
    const calls = Object.entries(asks).map(
      ([name, call]) => `try{Promise.resolve(${call}).then(()=>p.append('${name} given '),()=>{})}catch{}`,
    );
    const { code, text } = await fromHtml(`<p id=p>asked <script>${calls.join(';')}</script>`, { delay: 300 });
    expect(code).toBeUndefined();
    expect(text).toBe('asked');
  });

  it('S48: dialogs and printing do not hold up a page', async () => {
    const script = `onbeforeunload=()=>'stay';for(let i=0;i<50;i++){alert(i);confirm(i);prompt(i);print()};
      const frame=document.createElement('iframe');document.body.append(frame);frame.contentWindow.alert(1);frame.contentWindow.print();
      document.body.append('done '+confirm(1)+prompt(1))`;
    for (const carrier of ['html', 'url'] as const) {
      const { text, warnings } = await range.attack(carry(range, carrier, `<body><script>${script}</script>`));
      expect(text).toBe('done falsenull');
      expect(warnings).toEqual([]);
    }
  });

  it('S49: windows do not open', async () => {
    const script = `let opened=0;for(let i=0;i<50;i++)if(window.open('about:blank'))opened++;
      for(let i=0;i<50;i++){const a=document.createElement('a');a.href='about:blank';a.target='_blank';document.body.append(a);a.click()};
      p.append(opened)`;
    const { text } = await fromHtml(`<p id=p>opened <script>${script}</script>`);
    expect(text).toBe('opened 0');
  });

  it('S50: frames within frames come to an end', async () => {
    range.pages['/self'] = (_, response) => {
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(`<p>self<iframe src="/self?${Math.random()}"></iframe>`);
    };
    const nested =
      'let at=document.body;for(let i=0;i<100;i++){const f=document.createElement("iframe");at.append(f);at=f.contentDocument.body}';
    for (const source of [{ url: `${range.pub}/self` }, { html: `<p>self<script>${nested}</script>` }]) {
      const { code, text } = await range.attack({ source, timeout: 3 }, { deadline: 8_000 });
      expect(['render_timeout', undefined]).toContain(code);
      if (code === undefined) expect(text).toContain('self');
    }
  });
});
