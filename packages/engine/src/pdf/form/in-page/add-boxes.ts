import type { Controls } from './collect-controls.ts';

/**
 * Makes a box for each control that `collectControls` found, which has the look of the control's own box, without what is in it,
 * and a link that tells where in the PDF it came to lie. Boxes stand behind their controls, where selectors of the page do not choose other elements because of
 * that; else before them, or last. Runs in the page.
 * @param mark what the address of each link begins with
 */
export function addBoxes(mark: string): void {
  const { $controls: controls = [] } = globalThis as Controls;
  const BOX = [
    ...['top', 'right', 'bottom', 'left'].flatMap((side) =>
      ['color', 'style', 'width'].map((part) => `border-${side}-${part}`),
    ),
    ...['top-left', 'top-right', 'bottom-right', 'bottom-left'].map((corner) => `border-${corner}-radius`),
    ...['background-color', 'box-shadow', 'print-color-adjust'],
  ];
  const PICTURE = ['image', 'size', 'position', 'repeat', 'origin', 'clip'].map((part) => `background-${part}`);
  // Each by its name: `all: initial` would take ten times as long.
  const PLAIN = [
    ...[
      'position:absolute',
      'display:none',
      'inset:auto',
      'margin:0',
      'padding:0',
      'border:0',
      'float:none',
      'opacity:1',
    ],
    ...['min-width:0', 'min-height:0', 'max-width:none', 'max-height:none', 'box-sizing:border-box', 'background:none'],
    ...[
      'transform:none',
      'rotate:none',
      'scale:none',
      'translate:none',
      'filter:none',
      'clip-path:none',
      'z-index:auto',
    ],
    ...[
      'overflow:visible',
      'visibility:visible',
      'transition:none',
      'animation:none',
      'direction:ltr',
      'writing-mode:horizontal-tb',
    ],
  ]
    .map((declaration) => `${declaration}!important`)
    .join(';');
  const isMark = (control: HTMLElement): boolean => /^(?:checkbox|radio)$/.test((control as HTMLInputElement).type);
  /** The box of a control, empty. */
  const boxOf = (control: HTMLElement): string => {
    const style = getComputedStyle(control);
    const native = style.appearance !== 'none';
    const of = (names: readonly string[]) => names.map((name) => `${name}:${style.getPropertyValue(name)};`).join('');
    if (isMark(control)) {
      const round = (control as HTMLInputElement).type === 'radio' ? '50%' : '2px';
      const side = Math.min(control.$offsetWidth, control.$offsetHeight);
      const square = `width:${side}px;height:${side}px;margin:auto;`;
      if (native) return `${square}border:1px solid rgb(118,118,118);border-radius:${round};background:#fff`;
      // What it is filled with while it is checked is not what it is without.
      const checked = (control as HTMLInputElement).checked ? 'background:none' : '';
      return `${of(BOX)}${checked}`;
    }
    const inset = native && style.borderTopStyle === 'inset' ? 'border:1px solid rgb(118,118,118);' : '';
    return `${of(BOX)}${of(PICTURE)}${inset}`;
  };
  /** What of an element shows that selectors choose it. */
  const lookOf = (element: Element | null): string => {
    if (!element) return '';
    const { x, y, width, height } = element.$getBoundingClientRect();
    const parts = [null, '::before', '::after'].map((pseudo) => {
      const { display, color, backgroundColor, borderTopColor, opacity, content } = getComputedStyle(element, pseudo);
      return [display, color, backgroundColor, borderTopColor, opacity, content].join();
    });
    return [...[x, y, width, height].map(Math.round), ...parts].join();
  };
  const around = (control: HTMLElement, host?: Element): string => {
    let [before, after] = [control.$previousElementSibling, control.$nextElementSibling];
    if (host && before === host) before = host.$previousElementSibling;
    if (host && after === host) after = host.$nextElementSibling;
    return [before, control, after].map(lookOf).join(';');
  };

  const looks = controls.map(({ control }) => around(control));
  for (const [index, entry] of controls.entries()) {
    const { control } = entry;
    const host = control.$ownerDocument.createElement('platen-field');
    // Without a box until it has its place, so that the page is not laid out for each.
    host.$style.cssText = PLAIN;
    const inner = host.$attachShadow({ mode: 'closed' });
    const [box, link] = [control.$ownerDocument.createElement('div'), control.$ownerDocument.createElement('a')];
    const whole = 'position:absolute;box-sizing:border-box;inset:0;';
    box.style.cssText = `${whole}${boxOf(control)}`;
    box.ariaHidden = 'true';
    link.style.cssText = `${whole}display:block`;
    link.href = `${mark}${index}`;
    inner.append(box, link);
    entry.host = host;
  }
  for (const { control, host } of controls) {
    control.$style.setProperty('transition', 'none', 'important');
    if (host) control.$after(host);
  }
  const places: ((control: HTMLElement, host: HTMLElement) => void)[] = [
    (control, host) => control.$before(host),
    (control, host) => control.$parentNode?.$append(host),
    (control, host) => control.$after(host),
  ];
  let changed = controls.keys().toArray();
  for (const place of places) {
    changed = changed.filter((index) => {
      const { control, host } = controls[index] as { control: HTMLElement; host: HTMLElement };
      return around(control, host) !== looks[index];
    });
    for (const index of changed) {
      const { control, host } = controls[index] as { control: HTMLElement; host: HTMLElement };
      place(control, host);
    }
  }
}
