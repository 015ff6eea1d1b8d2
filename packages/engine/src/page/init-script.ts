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

  window.alert = () => {};
  window.confirm = () => false;
  window.prompt = () => null;
  window.print = () => {};
  window.open = () => null;
  window.close = () => {};
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

export const INIT_SCRIPT = `(${keepClockMoving.toString()})();(${initialize.toString()})()`;
/** The part of it that workers need. */
export const WORKER_SCRIPT = `(${keepClockMoving.toString()})()`;
