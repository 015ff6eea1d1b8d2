import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useEngine } from '../testing/engine.ts';
import { pdfText, readPng } from '../testing/judge.ts';
import { never, type Site, startSite } from '../testing/site.ts';

const RED = [255, 0, 0] as const;
const box = (id: string) => `<div id="${id}" style="width:100px;height:100px"></div>`;

let site: Site;
let other: Site;
const polls: number[] = [];
const held: unknown[] = [];

beforeAll(async () => {
  other = await startSite(
    { '/frame': '<script>setTimeout(()=>document.body.style.background="rgb(255,0,0)",700)</script><body>' },
    '127.0.77.2',
  );
  site = await startSite({
    '/never': never,
    '/events': (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'access-control-allow-origin': '*' });
      response.write('data: first\n\n');
    },
    '/poll': (_, response) => {
      held.push(response);
      if (held.length === 1) response.writeHead(200, { 'access-control-allow-origin': '*' }).end('first');
    },
    '/soon': '<script>setTimeout(() => { location = "/landed" }, 30)</script><p>departure</p>',
    '/late': '<script>setTimeout(() => { location = "/landed" }, 4000)</script><p>departure</p>',
    '/in-between': '<script>setTimeout(() => { location = "/landed" }, 1200)</script><p>departure</p>',
    '/landed': '<p>arrival</p><script>setTimeout(()=>document.body.append("settled"),300)</script>',
    '/refresh': '<meta http-equiv="refresh" content="0;url=/landed"><p>departure</p>',
    '/loop': '<script>setTimeout(() => { location = "/loop?" + Math.random() }, 1)</script><p>loop</p>',
    '/leading.js': (_, response) => {
      const lead = () =>
        response.writeHead(200, { 'content-type': 'text/javascript' }).end('location = "http://gone.invalid/"');
      setTimeout(lead, 200);
    },
    '/count': (_, response) => {
      polls.push(Date.now());
      response.writeHead(200, { 'content-type': 'text/plain' }).end('ok');
    },
  });
});
afterAll(() => {
  site.close();
  other.close();
});

const { convert } = useEngine(() => ({ egressAllow: [site.host, other.host] }));

const text = async (body: Record<string, unknown>) => pdfText((await convert(body)).bytes);
const red = async (html: string, options: Record<string, unknown> = {}) => {
  const { bytes } = await convert({ source: { html }, viewport: '300x300', ...options }, 'png');
  return readPng(bytes).count(RED);
};

describe('what script draws late', () => {
  it('is there when a timer draws it', async () => {
    expect(await red(`${box('b')}<script>setTimeout(()=>b.style.background='red',300)</script>`)).toBe(10_000);
  });

  it('is there at its last frame when animation frames draw it', async () => {
    const script =
      'let n=0;const step=()=>{b.style.background=++n<50?"blue":"red";if(n<50)requestAnimationFrame(step)};step()';
    expect(await red(`${box('b')}<script>${script}</script>`)).toBe(10_000);
  });

  it('is there when a transition fades it in', async () => {
    const style = '<style>#b{background:red;opacity:0;transition:opacity 1s}#b.on{opacity:1}</style>';
    expect(await red(`${style}${box('b')}<script>setTimeout(()=>b.classList.add('on'),200)</script>`)).toBe(10_000);
  });

  it('is there when the end of a transition starts the next', async () => {
    const style = '<style>#b{background:blue;opacity:0;transition:opacity 1s}#b.on{opacity:1}</style>';
    const script =
      'b.ontransitionend=()=>setTimeout(()=>b.style.background="red",200);setTimeout(()=>b.classList.add("on"),50)';
    expect(await red(`${style}${box('b')}<script>${script}</script>`)).toBe(10_000);
  });

  it('is there when a worker answers late', async () => {
    const worker = "new Worker(URL.createObjectURL(new Blob(['setTimeout(()=>postMessage(1),300)'])))";
    expect(await red(`${box('b')}<script>${worker}.onmessage=()=>b.style.background='red'</script>`)).toBe(10_000);
  });

  it('is there in a frame of another origin', async () => {
    expect(await red(`<iframe src="${other.origin}/frame" style="border:0;width:100px;height:100px"></iframe>`)).toBe(
      10_000,
    );
  });

  it('is there when it waits to be scrolled to', async () => {
    const script = 'new IntersectionObserver(e=>e.some(x=>x.isIntersecting)&&(far.textContent="seen")).observe(far)';
    expect(
      await text({
        source: { html: `<div style="height:5000px"></div><p id=far>unseen</p><script>${script}</script>` },
      }),
    ).toContain('seen');
    expect(
      await text({
        source: { html: `<div style="height:5000px"></div><p id=far>unseen</p><script>${script}</script>` },
      }),
    ).not.toContain('unseen');
  });

  it.each([
    ['performance.now', 'const e=performance.now()+5;while(performance.now()<e);'],
    ['Date.now', 'const e=Date.now()+400;while(Date.now()<e);'],
    ['new Date', 'const e=+new Date()+400;while(new Date()<e);'],
  ])('is there when a loop waits for the time of %s', async (_, loop) => {
    expect(await red(`${box('b')}<script>setTimeout(()=>{${loop}b.style.background='red'},300)</script>`)).toBe(10_000);
  });

  it('is there when it is drawn in slices of time, and in a worker that waits for its clock', async () => {
    const slices =
      'let n=0;const c=new MessageChannel();c.port1.onmessage=()=>{const e=performance.now()+5;while(performance.now()<e&&n<300)n++;if(n<300)c.port2.postMessage(0);else b.style.background="red"};c.port2.postMessage(0)';
    const work = 'const e=Date.now()+100;while(Date.now()<e);postMessage(0)';
    const worker = `new Worker(URL.createObjectURL(new Blob(['${work}']))).onmessage=()=>{w.style.background='red'}`;
    const html = `${box('b')}${box('w')}<script>setTimeout(()=>{${slices}},300);${worker}</script>`;
    expect(await red(html)).toBe(20_000);
  });

  it('is not there when it appears after the budget', async () => {
    const result = await text({
      source: { html: '<p>page</p><script>setTimeout(()=>document.body.append("popup"),3000)</script>' },
    });
    expect(result).toContain('page');
    expect(result).not.toContain('popup');
  });

  it('is found in real time when virtual time is turned off', async () => {
    const html = `${box('b')}<script>setTimeout(()=>b.style.background='red',300);const t=setInterval(()=>b.title+='x',40);setTimeout(()=>clearInterval(t),500)</script>`;
    expect(await red(html, { virtual_time: false })).toBe(10_000);
  });
});

describe('animations', () => {
  it('are shown at their end, and endless ones do not hold up the page', async () => {
    const style =
      '<style>@keyframes grow{from{width:0}to{width:100px}}@keyframes spin{to{transform:rotate(1turn)}}' +
      '#b{height:100px;background:red;animation:grow 1s forwards}#s{animation:spin 1s infinite}</style>';
    expect(await red(`${style}<div id=b></div><i id=s>o</i>`)).toBe(10_000);
  });

  it.each([
    'p{transition:opacity 9s}@starting-style{p{opacity:0}}',
    'p{transition:opacity 9s;@starting-style{opacity:0}}',
  ])('are shown at their end where they begin with the document: %s', async (style) => {
    const { bytes } = await convert({ source: { html: `<style>${style}</style><p>here` } }, 'text');
    expect(Buffer.from(bytes).toString()).toBe('here\n');
  });

  it.each([
    ['a shadow root', (inside: string) => `<div><template shadowrootmode=open>${inside}</template></div>`],
    ['a frame', (inside: string) => `<iframe srcdoc="${inside}"></iframe>`],
  ])('are shown at their end in %s', async (_, within) => {
    const html = within('<style>@keyframes a{from{opacity:0}}p{animation:a 9s}</style><p>here');
    const { bytes } = await convert({ source: { html }, disable_javascript: true }, 'text');
    expect(Buffer.from(bytes).toString()).toBe('here\n');
  });
});

describe('requests that do not end', () => {
  it('end the wait with a result and a warning', async () => {
    const { bytes, warnings } = await convert({
      source: { html: `<p>here</p><script>fetch("${site.origin}/never")</script>` },
      timeout: 2,
    });
    expect(pdfText(bytes)).toContain('here');
    expect(warnings.map(({ code }) => code)).toContain('ready_timeout');
  });

  it.each([
    [
      'an event source',
      () => `new EventSource('${site.origin}/events').onmessage=({data})=>document.body.append(data)`,
    ],
    ['a fetch of events', () => `fetch('${site.origin}/events').then(()=>document.body.append('first'))`],
    [
      'a long poll',
      () => `(async()=>{for(;;){const r=await fetch('${site.origin}/poll');document.body.append(await r.text())}})()`,
    ],
  ])('are waited for no longer than the rest of the page: %s', async (_, script) => {
    const source = { html: `<p>here</p><script>${script()}</script>` };
    const first = await Promise.race([
      convert({ source }, 'text').then(({ bytes }) => Buffer.from(bytes).toString()),
      new Promise((resolve) => setTimeout(resolve, 15_000, 'waited for the time-out')),
    ]);
    expect(first).toMatch(/here\s+first/);
  });

  it('do not repeat for ever when a page polls', async () => {
    await convert({
      source: { html: `<script>setInterval(()=>fetch("${site.origin}/count"),50)</script><p>polls</p>` },
    });
    expect(polls.length).toBeGreaterThan(0);
    expect(polls.length).toBeLessThan(35);
  });

  it('end at the timeout of the request', async () => {
    const source = { html: `<p>here</p><img src="${site.origin}/never">` };
    const { bytes, warnings } = await convert({ source, timeout: 1 });
    expect(pdfText(bytes)).toContain('here');
    expect(warnings.map(({ code }) => code)).toContain('ready_timeout');
  });
});

describe('a page that leaves', () => {
  it.each(['/soon', '/refresh'])('is followed from %s', async (path) => {
    const { bytes, warnings } = await convert({ source: { url: site.origin + path } });
    expect(pdfText(bytes)).toMatch(/arrival\s+settled/);
    expect(warnings.map(({ code }) => code)).toContain('source_redirected');
  });

  it.each(['/late', '/in-between'])('is not followed from %s', async (path) => {
    const result = await text({ source: { url: site.origin + path } });
    expect(result).toContain('departure');
    expect(result).not.toContain('arrival');
  });

  it.each([
    ['a host that does not exist', "location = 'https://nowhere.invalid/'"],
    ['an address that is gone', () => `location = '${site.origin}/gone'`],
    ['a refresh', `document.write('<meta http-equiv=refresh content="0;url=http://10.0.0.1/">')`],
    ['where a script of a file leads', () => `</script><script src="${site.origin}/leading.js">`],
  ])('for %s is kept when it was given as HTML', async (_, leave) => {
    const html = `<p>departure<script>${typeof leave === 'string' ? leave : leave()}</script>`;
    for (const source of [{ html }, { html, base_url: `${site.origin}/base/` }]) {
      const { bytes, warnings } = await convert({ source }, 'text');
      expect(Buffer.from(bytes).toString()).toBe('departure\n');
      // Its load event never comes: waiting for it would take half a minute.
      expect(warnings.map(({ code }) => code)).toEqual(['navigation_refused']);
      await expect(convert({ source, strict: true }, 'text')).rejects.toMatchObject({ code: 'warning_refused' });
    }
  });

  it('is not followed without an end', async () => {
    await expect(convert({ source: { url: `${site.origin}/loop` } })).rejects.toMatchObject({
      code: 'too_many_redirects',
    });
  });
});

describe('conditions', () => {
  it('end without an error at the timeout of the request', async () => {
    expect(await text({ source: { html: '<p>x' }, wait_for: 'isReady', timeout: 1 })).toContain('x');
  });

  it('delay in real time', async () => {
    const html =
      '<p id=p></p><script>const s=performance.now();setTimeout(()=>p.textContent="waited "+(performance.now()-s>=390),400)</script>';
    expect(await text({ source: { html }, delay: 600, virtual_time: false })).toContain('waited true');
  });
});
