import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { RenderOptions } from 'bwip-js/node';
import { nearestName } from '../nearest.ts';
import {
  type Filter,
  type FilterArguments,
  isOn,
  numberArgument,
  readArguments,
  textArgument,
  wholeArgument,
  wordArgument,
} from './liquid-arguments.ts';
import { TemplateFault } from './liquid-fault.ts';
import { escapeText, Markup, toText } from './liquid-markup.ts';

/** Filters that draw barcodes as SVG in the document, so that they are sharp in print. */

const require = createRequire(import.meta.url);
/** The one file of the library that is read. It is loaded by the first barcode: that takes longer than most templates. */
const LIBRARY = 'bwip-js/node';

interface Kind {
  /** The encoder of the library. */
  readonly encoder: string;
  readonly options?: Partial<DrawOptions>;
  /** Codes of one row, which have their text below them unless that is turned off. */
  readonly linear: boolean;
}

const linear = (encoder: string, options?: Partial<DrawOptions>): Kind => ({
  encoder,
  linear: true,
  ...(options ? { options } : {}),
});
const matrix = (encoder: string): Kind => ({ encoder, linear: false });

const KINDS: ReadonlyMap<string, Kind> = new Map([
  ['code128', linear('code128')],
  ['code39', linear('code39')],
  ['code93', linear('code93')],
  ['codabar', linear('rationalizedCodabar')],
  ['ean13', linear('ean13')],
  ['ean8', linear('ean8')],
  ['ean5', linear('ean5')],
  ['ean2', linear('ean2')],
  ['upca', linear('upca')],
  ['upce', linear('upce')],
  ['isbn', linear('isbn')],
  ['issn', linear('issn')],
  ['itf', linear('interleaved2of5')],
  ['itf14', linear('itf14')],
  ['gs1-128', linear('gs1-128')],
  ['sscc18', linear('sscc18')],
  ['databar', linear('databaromni')],
  ['databar-expanded', linear('databarexpanded')],
  ['msi', linear('msi')],
  ['pharmacode', linear('pharmacode')],
  ['pzn', linear('pzn', { pzn8: true })],
  ['leitcode', linear('leitcode')],
  ['identcode', linear('identcode')],
  ['postnet', linear('postnet')],
  ['royalmail', linear('royalmail')],
  ['kix', linear('kix')],
  ['usps', linear('onecode')],
  ['datamatrix', matrix('datamatrix')],
  ['gs1-datamatrix', matrix('gs1datamatrix')],
  ['pdf417', matrix('pdf417')],
  ['micropdf417', matrix('micropdf417')],
  ['aztec', matrix('azteccode')],
  ['maxicode', matrix('maxicode')],
  ['qrcode', matrix('qrcode')],
  ['micro-qrcode', matrix('microqrcode')],
  ['gs1-qrcode', matrix('gs1qrcode')],
  ['swiss-qrcode', matrix('swissqrcode')],
]);

/** Names of what the filter `barcode` draws. */
export const BARCODE_KINDS: readonly string[] = [...KINDS.keys()];

/** The most that any of them can hold: digits in a QR code of version 40 (ISO/IEC 18004). */
const MOST_CHARACTERS = 7_089;
/** Millimetres of the unit that the library draws in: 1/72 inch. */
const UNIT = 25.4 / 72;
const SCALE = 2;
/** Sides of drawn squares of a QR code, in units of the library's drawing. */
const QR_MODULE = 2 * SCALE;

interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly shapes: string;
}

/**
 * The sentence that the library has for a fault. It is shown only if it stands in the library's own text word for
 * word, because some of them quote what they were given.
 */
function reasonOf(error: unknown): string {
  const [, sentence] = /^bwipp\.[\w-]+#\d+: ([\x20-\x7e]{1,120})$/.exec((error as Error).message) ?? [];
  const unknown = 'the content does not fit this kind of barcode';
  if (sentence === undefined) return unknown;
  return readFileSync(require.resolve(LIBRARY), 'utf8').includes(JSON.stringify(sentence)) ? sentence : unknown;
}

/** Options of the library; its types leave out those that belong to one encoder only. */
type DrawOptions = RenderOptions & { readonly eclevel?: string; readonly pzn8?: boolean };

function draw(filter: string, options: DrawOptions): Drawing {
  const { toSVG } = require(LIBRARY) as typeof import('bwip-js/node');
  let svg: string;
  try {
    svg = toSVG({ ...options, scale: SCALE });
  } catch (error) {
    throw new TemplateFault(`The filter "${filter}" cannot draw this: ${reasonOf(error)}.`);
  }
  const [, width, height, shapes] = /^<svg viewBox="0 0 ([\d.]+) ([\d.]+)"[^>]*>(.*)<\/svg>\s*$/s.exec(svg) ?? [];
  if (shapes === undefined) throw new TemplateFault(`The filter "${filter}" cannot draw this.`);
  return { width: Number(width), height: Number(height), shapes };
}

const millimetres = (length: number): string => `${Number(length.toFixed(3))}mm`;

interface Frame {
  /** Label for people who do not see it. */
  readonly label: string;
  /** Empty space around it, in units of the drawing. */
  readonly margin?: number;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
}

/** The drawing as an element of a set size. Without one it has its natural size; with one side, its proportions. */
function toSvg(drawing: Drawing, { label, margin = 0, width, height }: Frame): Markup {
  const [across, down] = [drawing.width + 2 * margin, drawing.height + 2 * margin];
  const ratio = down / across;
  const wide = width ?? (height === undefined ? (across / SCALE) * UNIT : height / ratio);
  const size = `width="${millimetres(wide)}" height="${millimetres(height ?? wide * ratio)}"`;
  const box = `viewBox="${-margin} ${-margin} ${across} ${down}"`;
  const about = `role="img" aria-label="${escapeText(label)}"`;
  const shapes = drawing.shapes.replace(/\n/g, '');
  return new Markup(`<svg xmlns="http://www.w3.org/2000/svg" ${about} ${size} ${box}>${shapes}</svg>`);
}

function readContent(filter: string, value: unknown): string {
  const text = toText(value).trim();
  if (text === '') throw new TemplateFault(`The filter "${filter}" needs a text, and has none.`);
  if (text.length <= MOST_CHARACTERS) return text;
  throw new TemplateFault(`The filter "${filter}" cannot draw this: no barcode can hold so long a text.`);
}

function readKind(argument: unknown): Kind {
  const name = textArgument(argument)?.toLowerCase();
  const kind = name === undefined ? undefined : KINDS.get(name);
  if (kind) return kind;
  const nearest = name === undefined ? undefined : nearestName(name, KINDS.keys());
  const remedy = nearest === undefined ? 'Give one such as "code128" or "ean13".' : `Did you mean "${nearest}"?`;
  throw new TemplateFault(`The filter "barcode" does not know this kind of barcode. ${remedy}`);
}

const LONGEST = 1_000;
const lengthArgument = (filter: string, { named }: FilterArguments, name: string) =>
  numberArgument(filter, { named, name, least: 1, most: LONGEST });

/**
 * `{{ '4006381333931' | barcode: 'ean13', width: 40 }}`.
 *
 * Argument: the kind (see `KINDS`). Options: `width` and `height` of the drawing in millimetres (default: its natural
 * size; one alone keeps the proportions; of a code of one row, `height` is that of its bars). `text: false` leaves out
 * the line of text below a code of one row. There is no empty space around it; leave some in the document.
 */
const barcode: Filter = function (value, ...args) {
  const given = readArguments('barcode', { call: this, args, allowed: ['width', 'height', 'text'] });
  const { encoder, options, linear: isLinear } = readKind(given.positional[0]);
  const text = readContent('barcode', value);
  const [width, height] = [lengthArgument('barcode', given, 'width'), lengthArgument('barcode', given, 'height')];
  const includetext = isLinear && (isOn(given, 'text') || !given.named.has('text'));
  const request: DrawOptions = { bcid: encoder, text, includetext, ...options };
  const natural = draw('barcode', request);
  const svg =
    isLinear && height !== undefined
      ? toSvg(draw('barcode', { ...request, height: barHeight(natural, width, height) }), {
          label: text,
          width: width ?? naturalWidth(natural),
        })
      : toSvg(natural, { label: text, width, height });
  this.context.memoryLimit.use(svg.length);
  return svg;
};

const naturalWidth = ({ width }: Drawing): number => (width / SCALE) * UNIT;

/** Height of the bars, as the library counts it, so that they are as high as asked when the drawing is stretched. */
function barHeight(drawing: Drawing, width: number | undefined, height: number): number {
  const zoom = width === undefined ? 1 : width / naturalWidth(drawing);
  return Math.max(1, height / zoom);
}

const LEVELS = ['L', 'M', 'Q', 'H'] as const;

/**
 * `{{ 'https://example.com' | qrcode: size: 30 }}`.
 *
 * Options: `size` of its sides in millimetres, margin included (default: 0.7 for each module); `level` of error
 * correction `'L'`, `'M'` (default), `'Q'` or `'H'`; `margin` in modules (default 4, which ISO/IEC 18004 asks for).
 */
const qrcode: Filter = function (value, ...args) {
  const given = readArguments('qrcode', { call: this, args, allowed: ['size', 'level', 'margin'] });
  const { named } = given;
  const text = readContent('qrcode', value);
  const eclevel = wordArgument('qrcode', { named, name: 'level', words: LEVELS }) ?? 'M';
  const margin = (wholeArgument('qrcode', { named, name: 'margin', least: 0, most: 20 }) ?? 4) * QR_MODULE;
  const drawing = draw('qrcode', { bcid: 'qrcode', text, eclevel });
  const svg = toSvg(drawing, { label: text, margin, width: lengthArgument('qrcode', given, 'size') });
  this.context.memoryLimit.use(svg.length);
  return svg;
};

export const barcodeFilters: Readonly<Record<string, Filter>> = { barcode, qrcode };
