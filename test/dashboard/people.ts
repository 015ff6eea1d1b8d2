import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { findBrowser } from '@platen/engine';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { shared } from '../../packages/engine/src/testing/shared.ts';
import type { Browser as Caller } from '../../packages/server/src/testing/browser.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** A folder that pictures of all pages are put into, for people to look at. Default: none are taken. */
const PICTURES = process.env.PLATEN_PICTURES;

/** What axe looks for: WCAG 2.2 AA and what it advises. */
const RULES = {
  type: 'tag' as const,
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
};
/** What of it depends on colors: the rest is the same in the second theme of a width. */
const OF_COLORS = { type: 'rule' as const, values: ['color-contrast', 'link-in-text-block'] };

/**
 * What depends on what is laid out and shown: colors, sizes, and the names of what has lost its text. The rest is of the
 * elements, which are the same in the second width.
 */
const OF_LAYOUT = {
  type: 'rule' as const,
  values: [
    ...[...OF_COLORS.values, 'target-size', 'scrollable-region-focusable', 'region', 'bypass', 'skip-link'],
    ...['landmark-one-main', 'page-has-heading-one', 'heading-order', 'empty-heading', 'empty-table-header'],
    ...['button-name', 'link-name', 'label', 'label-title-only', 'label-content-name-mismatch', 'select-name'],
    ...['image-alt', 'role-img-alt', 'svg-img-alt', 'summary-name', 'aria-command-name', 'aria-input-field-name'],
    ...['aria-toggle-field-name', 'aria-dialog-name', 'aria-tooltip-name', 'aria-meter-name', 'aria-progressbar-name'],
  ],
};

/** Each night every part of every page is looked at, by every rule. */
const EVERYTHING = process.env.PLATEN_TEST_ALL === '1';

/** Parts of pages that axe has found well in a width and a theme: what stands around each page, and what is behind a dialog. */
const known = new Set<string>();

/** The widths and themes that pages are looked at in; `script/test --all` has every page in each of them. */
export const VIEWS = [
  { width: 1280, theme: 'light' },
  { width: 1280, theme: 'dark' },
  { width: 360, theme: 'light' },
  { width: 360, theme: 'dark' },
] as const;
export type View = (typeof VIEWS)[number];
/** Both widths and both themes, once: what is laid out wrong depends on the width, and a color on the theme. */
export const TWO_VIEWS: readonly View[] = [VIEWS[0], VIEWS[3]];

let isBuilt = false;
/** Builds the dashboard, unless what is there was made from the same sources. Files that share a process do so once. */
export function buildDashboard(): void {
  if (isBuilt) return;
  execFileSync(process.execPath, ['packages/dashboard/build.ts'], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  isBuilt = true;
}

/** The browser that the engine would use, as somebody in front of it has it: one for all files of a process. */
export const openBrowser = shared<Browser>({
  start: () =>
    chromium.launch({ executablePath: findBrowser(process.env.PLATEN_CHROME).binary, args: ['--no-sandbox'] }),
  isGone: (browser) => !browser.isConnected(),
  end: (browser) => browser.close(),
});

/** Somebody at a browser. What their pages were refused by the policy, and what was thrown in them, is kept. */
export class Person {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly faults: string[] = [];
  readonly #url: string;

  private constructor(context: BrowserContext, { page, url }: { readonly page: Page; readonly url: string }) {
    this.#url = url;
    this.context = context;
    this.page = page;
    page.on('pageerror', (error) => this.faults.push(`thrown: ${error.message}`));
    page.on('dialog', (dialog) => {
      this.faults.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on('console', (message) => {
      if (/content security policy|trusted ?type/i.test(message.text())) this.faults.push(message.text());
    });
  }

  static async at(browser: Browser, url: string): Promise<Person> {
    const context = await browser.newContext({
      baseURL: url,
      viewport: { width: 1280, height: 800 },
      reducedMotion: 'reduce',
    });
    // For what never comes: a page may take long where eight test files share two cores.
    context.setDefaultTimeout(120_000);
    return new Person(context, { page: await context.newPage(), url });
  }

  /** Has the session of a caller who has signed in, in place of their own. */
  async takeSession({ cookies }: Pick<Caller, 'cookies'>): Promise<void> {
    await this.context.clearCookies();
    await this.context.addCookies([...cookies].map(([name, value]) => ({ name, value, url: this.#url })));
  }

  /** Presses Tab until the element with this name has the focus, as somebody without a mouse does. */
  async tabTo(name: string | RegExp, most = 80): Promise<void> {
    const seen: string[] = [];
    for (let pressed = 0; pressed < most; pressed += 1) {
      await this.page.keyboard.press('Tab');
      const focused = await this.page.evaluate(() => {
        const element = document.activeElement as (HTMLElement & { labels?: NodeListOf<HTMLElement> | null }) | null;
        return (
          element?.getAttribute('aria-label') ??
          element?.labels?.[0]?.textContent ??
          element?.textContent ??
          ''
        ).trim();
      });
      seen.push(focused);
      if (typeof name === 'string' ? focused === name : name.test(focused)) return;
    }
    throw new Error(`Tab never came to ${name}; it came to: ${seen.join(' | ')}`);
  }

  /** Leaves a field empty of what it has, and types. */
  async type(text: string): Promise<void> {
    await this.page.keyboard.press('Control+A');
    await this.page.keyboard.type(text);
  }

  /** Puts a picture of the page into the folder, if pictures are taken. Keys are covered. */
  async picture(name: string): Promise<void> {
    if (!PICTURES) return;
    const mask = [this.page.getByText(/^plk_/)];
    await this.page.screenshot({ path: path.join(PICTURES, `${name}.png`), mask, maskColor: '#8b93a7' });
  }

  /**
   * What axe finds of WCAG 2.2 AA in the page as it is; whether it is wider than the window; and
   * what can be done in a table and stands beside the window.
   * @param views the widths and themes that it is looked at in; default: both of each, once
   */
  async accessibilityFaults(name: string, views: readonly View[] = TWO_VIEWS): Promise<string[]> {
    const found: string[] = [];
    const widths = new Set<number>();
    for (const { width, theme } of views) {
      await this.page.setViewportSize({ width, height: 800 });
      // Two frames later all of the page has the colors of the theme: one that is asked before has those of the other.
      await this.page.evaluate(async (value) => {
        document.documentElement.dataset.theme = value;
        for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
      }, theme);
      await this.picture(`${name.replaceAll(/[^a-z]+/gi, '-')}-${width}-${theme}`);
      const rules = rulesFor({ width, widths });
      const parts = (await this.parts()).map((part) => `${rules.values[0]} ${width} ${theme} ${part}`);
      const violations = parts.every((part) => known.has(part))
        ? []
        : await this.#violations(
            rules,
            parts.flatMap((part, index) => (known.has(part) ? [index] : [])),
          );
      if (violations.length === 0 && !EVERYTHING) for (const part of parts) known.add(part);
      widths.add(width);
      found.push(...violations.map((violation) => `${name}, ${width} px, ${theme}: ${violation}`));
      const overflow = await this.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      if (overflow > 0) found.push(`${name}, ${width} px: ${overflow} px wider than the window`);
      const aside = await this.page.evaluate(() =>
        [...document.querySelectorAll('table :is(button, select, a)')]
          .filter((act) => act.getBoundingClientRect().right > window.innerWidth)
          .map((act) => act.textContent),
      );
      if (aside.length > 0) found.push(`${name}, ${width} px: reached by scrolling aside only: ${aside.join(', ')}`);
    }
    await this.page.setViewportSize({ width: 1280, height: 800 });
    await this.page.evaluate(() => delete document.documentElement.dataset.theme);
    return found;
  }

  /**
   * The parts of the page, from the first to the last: what stands around its main content, the pieces of that, dialogs. Each as
   * it is written, with what it stands in: without names that React makes, addresses of people, numbers in its texts, and
   * the mark of the page that is open.
   */
  async parts(): Promise<string[]> {
    const written = await this.page.evaluate(() => {
      const LARGE = 'main, dialog, [role=dialog]';
      const isLarge = (element: Element) => element.querySelector(LARGE) !== null || element.matches('main');
      const isOnlyInMain = ({ parentElement: around }: Element) =>
        around?.matches('main') && around.children.length === 1;
      const split = (element: Element): Element[] =>
        element.children.length > 0 && (isLarge(element) || isOnlyInMain(element))
          ? [...element.children].flatMap(split)
          : [element];
      const elements = [...document.body.children].flatMap(split);
      Object.assign(globalThis, { parts: elements });
      return elements.map((element) => {
        const copy = element.cloneNode(true) as Element;
        for (const link of copy.querySelectorAll('nav a')) {
          for (const name of ['aria-current', 'class', 'data-status']) link.removeAttribute(name);
        }
        let text = copy.outerHTML;
        for (let around = element.parentElement; around; around = around.parentElement) {
          text = (around.cloneNode() as Element).outerHTML + text;
        }
        return (
          text
            .replaceAll(/[_:«]r_?[\da-z]+[_:»]/g, '')
            .replaceAll(/[\w-]+@example\.com/g, '@')
            // Texts and titles: a quarter of a second, or how long ago something was.
            .replaceAll(/(?<=>|title=")[^<"]+/g, (words) => words.replaceAll(/\d+(?: (?:second|minute)s? ago)?/g, '0'))
        );
      });
    });
    return written.map((part) => hash('sha256', part, 'base64'));
  }

  /** @param without numbers of parts, of the last call of `parts`, that are known */
  async #violations(rules: Rules, without: readonly number[]): Promise<string[]> {
    if (!(await this.page.evaluate(() => 'axe' in globalThis))) await this.page.evaluate(AXE);
    return await this.page.evaluate(
      async ([only, numbers]) => {
        const { axe, parts } = globalThis as unknown as { axe: typeof import('axe-core'); parts: readonly Element[] };
        const exclude = numbers.map((number) => parts[number] as Element);
        const { violations } = await axe.run(
          { include: [document], exclude },
          { runOnly: only, resultTypes: ['violations'] },
        );
        return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' ; ')}`);
      },
      [rules, without] as const,
    );
  }
}

type Rules = typeof RULES | typeof OF_COLORS;

/** @param widths those that the page was looked at in before */
function rulesFor({ width, widths }: { readonly width: number; readonly widths: ReadonlySet<number> }): Rules {
  if (EVERYTHING || widths.size === 0) return RULES;
  return widths.has(width) ? OF_COLORS : OF_LAYOUT;
}
