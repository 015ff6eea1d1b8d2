import { describe, expect, it } from 'vitest';
import { useSharedEngine } from '../testing/engine.ts';
import { pdfText } from '../testing/judge.ts';

const { convert } = useSharedEngine();

describe('what is fixed outside of the window', () => {
  it('is not on paper when it is a link or closed; all else is', async () => {
    const html =
      '<style>.skip{position:fixed;top:-40px;left:8px}.skip:focus{top:0}.drawer,.bar,.margin{position:fixed}</style>' +
      '<a class=skip href="#main">SKIP</a><div class=drawer aria-hidden=true style="top:100%">DRAWER</div>' +
      '<div class=bar style="top:0">BAR</div><div class=margin style="top:-40px">MARGIN</div>' +
      '<div style="transform:translateY(0)"><a class=drawer href="#x" style="top:1500px">HELD</a><p style="height:1600px">x</div><p id=main style="height:900px">y';
    const { bytes } = await convert({ source: { html } });
    const read = pdfText(bytes);
    expect(read).not.toMatch(/SKIP|DRAWER/);
    for (const name of ['BAR', 'MARGIN', 'HELD']) expect(read).toContain(name);
  });

  it('stays what it is for the rest of the document', async () => {
    const html =
      '<style>.mark,svg{position:fixed}.mark{top:50%;left:50%}.mark::before{content:"DRAFT";position:absolute}' +
      '</style><div class=mark aria-hidden=true></div>' +
      '<svg aria-hidden=true style="top:-400px"><clipPath id=all><rect width=900 height=900 /></clipPath></svg>' +
      '<p style="clip-path:url(#all)">CLIPPED';
    const { bytes } = await convert({ source: { html } });
    const read = pdfText(bytes);
    for (const name of ['DRAFT', 'CLIPPED']) expect(read).toContain(name);
  });
});
