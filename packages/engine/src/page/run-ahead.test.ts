import { describe, expect, it } from 'vitest';
import { useEngine } from '../testing/engine.ts';
import { readPng } from '../testing/judge.ts';

const { convert } = useEngine();

const read = async (html: string, options: Record<string, unknown> = {}) => {
  const { bytes, warnings } = await convert({ source: { html }, ...options }, 'text');
  return { text: Buffer.from(bytes).toString(), warnings };
};
const worker = (code: string) => `new Worker(URL.createObjectURL(new Blob([${JSON.stringify(code)}])))`;

describe('what still changes', () => {
  it('is waited for: counters, typed text, fields, numbers in a canvas, and bars that grow', async () => {
    const html = `<p id=n>0</p><p id=t></p><p id=s>0</p><input id=f value=0><canvas id=c width=100 height=10></canvas>
      <svg width=100 height=10><rect id=r width=0 height=10 /></svg><p id=w></p><script>
      const start=performance.now();
      const frame=()=>{const k=Math.min(1,(performance.now()-start)/5000);n.textContent='count '+Math.round(98000*k);
        r.setAttribute('width',100*k);w.textContent='bar '+r.getAttribute('width');if(k<1)requestAnimationFrame(frame)};frame();
      let i=0;const typing=setInterval(()=>{t.textContent='typed in full'.slice(0,++i);if(i===13)clearInterval(typing)},250);
      let j=0;const slow=setInterval(()=>{s.textContent='step '+(++j);f.value='field '+j;if(j===8)clearInterval(slow)},900);
      </script>`;
    const first = await read(html);
    for (const words of ['count 98000', 'typed in full', 'step 8', 'field 8', 'bar 100'])
      expect(first.text).toContain(words);
    expect(first.warnings).toEqual([]);
  });

  it('is waited for on a canvas alone', async () => {
    const html = `<body style="margin:0"><canvas id=c width=100 height=100 style="display:block"></canvas><script>
      const x=c.getContext('2d'),start=performance.now();x.fillStyle='red';
      const frame=()=>{const k=Math.min(1,(performance.now()-start)/4000);x.fillRect(0,0,100,100*k);if(k<1)requestAnimationFrame(frame)};frame()</script>`;
    const { bytes, warnings } = await convert({ source: { html }, viewport: '100x100' }, 'png');
    expect(readPng(bytes).count([255, 0, 0])).toBe(10_000);
    expect(warnings).toEqual([]);
  });

  it('is named when it never ends, unless nobody sees it', async () => {
    const ticks = 'setInterval(()=>{a.textContent=n++;b.textContent=n},100)';
    const { text, warnings } = await read(
      `<p>here<p id=a>0<p id=b style="display:none">0<script>let n=0;${ticks}</script>`,
    );
    expect(text).toContain('here');
    const items = [{ element: expect.stringMatching(/^p#a "\d+"$/) }];
    expect(warnings).toEqual([expect.objectContaining({ code: 'ready_timeout', detail: { items } })]);
  });
});

describe('what is done outside of the clock of the page', () => {
  it('is waited for: workers, databases, digests, sound, pictures', async () => {
    const html = `${['heavy', 'timer', 'stored', 'digest', 'sound', 'blob', 'drawn'].map((id) => `<p id=${id}></p>`).join('')}
      <canvas id=k width=50 height=50></canvas><script>
      const w=${worker('onmessage=()=>{let n=0;for(let i=0;i<2e8;i++)n+=i%7;postMessage(0)}')};
      w.onmessage=()=>heavy.textContent||='heavy first';
      setTimeout(()=>w.postMessage(0),300);setTimeout(()=>heavy.textContent||='gave up',1900);
      const late=${worker('setTimeout(()=>postMessage(0),400)')};
      late.onmessage=()=>setTimeout(()=>{timer.textContent='after the worker'},1500);
      const open=indexedDB.open('x',1);open.onupgradeneeded=()=>open.result.createObjectStore('s');
      open.onsuccess=()=>{const put=open.result.transaction('s','readwrite');put.objectStore('s').put('stored value','k');
        put.oncomplete=()=>{const get=open.result.transaction('s').objectStore('s').get('k');
          get.onsuccess=()=>setTimeout(()=>{stored.textContent=get.result},1500)}};
      (async()=>{for(let i=0;i<20;i++)await crypto.subtle.digest('SHA-256',new Uint8Array(1e6));digest.textContent='digest done'})();
      new OfflineAudioContext(1,44100*9,44100).startRendering().then(({length})=>{sound.textContent='sound '+length});
      setTimeout(()=>k.cloneNode().toBlob((b)=>{blob.textContent='blob '+b.type}),200);
      const off=document.createElement('canvas').transferControlToOffscreen();
      const painter=${worker('onmessage=({data})=>{data.getContext("2d").fillRect(0,0,9,9);setTimeout(()=>postMessage(0),300)}')};
      painter.onmessage=()=>{drawn.textContent='painted'};painter.postMessage(off,[off]);</script>`;
    const { text, warnings } = await read(html);
    const words = [
      'heavy first',
      'after the worker',
      'stored value',
      'digest done',
      'sound 396900',
      'blob image/png',
      'painted',
    ];
    for (const word of words) expect(text).toContain(word);
    expect(warnings).toEqual([]);
  });

  it('holds a page with a worker that talks for ever no longer than some seconds', async () => {
    const html = `<p>here<p id=p><script>const w=${worker('setInterval(()=>postMessage(0),20)')};
      w.onmessage=()=>w.postMessage(0);setTimeout(()=>{p.textContent='timer'},1000)</script>`;
    const limit = new Promise<never>((_, reject) => setTimeout(reject, 20_000, new Error('waited for the worker')));
    expect((await Promise.race([read(html), limit])).text).toMatch(/here\s+timer/);
  });
});
