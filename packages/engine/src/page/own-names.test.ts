import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { useSharedEngine } from '../testing/engine.ts';
import { pdfDrawing, pdfPlain, pdfText } from '../testing/judge.ts';
import { usePages } from '../testing/page.ts';

const { convertSeveral } = useSharedEngine();
const pages = usePages();

/** Every name that code in pages reads as one of our own, as the sources have it. */
const ENGINE = path.resolve(import.meta.dirname, '..');
const OWN = [
  ...new Set(
    globSync('**/*.ts', { cwd: ENGINE }).flatMap(
      (file) => readFileSync(path.join(ENGINE, file), 'utf8').match(/\$[a-z]\w*/gi) ?? [],
    ),
  ),
];

/** Every member of a form that code could read, as the browser has them. */
let members: readonly string[] = [];
beforeAll(async () => {
  const page = await pages.write('<form></form>');
  members = await page.call(() => {
    const names = new Set<string>();
    for (let object = HTMLFormElement.prototype; object !== null; object = Object.getPrototypeOf(object)) {
      for (const name of Object.getOwnPropertyNames(object)) if (/^(?!on)[a-z]/.test(name)) names.add(name);
    }
    return [...names];
  });
});

describe('a document that has the names which our code reads', () => {
  /** @param prefix of the names of controls, and of identifiers: those with one hide nothing */
  const documentOf = (prefix: string) => {
    const controls = [...members, ...OWN].map((name) => `<input type=hidden name="${prefix}${name}">`).join('');
    const targets = OWN.map((name) => `<a id="${prefix}${name}"></a>`).join('');
    const form = (attributes: string, content: string) => `<form ${attributes}>${controls}${content}</form>`;
    return `<!doctype html><html lang=en><title>Forms</title><style>
      @page { size: A5; margin: 20mm; @top-center { content: element(head) } }
      .head { position: running(head) } .note { float: footnote }
      .count { counter-reset: n 4 } .count b::before { counter-increment: n; content: counter(n) ". " }
      .wrap { display: flex; gap: 9px } .long { hyphens: auto; width: 90px } .wide { width: 900px; overflow: auto }
      #cookie-consent { position: fixed; left: 0; right: 0; bottom: 0; height: 90px; background: #fff }
    </style>
    <main>${form('class=head', 'Running form')}<h1>A document of forms</h1><p>Before.
    ${form('class=card id=card', '<h2>First</h2><p>inside <b>bold</b> and <a href="#card">a link</a></p><input name=who value=Ada>')}
    <p>Between.${form('class=note', 'A note')}</p>
    <table><tr><td>${form('', 'In a cell')}<td>2</table><ul><li>${form('', 'In a list<ul><li>deep</ul>')}</ul>
    ${form('class=count', '<b>one</b><br><b>two</b>')}${form('class=wrap', '<div>left</div><div>right</div>')}
    ${form('class=long', 'Internationalization of representatives')}
    ${form('class=wide', 'Wide<pre>x = 1</pre>')}${form('hidden', 'Unseen')}${form('dir=rtl lang=he', 'שלום')}
    <details><summary>More</summary>${form('', 'Collapsed')}</details>${form('class=away', 'To be hidden')}
    <iframe srcdoc='${form('', 'In a frame').replaceAll("'", '&apos;')}'></iframe>
    <div><template shadowrootmode=open>${form('', 'In a shadow <slot></slot>')}</template>slotted</div></main>
    ${form('id=cookie-consent', '<p>We use cookies to make this site better.</p><button>Accept all</button><button>Reject</button>')}
    <p>After.${targets}</p></html>`;
  };

  const convert = async (prefix: string) => {
    const { outputs, warnings } = await convertSeveral({
      source: { html: documentOf(prefix) },
      block_cookie_banners: true,
      block_ads: true,
      hide_selectors: '.away',
      wait_for_selector: 'form.card',
      outputs: [
        { format: 'text', options: { content: 'full' } },
        { format: 'markdown', options: { content: 'main' } },
        { format: 'pdf', options: { forms: true, outline: true, tagged: true } },
        { format: 'png', options: { css_selector: 'form.card' } },
        { format: 'png', options: { fullpage: true } },
      ],
    });
    const [text, markdown, pdf, element, whole] = outputs.map(({ bytes }) => Buffer.from(bytes));
    if (!text || !markdown || !pdf || !element || !whole) throw new Error('a result is missing');
    return { text: text.toString(), markdown: markdown.toString(), pdf, element, whole, warnings };
  };

  it('is read, printed and drawn as any other', async () => {
    const [own, other] = await Promise.all([convert(''), convert('x-')]);
    expect(own.text).toContain('In a frame');
    expect(own.text).not.toContain('cookies');
    expect(own.text).toBe(other.text);
    expect(own.markdown).toBe(other.markdown);
    expect(pdfText(own.pdf)).toBe(pdfText(other.pdf));
    expect(own.warnings).toEqual(other.warnings);
    expect(pdfDrawing(own.pdf, 72).equals(pdfDrawing(other.pdf, 72))).toBe(true);
    const fields = (pdf: Buffer) => pdfPlain(pdf).match(/\/T \([^)]*\)/g);
    expect(fields(own.pdf)).toEqual(fields(other.pdf));
    expect(own.element.equals(other.element)).toBe(true);
    expect(own.whole.equals(other.whole)).toBe(true);
  });
});
