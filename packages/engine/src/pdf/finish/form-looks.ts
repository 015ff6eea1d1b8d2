import type { FormField } from '../form/fields.ts';
import type { PdfDocument } from './document.ts';
import type { PageNode } from './pages.ts';
import { textString } from './text-string.ts';
import { type Dictionary, Name, type PdfValue, Ref } from './value.ts';

/** A place where a field stands, in points. */
export interface Widget {
  /** The annotation. */
  readonly reference: Ref;
  /** Index of its page. */
  readonly page: number;
  readonly node: PageNode;
  /** The link that stands there. */
  readonly link: Dictionary;
  /** The corner of the page. */
  readonly origin: readonly [number, number];
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly top: number;
}

/** One field, with its widgets: of radio buttons that are one group each has its own. */
export interface FieldGroup {
  readonly first: FormField;
  readonly members: readonly { readonly field: FormField; readonly widget: Widget }[];
}

const FONT_NAMES = { sans: 'Helv', serif: 'TiRo', mono: 'Cour' } as const;
const ALIGN = { left: 0, center: 1, right: 2 } as const;
/** Shows on paper (ISO 32000-1, 12.5.3). */
const PRINTS = 4;

/** Makes the widgets of fields (12.5.6.19), with their appearances (12.5.5). */
export class FieldLooks {
  readonly #document: PdfDocument;
  readonly #pages: readonly Ref[];
  readonly #drawn = new Map<string, Ref>();

  /** @param pages forms with what stands in the fields of each page; may be none */
  constructor(document: PdfDocument, pages: readonly Ref[]) {
    this.#document = document;
    this.#pages = pages;
  }

  /** @param state the name of the state in which a check box or a radio button is on */
  widget(field: FormField, widget: Widget, state: string | undefined): Dictionary {
    const { left, bottom, right, top, node } = widget;
    const isButton = state !== undefined;
    const turned = (((Math.round(-field.angle / 90) * 90) % 360) + 360) % 360;
    const style = new Map<string, PdfValue>();
    if (turned !== 0) style.set('R', turned);
    if (isButton) style.set('CA', textString(field.kind === 'radio' ? 'l' : '4'));
    const entries: [string, PdfValue][] = [
      ['Type', new Name('Annot')],
      ['Subtype', new Name('Widget')],
      ['Rect', [left, bottom, right, top]],
      ['P', new Ref(node.number)],
      ['F', PRINTS],
      ['AP', new Map([['N', isButton ? this.#states(field, widget, state) : this.#content(field, widget)]])],
    ];
    if (field.kind !== 'signature')
      entries.push(['DA', textString(isButton ? '/ZaDb 0 Tf 0 g' : typed(field, widget))]);
    if (style.size > 0) entries.push(['MK', style]);
    if (isButton) entries.push(['AS', new Name(field.checked ? state : 'Off')]);
    if (field.kind === 'text' && field.align !== 'left') entries.push(['Q', ALIGN[field.align]]);
    return new Map(entries);
  }

  /** What stands in a field, as the page shows it: a part of the page on which only that is drawn. */
  #content(field: FormField, { left, bottom, right, top, page, origin: [x, y] }: Widget): Ref {
    const look = field.shows ? this.#pages[page] : undefined;
    const draws = look ? `q 1 0 0 1 ${round(x - left)} ${round(y - bottom)} cm /Page Do Q ` : '';
    const resources: Dictionary = new Map(look ? [['XObject', new Map([['Page', look]])]] : []);
    return this.#draw(right - left, top - bottom, `/Tx BMC ${draws}EMC`, resources);
  }

  #states(field: FormField, { left, bottom, right, top }: Widget, state: string): Dictionary {
    const [width, height] = [right - left, top - bottom];
    return new Map([
      [
        state,
        this.#draw(width, height, field.kind === 'radio' ? dot(field, width, height) : tick(field, width, height)),
      ],
      ['Off', this.#draw(width, height, '')],
    ]);
  }

  #draw(width: number, height: number, content: string, resources: Dictionary = new Map()): Ref {
    const known = this.#drawn.get(`${width} ${height} ${content}`);
    if (known && resources.size === 0) return known;
    const form = new Map<string, PdfValue>([
      ['Type', new Name('XObject')],
      ['Subtype', new Name('Form')],
      ['BBox', [0, 0, round(width), round(height)]],
      ['Resources', resources],
    ]);
    const drawn = this.#document.addStream(form, Buffer.from(content, 'latin1'));
    if (resources.size === 0) this.#drawn.set(`${width} ${height} ${content}`, drawn);
    return drawn;
  }
}

const round = (value: number): number => Number(value.toFixed(3));
const parts = (color: readonly number[]): string => color.map((part) => round(part / 255)).join(' ');

/** How what a person types is written: with a font that every reader has, as large as that of the page. */
function typed({ font, fontSize, color, angle, width, height }: FormField, { left, right }: Widget): string {
  const turn = (angle * Math.PI) / 180;
  const across = width * Math.abs(Math.cos(turn)) + height * Math.abs(Math.sin(turn));
  const size = across > 0 ? (fontSize * (right - left)) / across : fontSize * 0.75;
  return `/${FONT_NAMES[font]} ${Number(size.toFixed(2))} Tf ${parts(color)} rg`;
}

/** A check box that is checked, in the square that has room in it. */
function tick({ accent, color }: FormField, width: number, height: number): string {
  const side = Math.min(width, height);
  const at = (x: number, y: number): string =>
    `${round((width - side) / 2 + x * side)} ${round((height - side) / 2 + y * side)}`;
  const fill = accent ? `${parts(accent)} rg ${at(0, 0)} ${round(side)} ${round(side)} re f ` : '';
  const line = accent ? '1 1 1' : parts(color);
  return `q ${fill}${line} RG ${round(side * 0.14)} w 1 J 1 j ${at(0.22, 0.5)} m ${at(0.42, 0.29)} l ${at(0.78, 0.72)} l S Q`;
}

/** A radio button that is chosen. */
function dot({ accent, color }: FormField, width: number, height: number): string {
  const side = Math.min(width, height);
  const circle = (radius: number): string => {
    const [x, y, arm] = [width / 2, height / 2, radius * 0.5523];
    const points = (...values: number[]): string => values.map(round).join(' ');
    return [
      `${points(x + radius, y)} m`,
      `${points(x + radius, y + arm, x + arm, y + radius, x, y + radius)} c`,
      `${points(x - arm, y + radius, x - radius, y + arm, x - radius, y)} c`,
      `${points(x - radius, y - arm, x - arm, y - radius, x, y - radius)} c`,
      `${points(x + arm, y - radius, x + radius, y - arm, x + radius, y)} c`,
    ].join(' ');
  };
  const line = side * 0.08;
  const ring = accent ? `${parts(accent)} RG ${round(line)} w 1 1 1 rg ${circle(side / 2 - line / 2)} b ` : '';
  return `q ${ring}${parts(accent ?? color)} rg ${circle(side * 0.27)} f Q`;
}
