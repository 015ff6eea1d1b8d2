import { type Fields, refused, unsupported } from '../values.ts';

/** What a request of Browserless waits for in the page. */

/** As it was sent; times are in milliseconds. */
export interface WaitedFor {
  readonly condition?: { readonly code: string; readonly timeout?: number };
  readonly awaited?: { readonly selector?: unknown; readonly state: string; readonly timeout?: number };
}

interface Conditions {
  /** What we wait for ourselves. */
  readonly selector?: Fields;
  /** An expression, or a function: waited for by script in the page. */
  readonly code?: string;
}

/** The function that waits for it. */
const NAME = 'platenCondition';
/** Milliseconds that somebody waits who takes the page as it is then: a moment less than what is an error here. */
const LONGEST = 29_000;

/** @param isBest whether a page is taken as it is when what is waited for does not come */
export function conditionsOf({ condition, awaited }: WaitedFor, isBest: boolean, withoutScript: boolean): Conditions {
  if (!isBest) {
    const { timeout, ...selector } = awaited ?? {};
    return {
      ...(awaited ? { selector: { ...selector, ...(timeout === undefined ? {} : { timeout: timeout / 1_000 }) } } : {}),
      ...(condition ? { code: condition.code } : {}),
    };
  }
  if (!(condition || awaited)) return {};
  if (withoutScript)
    throw unsupported('bestAttempt', 'beside "setJavaScriptEnabled", nothing is waited for in the page.');
  if (awaited && typeof awaited.selector !== 'string') throw refused('waitForSelector.selector', 'has to be text.');
  const codes = [
    ...(awaited ? [within(stateOf(awaited), awaited.timeout)] : []),
    ...(condition ? [within(called(condition.code), condition.timeout)] : []),
  ];
  return {
    code: `async () => { ${codes.map((code) => `if (!await (${code})()) return false;`).join(' ')} return true; }`,
  };
}

const stateOf = ({ selector, state }: NonNullable<WaitedFor['awaited']>): string => `() => {
    const element = document.querySelector(${JSON.stringify(String(selector))});
    if ('${state}' === 'attached') return element !== null;
    const box = element?.getBoundingClientRect();
    const seen = box && box.width > 0 && box.height > 0 && getComputedStyle(element).visibility === 'visible';
    return '${state}' === 'hidden' ? !seen : Boolean(seen);
  }`;

/** One that throws has not come true yet: what it names may still have to be made. */
const called = (code: string): string =>
  `async () => { try { const found = (${code}\n); return Boolean(await (typeof found === 'function' ? found() : found)); } catch { return false; } }`;

/** True also when the time is over. The time of each begins when the script comes into the page, as there. */
const within = (code: string, timeout = LONGEST): string =>
  `async () => performance.now() > begun + ${Math.min(timeout, LONGEST)} || await (${code})()`;

/** The script that a condition needs, and the field of ours that waits for it. */
export function waitingFor(code: string | undefined): { readonly codes: readonly string[]; readonly fields: Fields } {
  if (code === undefined) return { codes: [], fields: {} };
  const script = `{ const begun = performance.now(); globalThis.${NAME} = ${called(code)}; }`;
  return { codes: [script], fields: { wait_for: NAME } };
}
