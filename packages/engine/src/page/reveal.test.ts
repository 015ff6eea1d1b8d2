import { describe, expect, it } from 'vitest';
import { useSharedEngine } from '../testing/engine.ts';
import { pdfText } from '../testing/judge.ts';

const { convert, convertSeveral } = useSharedEngine();

const STYLE = `<style>
  body { margin: 0; font: 16px sans-serif }
  .block { margin: 30px; padding: 40px; opacity: 0; transition: opacity .6s }
  .block.in { opacity: 1 }
</style>`;
const blocks = (kind: string) =>
  Array.from({ length: 12 }, (_, number) => `<div class="block ${kind}">${kind}-${number}</div>`).join('');

/** How widely used scripts show what is scrolled to, each with what it does when the window becomes small again. */
const KINDS = {
  observer: `const o = new IntersectionObserver((all) => all.forEach((e) => e.target.classList.toggle('in', e.isIntersecting)), { threshold: 0.3 });
    document.querySelectorAll('.observer').forEach((e) => o.observe(e))`,
  margin: `const m = new IntersectionObserver((all) => all.forEach((e) => e.isIntersecting && e.target.classList.add('in')), { rootMargin: '0px 0px -40% 0px' });
    document.querySelectorAll('.margin').forEach((e) => m.observe(e))`,
  place: `const look = () => document.querySelectorAll('.place').forEach((e) => e.classList.toggle('in', e.getBoundingClientRect().top < innerHeight * 0.8));
    let late; const later = () => { clearTimeout(late); late = setTimeout(look, 99) };
    addEventListener('scroll', later); addEventListener('resize', later); look()`,
  inline: `const seen = new Set(); const all = [...document.querySelectorAll('.inline')];
    const draw = () => all.forEach((e) => { if (e.getBoundingClientRect().top < innerHeight * 0.8) seen.add(e); e.style.opacity = seen.has(e) ? 1 : 0 });
    addEventListener('scroll', draw); addEventListener('resize', () => { seen.clear(); setTimeout(draw, 50) }); draw()`,
  // Moves in by script, for longer than animations are waited for that can be skipped to their end.
  frames: `document.querySelectorAll('.frames').forEach((e) => { e.classList.add('in'); const word = e.textContent; e.textContent = '...'; let start;
    const step = (now) => { start ??= now; e.style.paddingLeft = (start + 1500 - now) / 10 + 'px'; if (now < start + 1500) requestAnimationFrame(step); else e.textContent = word };
    const look = () => { if (start === undefined && e.getBoundingClientRect().top < innerHeight * 0.8) requestAnimationFrame(step) };
    addEventListener('scroll', look); addEventListener('resize', look); look() })`,
};

describe('what appears on scrolling', () => {
  it('is printed, whatever hides it again when it leaves the window', async () => {
    const names = Object.keys(KINDS);
    const html = `<!doctype html>${STYLE}${names.map(blocks).join('')}<script>${Object.values(KINDS).join(';')}</script>`;
    const text = pdfText((await convert({ source: { html } })).bytes);
    const missing = names.flatMap((name) =>
      Array.from({ length: 12 }, (_, number) => `${name}-${number}`).filter((word) => !text.includes(word)),
    );
    expect(missing).toEqual([]);
  });

  it('is in each of several outputs of one page', async () => {
    const html = `<!doctype html>${STYLE}${blocks('place')}${blocks('inline')}<script>${KINDS.place};${KINDS.inline}</script>`;
    const outputs = [
      { format: 'png', options: { fullpage: true } },
      { format: 'pdf' },
      { format: 'text', options: { content: 'full' } },
    ];
    const { outputs: results } = await convertSeveral({ source: { html }, outputs });
    const [, pdf, text] = results.map(({ bytes }) => bytes) as [Uint8Array, Uint8Array, Uint8Array];
    for (const words of [pdfText(pdf), new TextDecoder().decode(text)])
      expect(words.match(/(?:place|inline)-\d+/g)).toHaveLength(24);
  });

  it('is printed where each part is as tall as the window', async () => {
    const parts = [1, 2, 3, 4, 5]
      .map((n) => `<section class="block observer" style="margin:0">part-${n}</section>`)
      .join('');
    const html = `<!doctype html>${STYLE}<style>section { min-height: 100vh; padding: 0 !important }</style>${parts}<script>${KINDS.observer}</script>`;
    const { bytes, warnings } = await convert({ source: { html } });
    expect(pdfText(bytes).match(/part-\d/g)).toEqual(['part-1', 'part-2', 'part-3', 'part-4', 'part-5']);
    expect(warnings).toEqual([]);
  });

  it('does not bring back what has made room for something else, or has done its work', async () => {
    const slides = `<div style="position:relative;height:100px;margin-top:2000px">
      ${['first', 'second', 'third'].map((n) => `<div class=slide style="position:absolute;inset:0;opacity:0">${n}</div>`).join('')}</div>`;
    const script = `const all = [...document.querySelectorAll('.slide')]; let at = 0;
      const show = () => all.forEach((e, n) => { e.style.opacity = n === at ? 1 : 0 });
      addEventListener('resize', () => { at = (at + 1) % 3; show(); busy.style.opacity = 0 }); show()`;
    const html = `<!doctype html><p id=busy>busy</p>${slides}<script>${script}</script>`;
    const text = pdfText((await convert({ source: { html } })).bytes);
    expect(text.match(/first|second|third|busy/g)).toHaveLength(1);
  });
});
