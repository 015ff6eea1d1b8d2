import { expect, it } from 'vitest';
import { useSharedEngine } from '../testing/engine.ts';
import { pdfFaults, pdfJson } from '../testing/judge.ts';

const { convert } = useSharedEngine();
const PICTURE = 'data:image/gif;base64,R0lGODlhAQABAIAAAP8AAP///yH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==';

it('areas of image maps are links, in text of either direction, whatever shape they have', async () => {
  const html = `<style>@page{size:400px 300px;margin:0}body{margin:0}p{margin:0;height:20px}img{padding:5px}</style>
    <map name=m><area shape=default href="https://e.test/rest"><area coords="0,0,50,50" href="https://e.test/rect">
    <area shape=circle coords="75,25,20" href="https://e.test/circle"><area shape=poly coords="0,60,40,60,20,90" href="#end"></map>
    <p>x</p><img usemap="#m" width=100 height=100 src="${PICTURE}" style="display:block">
    <p dir=rtl>x</p><div dir=rtl><img usemap="#m" width=100 height=100 src="${PICTURE}"></div><i id=end>end</i>`;
  const { bytes, warnings } = await convert({ source: { html } });
  expect(warnings).toEqual([]);
  expect(pdfFaults(bytes)).toBe('');
  const links = Object.values(pdfJson(bytes, 'objects') as Record<string, Record<string, unknown>>).flatMap(
    (object) => {
      const value = (object.value ?? object) as Record<string, unknown>;
      if (value?.['/Subtype'] !== '/Link') return [];
      const [left, , right, top] = (value['/Rect'] as number[]).map((part) => part / 0.75) as [
        number,
        number,
        number,
        number,
      ];
      const to = String((value['/A'] as Record<string, string> | undefined)?.['/URI'] ?? value['/Dest']).replace(
        /^u:/,
        '',
      );
      return [`${to} ${Math.round(left)}-${Math.round(right)} from ${Math.round(300 - top)}`];
    },
  );
  expect(links).toEqual([
    'https://e.test/rest 5-105 from 25',
    'https://e.test/rect 5-55 from 25',
    'https://e.test/circle 60-100 from 30',
    '/end 5-45 from 85',
    'https://e.test/rest 295-395 from 155',
    'https://e.test/rect 295-345 from 155',
    'https://e.test/circle 350-390 from 160',
    '/end 295-335 from 215',
  ]);
});
