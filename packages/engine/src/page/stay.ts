import type { Page } from './page.ts';

/**
 * Has the documents that the page shows from now on stay, whatever they ask for. To refuse the request of another document is too late for one that
 * is still parsed: Chromium parses no further once a script has begun to leave, and does not go on when that comes to nothing (an answer of 204, a
 * failure, a download). So nothing is begun.
 */
export async function keepDocument({ session }: Page): Promise<void> {
  await session.send('Page.addScriptToEvaluateOnNewDocument', { source: `(${refuseToLeave.toString()})()` });
}

/**
 * Runs in every frame, before any script of it. Forms are looked at apart: the parser stops as soon as one is submitted, before the event of the
 * navigation. What gets past this is refused when it asks the network.
 */
function refuseToLeave(): void {
  const submit = HTMLFormElement.prototype.submit;
  const prevented = Event.prototype.preventDefault;
  // Named like one of its controls, or of its pictures, these are hidden on a form and on the document: see `own-names.ts`.
  const { getAttribute } = Element.prototype;
  const { querySelector } = Document.prototype;
  const read = (element: Element | null | undefined, name: string): string | null =>
    element ? Reflect.apply(getAttribute, element, [name]) : null;
  /** Whether what a form or its button names as its target is the page, not a frame of it. */
  const isPage = (form: HTMLFormElement, button?: Element | null): boolean => {
    const own = read(button, 'formtarget') ?? read(form, 'target');
    const named = own ?? read(Reflect.apply(querySelector, document, ['base[target]']), 'target') ?? '';
    const target = named.toLowerCase();
    if (target === '' || target === '_self') return window === top;
    if (target === '_parent') return parent === top;
    return target === '_top';
  };
  HTMLFormElement.prototype.submit = function () {
    if (!isPage(this)) Reflect.apply(submit, this, []);
  };
  window.addEventListener('submit', (event) => {
    const { target, submitter } = event as SubmitEvent;
    const form = target as HTMLFormElement;
    // A dialog is closed.
    const method = read(submitter, 'formmethod') ?? read(form, 'method');
    if (method?.toLowerCase() !== 'dialog' && isPage(form, submitter)) Reflect.apply(prevented, event, []);
  });
  if (window !== top) return;
  // What the page handles itself does not leave, and it cannot handle what was refused before: so it is asked first.
  const handled = new WeakSet<Event>();
  const { intercept } = NavigateEvent.prototype;
  NavigateEvent.prototype.intercept = function (...given) {
    Reflect.apply(intercept, this, given);
    handled.add(this);
  };
  const refuse = (event: NavigateEvent): void => {
    if (!event.destination.sameDocument && !handled.has(event)) Reflect.apply(prevented, event, []);
  };
  const { addEventListener: add, removeEventListener: remove } = EventTarget.prototype;
  const comeLast = (): void => {
    Reflect.apply(remove, navigation, ['navigate', refuse]);
    Reflect.apply(add, navigation, ['navigate', refuse]);
  };
  comeLast();
  navigation.addEventListener = ((...given: unknown[]) => {
    Reflect.apply(add, navigation, given);
    comeLast();
  }) as typeof navigation.addEventListener;
  const attribute = Object.getOwnPropertyDescriptor(Navigation.prototype, 'onnavigate') as PropertyDescriptor;
  Object.defineProperty(Navigation.prototype, 'onnavigate', {
    ...attribute,
    set(this: unknown, handler: unknown) {
      attribute.set?.call(this, handler);
      comeLast();
    },
  });
}
