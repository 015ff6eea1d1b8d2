import { holdTimersForWork } from './in-page/due-work.ts';
import { keepClockMoving } from './in-page/moving-clock.ts';

/**
 * Runs in every frame of a page before any script of the page. It takes away what would hang or leave the page,
 * and moves animation frames onto timers, which virtual time can run ahead (Chromium draws no frames meanwhile:
 * an animation would stand still at its first one).
 */
function initialize(): void {
  const setTimer = window.setTimeout.bind(window);
  const clearTimer = window.clearTimeout.bind(window);
  const now = performance.now.bind(performance);
  const FRAME = 16;
  let lastFrame = 0;
  window.requestAnimationFrame = (callback) => {
    // Callbacks that are asked for in one frame share its time, as the specification has it.
    const due = Math.max(lastFrame + FRAME, now());
    const wait = Math.max(0, due - now());
    return setTimer(() => {
      lastFrame = Math.max(lastFrame, due);
      callback(now());
    }, wait || FRAME) as unknown as number;
  };
  window.cancelAnimationFrame = (handle) => clearTimer(handle);

  // A picture or print is made when the frame that drew it is over, and its pixels are given up otherwise.
  const { getContext } = HTMLCanvasElement.prototype;
  HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, kind: string, given?: object) {
    const kept = /webgl/.test(kind) ? { ...given, preserveDrawingBuffer: true } : given;
    return Reflect.apply(getContext, this, kept === undefined ? [kind] : [kind, kept]);
  } as typeof getContext;

  // What is in closed shadow roots is read, measured and printed like the rest: they are closed to the page only.
  const closed = new WeakSet<ShadowRoot>();
  const { attachShadow } = Element.prototype;
  Element.prototype.attachShadow = function (this: Element, init: ShadowRootInit) {
    if (init?.mode !== 'closed') return Reflect.apply(attachShadow, this, [init]);
    const root = Reflect.apply(attachShadow, this, [{ ...init, mode: 'open' }]);
    closed.add(root);
    return root;
  };
  const mask = <T extends object>(
    prototype: T,
    name: string,
    see: (value: unknown, owner: unknown) => unknown,
  ): void => {
    const native = Object.getOwnPropertyDescriptor(prototype, name) as { get: () => unknown } & PropertyDescriptor;
    const get = function (this: unknown) {
      return see(Reflect.apply(native.get, this, []), this);
    };
    Object.defineProperty(prototype, name, { ...native, get });
  };
  mask(Element.prototype, 'shadowRoot', (root) => (closed.has(root as ShadowRoot) ? null : root));
  mask(ShadowRoot.prototype, 'mode', (mode, root) => (closed.has(root as ShadowRoot) ? 'closed' : mode));

  window.alert = () => {};
  window.confirm = () => false;
  window.prompt = () => null;
  window.print = () => {};
  window.open = () => null;
  window.close = () => {};
  // A document that is stopped before its body begins is never drawn, whatever is put into it later: its picture would be waited for until time is up.
  const stop = window.stop.bind(window);
  window.stop = () => {
    if (document.body) stop();
  };
  // Behind the document lies only the empty page that it was opened in.
  History.prototype.back = () => {};
  History.prototype.forward = () => {};
  History.prototype.go = () => {};
  if (typeof ServiceWorkerContainer !== 'undefined') {
    ServiceWorkerContainer.prototype.register = () =>
      Promise.reject(new DOMException('Service workers are off', 'SecurityError'));
  }
  // What a page logs is content of the document: nobody reads it, and a flood of it would cost.
  for (const [name, member] of Object.entries(console)) {
    if (typeof member === 'function') Reflect.set(console, name, () => {});
  }
}

/** The part of the script that workers need. */
export const WORKER_SCRIPT = [keepClockMoving, holdTimersForWork].map((script) => `(${script.toString()})()`).join(';');
export const INIT_SCRIPT = `${WORKER_SCRIPT};(${initialize.toString()})()`;
