import type { AllLeftOut, FieldKind, FormField, LeftOut } from '../fields.ts';

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** The controls that become fields, in the page's isolated world. */
export type Controls = typeof globalThis & {
  $controls?: { control: HTMLElement; shows: boolean; style: string | null; host?: HTMLElement }[];
  /** Style sheets that hide all but the controls, each with the frame that it is in and the `style` that the frame had. */
  $sheets?: {
    root: Document | ShadowRoot;
    sheet: CSSStyleSheet;
    frame: HTMLElement | null;
    style: string | null;
  }[];
};

/**
 * Finds the controls of a document's forms, with those in shadow roots and in frames of its own origin, and tells what they are. Runs in the page.
 * @param mostFields fields
 * @param mostCharacters characters of all their texts
 * @param mostLeft controls without a field that are named; the others are counted
 */
export function collectControls(
  mostFields: number,
  mostCharacters: number,
  mostLeft: number,
): { fields: FormField[]; left: AllLeftOut } {
  const scope = globalThis as Controls;
  const fields: FormField[] = [];
  const left: LeftOut[] = [];
  let leftCount = 0;
  const controls: NonNullable<Controls['$controls']> = [];
  scope.$controls = controls;
  const forms = new Map<Node, number>();
  let characters = 0;

  const BUTTONS = new Set(['hidden', 'submit', 'reset', 'button', 'image']);
  /** What a PDF has no field for. */
  const NO_FIELDS = new Set(['file', 'range', 'color']);
  // Soft hyphens are for lines.
  const short = (text: string): string =>
    text
      .replaceAll('\u00ad', '')
      .replaceAll(/\s{1,100}/g, ' ')
      .trim()
      .slice(0, 500);
  const typeOf = (control: Control): string =>
    control.$getAttribute('type')?.toLowerCase() === 'signature' ? 'signature' : control.type;
  const kindOf = (control: Control): FieldKind => {
    if (control.$localName === 'select') return 'choice';
    const type = control.$localName === 'input' ? typeOf(control) : 'text';
    return type === 'checkbox' || type === 'radio' || type === 'signature' ? type : 'text';
  };
  const textOf = (element: Element): string => {
    const copy = element.$cloneNode(true) as Element;
    for (const inner of copy.$querySelectorAll('input,select,textarea,button,script,style')) inner.$remove();
    return short(copy.$textContent ?? '');
  };
  const labelOf = (control: Control): string => {
    const root = control.$getRootNode() as Document | ShadowRoot;
    const named = (control.$getAttribute('aria-labelledby') ?? '').split(/\s/).slice(0, 20);
    const texts = [
      named.map((id) => (id === '' ? null : root.getElementById(id))?.$textContent ?? '').join(' '),
      control.$getAttribute('aria-label') ?? '',
      [...(control.labels ?? [])].map(textOf).join(' '),
      control.title,
      control.$getAttribute('placeholder') ?? '',
    ];
    return texts.map(short).find((text) => text !== '') ?? short(control.name);
  };
  const rgb = (color: string): readonly [number, number, number] | undefined => {
    const found = /^rgba?\((\d{1,3}), (\d{1,3}), (\d{1,3})/.exec(color);
    return found ? [Number(found[1]), Number(found[2]), Number(found[3])] : undefined;
  };
  /** How far an element is turned by its own transforms and by those of what it is in. */
  const angleOf = (element: Element): number => {
    let whole = new DOMMatrix();
    for (let node: Element | null = element; node; ) {
      const { transform, rotate } = getComputedStyle(node);
      const own = new DOMMatrix();
      if (rotate !== 'none') own.rotateSelf(Number.parseFloat(rotate) || 0);
      if (transform !== 'none') own.multiplySelf(new DOMMatrix(transform));
      if (!own.isIdentity) whole = own.multiply(whole);
      const root = node.$getRootNode() as Partial<ShadowRoot>;
      node = node.$parentElement ?? root.host ?? null;
    }
    return Math.round((Math.atan2(whole.b, whole.a) * 180) / Math.PI);
  };
  const fontOf = (family: string): FormField['font'] => {
    if (/mono|courier|consol|menlo/i.test(family)) return 'mono';
    return /(?:^|[^-])\bserif|times|georgia|garamond/i.test(family) && !/sans/i.test(family) ? 'serif' : 'sans';
  };
  const numberOf = (control: Control): number => {
    const owner = control.form ?? control.$getRootNode();
    const known = forms.get(owner) ?? forms.size;
    forms.set(owner, known);
    return known;
  };
  const alignOf = ({ textAlign, direction }: CSSStyleDeclaration): FormField['align'] => {
    if (textAlign.includes('center')) return 'center';
    const end = textAlign === 'end' ? 'ltr' : 'rtl';
    return textAlign.includes('right') || (/start|end/.test(textAlign) && direction === end) ? 'right' : 'left';
  };
  const describe = (control: Control): FormField => {
    const kind = kindOf(control);
    const style = getComputedStyle(control);
    const select = control.$localName === 'select' ? (control as HTMLSelectElement) : undefined;
    const input = control.$localName === 'input' ? (control as HTMLInputElement) : undefined;
    const area = control.$localName === 'textarea' ? (control as HTMLTextAreaElement) : undefined;
    const password = input?.type === 'password';
    const options = [...(select?.options ?? [])].map((option): FormField['options'][number] => [
      option.value,
      short(option.label),
      option.selected,
    ]);
    const value = kind === 'signature' || password || select ? '' : control.value;
    const maxLength = input?.maxLength ?? area?.maxLength ?? 0;
    return {
      kind,
      name: control.name || control.id,
      form: numberOf(control),
      label: labelOf(control),
      value,
      checked: input?.checked === true,
      options,
      readOnly: input?.readOnly === true || area?.readOnly === true,
      disabled: control.$matches(':disabled'),
      required: control.required,
      multiline: area !== undefined,
      password,
      multiple: select?.multiple === true,
      open: select !== undefined && (select.multiple || select.size > 1),
      maxLength: Math.max(0, maxLength),
      tab: Math.max(0, control.tabIndex),
      width: control.$offsetWidth,
      height: control.$offsetHeight,
      angle: angleOf(control),
      font: fontOf(style.fontFamily),
      fontSize: Number.parseFloat(style.fontSize) || 13,
      color: rgb(style.color) ?? [0, 0, 0],
      accent: style.appearance === 'none' ? null : (rgb(style.accentColor) ?? [0, 117, 255]),
      align: alignOf(style),
      shows: select ? options.length > 0 : kind === 'text' && value !== '',
    };
  };
  const leave = (element: Element, reason: LeftOut['reason'], type = ''): void => {
    leftCount += 1;
    if (left.length >= mostLeft) return;
    const text = `${element.$localName}${type === '' ? '' : ` type=${type}`}`;
    left.push({ element: text, name: short(element.$getAttribute('name') ?? '').slice(0, 100), reason });
  };
  const look = (control: Control): void => {
    const type = control.$localName === 'input' ? typeOf(control) : '';
    if (BUTTONS.has(type) || !control.$checkVisibility({ visibilityProperty: true })) return;
    if (NO_FIELDS.has(type)) {
      leave(control, 'kind', type);
      return;
    }
    const { width, height } = control.$getBoundingClientRect();
    // Boxes of a page's own stand for controls that nobody sees.
    const seen = control.$checkVisibility({ opacityProperty: true }) && width > 2 && height > 2;
    if (!seen) {
      leave(control, 'unseen', type);
      return;
    }
    const field = describe(control);
    const choices = field.options.map(([value, text]) => value + text);
    const texts = [field.name, field.label, field.value, ...choices];
    const size = texts.reduce((sum, text) => sum + text.length, 0);
    if (fields.length >= mostFields || characters + size > mostCharacters) {
      leave(control, 'many', type);
      return;
    }
    characters += size;
    fields.push(field);
    controls.push({ control, shows: field.shows, style: control.$getAttribute('style') });
  };
  const walk = (root: Document | ShadowRoot, depth: number): void => {
    for (const element of root.$querySelectorAll('*')) {
      if (element.$shadowRoot) walk(element.$shadowRoot, depth);
      if (/^(?:input|select|textarea)$/.test(element.$localName)) look(element as Control);
      if (!/^i?frame$/.test(element.$localName) || !element.$checkVisibility({ visibilityProperty: true })) continue;
      const inner = depth < 10 ? (element as HTMLIFrameElement).$contentDocument : null;
      if (inner) walk(inner, depth + 1);
      else leave(element, 'frame');
    }
  };
  walk(document, 0);
  return { fields, left: { first: left, count: leftCount } };
}
