import { imageAddress, isColor } from '../../request/watermark.ts';
import type { PageSize } from './page-sizes.ts';

/** A watermark of words or of a picture, with the options and defaults of PDFShift. */
export interface Watermark {
  /** Lines are kept. One of `text` and `image` is given; a picture wins. */
  readonly text?: string;
  /** Address (http, https, data) or Base64 of a picture. It has its own size at 96 pixels per inch. */
  readonly image?: string;
  /** Points, 5 to 300. Default 16. */
  readonly fontSize?: number;
  /** Default Helvetica. Characters that it does not have are taken from other fonts. */
  readonly fontFamily?: WatermarkFont;
  /** A color of CSS. Default black. */
  readonly fontColor?: string;
  /** 0 (not to be seen) to 100, for pictures too. Default 100. */
  readonly fontOpacity?: number;
  readonly fontBold?: boolean;
  readonly fontItalic?: boolean;
  /** Points from the left edge of the page, or where it is aligned. Default center. */
  readonly offsetX?: number | 'left' | 'center' | 'right';
  /** Points from the top edge of the page, or where it is aligned. Default middle. */
  readonly offsetY?: number | 'top' | 'middle' | 'bottom';
  /** Degrees clockwise around the centre. Default -45: words rise to the right. */
  readonly rotate?: number;
}

export type WatermarkFont = 'Helvetica' | 'Times' | 'Courier';

/** Fonts that have the measures of the standard ones of PDF, then what systems have of the same kind. */
const FAMILIES: Readonly<Record<WatermarkFont, string>> = {
  Helvetica: "'Liberation Sans',Arimo,Helvetica,Arial,sans-serif",
  Times: "'Liberation Serif',Tinos,Times,'Times New Roman',serif",
  Courier: "'Liberation Mono',Cousine,Courier,'Courier New',monospace",
};

/**
 * Moves what is aligned so that it touches the edges after it was turned, and shrinks what is larger than the page:
 * CSS does not know how large something is once it is turned.
 */
const ALIGN = `for (const mark of document.querySelectorAll('.mark')) {
  const page = mark.parentElement.getBoundingClientRect();
  const turned = mark.getBoundingClientRect();
  const scale = Math.min(1, page.width / turned.width, page.height / turned.height);
  const move = (wanted, size, room, own) =>
    wanted === 'start' ? (size * scale - own) / 2 : wanted === 'end' ? room - (size * scale + own) / 2 : (room - own) / 2;
  const { x, y, rotate } = mark.dataset;
  if (isNaN(x)) mark.style.left = move(x, turned.width, page.width, mark.offsetWidth) + 'px';
  if (isNaN(y)) mark.style.top = move(y, turned.height, page.height, mark.offsetHeight) + 'px';
  if (isNaN(x) && isNaN(y)) mark.style.transform = 'rotate(' + rotate + 'deg) scale(' + scale + ')';
}`;

/** Runs while the document is parsed, so that it has loaded when its pictures have. */
const SHARE = `for (const mark of document.querySelectorAll('img.mark:not([src])')) {
  mark.src = document.querySelector('img.mark').src;
}`;

/**
 * A document of one page for each size, which has nothing but the watermark on it. It is printed with backgrounds, no
 * margins, the sizes of its style sheet and without tags, and then read by `readStamp` with as many pages. It runs a
 * script of its own; for a picture it loads that.
 * @throws RangeError for a colour or a picture that is none; check them before
 */
export function watermarkHtml(watermark: Watermark, sizes: readonly PageSize[]): string {
  const pages = sizes.map(({ width, height }, index) => ({
    name: `p${index}`,
    size: `${width}pt ${height}pt`,
    width,
    height,
  }));
  const rules = pages.map(
    ({ name, size, width, height }) =>
      `@page ${name}{size:${size};margin:0}.${name}{page:${name};width:${width}pt;height:${height}pt}`,
  );
  // A picture stands in the text once: it may be of megabytes, and pages of many sizes.
  const marks = [markOf(watermark), markOf(watermark, '')];
  return (
    '<!doctype html><html><head><meta charset="utf-8"><style>' +
    'html,body{margin:0;background:none}' +
    'section{position:relative;overflow:hidden;break-after:page;contain:strict}section:last-child{break-after:auto}' +
    '.mark{position:absolute;margin:0;display:block;transform-origin:center}' +
    `div{width:max-content;line-height:1.15;text-align:center;white-space:pre}${rules.join('')}</style></head><body>` +
    `${pages.map(({ name }, index) => `<section class="${name}">${marks[Math.min(index, 1)]}</section>`).join('')}` +
    `<script>${SHARE}addEventListener('load', () => { ${ALIGN} })</script></body></html>`
  );
}

/** @param source address of the picture; empty: that of the first mark */
function markOf(watermark: Watermark, source = watermark.image && imageAddress(watermark.image)): string {
  const { text = '', image, rotate = -45, offsetX = 'center', offsetY = 'middle', fontOpacity = 100 } = watermark;
  const style = [`transform:rotate(${rotate}deg)`, place('left', offsetX), place('top', offsetY)];
  if (fontOpacity < 100) style.push(`opacity:${Math.max(0, fontOpacity) / 100}`);
  const data = `data-x="${edge(offsetX)}" data-y="${edge(offsetY)}" data-rotate="${rotate}"`;
  if (image !== undefined) {
    const address = source ? ` src="${escapeHtml(source)}"` : '';
    return `<img class="mark" alt="" ${data} style="${style.join(';')}"${address}>`;
  }
  return `<div class="mark" ${data} style="${escapeHtml([...style, ...fontStyle(watermark)].join(';'))}">${escapeHtml(text)}</div>`;
}

function fontStyle({ fontSize = 16, fontFamily = 'Helvetica', fontColor = '#000', fontBold, fontItalic }: Watermark) {
  if (!isColor(fontColor)) throw new RangeError('a colour of another form');
  return [
    `font-size:${fontSize}pt`,
    `font-family:${FAMILIES[fontFamily]}`,
    `color:${fontColor}`,
    `font-weight:${fontBold ? 'bold' : 'normal'}`,
    `font-style:${fontItalic ? 'italic' : 'normal'}`,
  ];
}

const place = (side: string, offset: number | string) =>
  typeof offset === 'number' ? `${side}:${offset}pt` : `${side}:0`;

const EDGES: Readonly<Record<string, string>> = { left: 'start', top: 'start', right: 'end', bottom: 'end' };

/** A number for what is not aligned. */
const edge = (offset: number | string) => (typeof offset === 'number' ? '0' : (EDGES[offset] ?? 'center'));

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escapeHtml = (text: string) => text.replaceAll(/[&<>"]/g, (character) => ENTITIES[character] as string);
