import type { CONSENT_WORDS } from './cookie-banner-words.ts';

/**
 * Runs in the page. Hides questions for consent, without answering them. It knows many by name; any other is one by
 * what it is: a box over the page, or one beside the content that is called so, with words about cookies or consent and
 * a button to decide. Text about cookies alone is content.
 * @param selectors containers of known banners
 * @returns how many banners that showed were hidden
 */
export function hideCookieBanners(selectors: readonly string[], words: typeof CONSENT_WORDS): number {
  /** Characters of the longest consent dialog, with its list of purposes. */
  const LONGEST = 12_000;
  const TOPIC = new RegExp(words.topic, 'iu');
  const ANSWER = new RegExp(words.answer, 'iu');
  const SETTINGS = new RegExp(words.settings, 'iu');
  const NAMED = new RegExp(words.name, 'i');
  const CONTROLS = 'button,[role="button"],input[type="button"],input[type="submit"],a';
  const CONTENT = 'main,article,[role="main"]';
  const MEDIA = 'img,picture,svg,canvas,video,iframe,object,embed,table,form';

  const body = document.body as HTMLElement | null;
  if (!body) return 0;
  const nameOf = (element: Element) =>
    ['id', 'class', 'aria-label', 'title', 'name'].map((name) => element.$getAttribute(name) ?? '').join(' ');
  // Not `$textContent`: what is not shown does not count.
  const textOf = (element: HTMLElement) => element.$innerText?.trim() ?? '';
  const hasBox = (element: Element) => {
    const { width, height } = element.$getBoundingClientRect();
    return width > 0 && height > 0;
  };
  /** A closed shadow tree is seen by where its host is met. */
  const isMet = (element: HTMLElement) =>
    [0.02, 0.5, 0.98].some((part) => {
      const met = document.elementFromPoint(window.innerWidth / 2, (window.innerHeight - 1) * part);
      return met === element;
    });
  const shows = (element: HTMLElement) => {
    if (!element.$checkVisibility({ visibilityProperty: true })) return false;
    // A host or a wrapper has no box of its own where all within it is fixed.
    return hasBox(element) || (element.$shadowRoot ?? element).$childElementCount > 0 || isMet(element);
  };
  const parentOf = (element: Element): Element | null => {
    if (element.$parentElement) return element.$parentElement;
    const root = element.$getRootNode();
    return root instanceof ShadowRoot ? root.host : null;
  };
  /** What a box shows: its shadow tree, if it has an open one. */
  const within = (element: HTMLElement) => {
    const { $shadowRoot: shadowRoot } = element;
    const children = [...(shadowRoot?.children ?? [])].filter(
      (child): child is HTMLElement => child instanceof HTMLElement && child.$checkVisibility(),
    );
    const text = shadowRoot ? children.map(textOf).join('') : textOf(element);
    return { text: text.length, media: (shadowRoot ?? element).$querySelectorAll(MEDIA).length };
  };
  const hide = (element: HTMLElement) => {
    element.$style.setProperty('display', 'none', 'important');
  };
  const isPage = (element: Element) => element === body || element === document.documentElement;
  /** Whether a box is so much of the page that hiding it would hide the page. */
  const holdsPage = (element: Element) =>
    isPage(element) || element.$matches(CONTENT) || (element.$shadowRoot ?? element).$querySelector(CONTENT) !== null;
  const position = (element: Element) => getComputedStyle(element).position;
  const floats = (element: Element) => {
    const { position: kind, zIndex } = getComputedStyle(element);
    return kind === 'fixed' || kind === 'sticky' || (kind === 'absolute' && Number(zIndex) >= 10);
  };

  /** Boxes that lie over the page, in the document and in open shadow roots, the inner ones after the outer ones. */
  const candidates: HTMLElement[] = [];
  const collect = (root: Document | ShadowRoot) => {
    for (const element of root.$querySelectorAll<HTMLElement>('*')) {
      if (element.$shadowRoot) collect(element.$shadowRoot);
      if (isPage(element) || !(element instanceof HTMLElement)) continue;
      const dialog =
        element.$matches('dialog[open],[role="dialog"],[role="alertdialog"],[aria-modal="true"],[popover]') ||
        (NAMED.test(nameOf(element)) && !element.$closest(CONTENT));
      if (dialog || floats(element)) candidates.push(element);
    }
  };

  const labelOf = (control: HTMLElement) =>
    (control instanceof HTMLInputElement ? control.value : textOf(control)).replace(/\s+/g, ' ');
  const decides = (control: HTMLElement, { named, inFlow }: { named: boolean; inFlow: boolean }): boolean => {
    // A link in a box in the flow may be to a page about cookies.
    if (inFlow && control.$localName === 'a' && control.$getAttribute('role') !== 'button') return false;
    const label = labelOf(control);
    return label.length > 0 && label.length <= 60 && (ANSWER.test(label) || (named && SETTINGS.test(label)));
  };
  const isFrameOfConsent = (element: HTMLElement): boolean => {
    const frame = element.$localName === 'iframe' ? element : element.$querySelector('iframe');
    if (!frame || textOf(element) !== '') return false;
    return (
      NAMED.test(nameOf(frame)) ||
      /[/.-](?:consent|cmp|privacy-mgmt|cookie)[/.-]/i.test(frame.$getAttribute('src') ?? '')
    );
  };
  const isBanner = (element: HTMLElement): boolean => {
    if (holdsPage(element) || !shows(element)) return false;
    if (isFrameOfConsent(element)) return true;
    const text = textOf(element);
    if (text.length === 0 || text.length > LONGEST || !TOPIC.test(text)) return false;
    // The button that opens the dialog once more.
    if (element.$matches(CONTROLS)) return floats(element) && text.length <= 40;
    const named = NAMED.test(nameOf(element));
    if (!named && (element.$matches('header,nav') || element.$querySelector('nav'))) return false;
    const inFlow = /^(?:static|relative)$/.test(position(element));
    return [...element.$querySelectorAll<HTMLElement>(CONTROLS)].some((control) => decides(control, { named, inFlow }));
  };
  /** The wrapper that has nothing but the banner, its backdrop for example. */
  const whole = (banner: HTMLElement): HTMLElement => {
    const own = within(banner);
    let outer = banner;
    for (
      let parent = parentOf(banner);
      parent instanceof HTMLElement && !holdsPage(parent);
      parent = parentOf(parent)
    ) {
      const { text, media } = within(parent);
      if (text > own.text + 10 || media > own.media) break;
      // Boxes of colour are content too, unless they lie over it as the banner does.
      if ([...parent.$children].some((box) => box !== outer && hasBox(box) && !floats(box))) break;
      outer = parent;
    }
    return outer;
  };

  let found = 0;
  for (const selector of selectors) {
    let matches: readonly HTMLElement[] = [];
    try {
      matches = [...document.querySelectorAll<HTMLElement>(selector)];
    } catch {
      // A selector that this browser does not know.
    }
    for (const element of matches) {
      if (holdsPage(element) || !element.$style || getComputedStyle(element).display === 'none') continue;
      // In the flow of the content the name belongs to something that is written about.
      const above = floats(element) || [...element.$querySelectorAll('*')].slice(0, 100).some(floats);
      const text = textOf(element);
      if (!above && (element.$closest(CONTENT) || (text !== '' && !isBanner(element)))) continue;
      if (text.length > LONGEST) continue;
      if (shows(element)) found += 1;
      hide(element);
    }
  }
  collect(document);
  for (const element of candidates.reverse()) {
    if (!isBanner(element)) continue;
    found += 1;
    hide(whole(element));
  }
  return found;
}
