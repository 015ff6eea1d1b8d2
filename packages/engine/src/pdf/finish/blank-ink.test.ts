import { describe, expect, it } from 'vitest';
import type { Ink } from './blank-ink.ts';
import { isBlankContent } from './blank-pages.ts';

const ink: Ink = {
  isWhiteSpace: (font, codes) => font === 'F1' && /^(?:0003)*$/.test(codes),
  isPicture: (name) => name === 'X1',
};
const START = '.24 0 0 -.24 0 842 cm\n';
const text = (show: string) => `${START}q 3.125 0 0 3.125 0 0 cm BT /F1 16 Tf 1 0 0 -1 8 22 Tm ${show} ET Q`;
const picture = (name: string, side: number) => `${START}q ${side / 0.24} 0 0 ${-side / 0.24} 0 0 cm /${name} Do Q`;

describe('what leaves nothing to see', () => {
  it.each([
    ['spaces', text('<00030003> Tj')],
    ['spaces with gaps', text('[<0003> -20 <0003>] TJ')],
    ['a picture of a pixel', picture('X1', 0.75)],
  ])('%s', (_, content) => {
    expect(isBlankContent(content, false, ink)).toBe(true);
    expect(isBlankContent(content, false)).toBe(false);
  });

  it.each([
    ['a letter among spaces', text('<00030024> Tj')],
    ['spaces of a font that is not known', text('/F2 16 Tf <0003> Tj')],
    ['a text that is no run of codes', text('(x) Tj')],
    ['a picture of two pixels', picture('X1', 1.5)],
    ['more content of its own', picture('X2', 0.75)],
  ])('but not %s', (_, content) => {
    expect(isBlankContent(content, false, ink)).toBe(false);
  });
});
