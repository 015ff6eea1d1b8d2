import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { readStarter } from '../packages/dashboard/src/gallery/from-folder.ts';
import type { FoundBrowser } from '../packages/engine/src/chromium/find.ts';
import { Floor } from './floor.ts';
import type { Service } from './service.ts';

/** What somebody who types in the studio waits for: from the key to the picture that shows it, for templates of the gallery. */

const GALLERY = path.join(import.meta.dirname, '../examples/templates');
/** Keys that are pressed for each template, and what is not counted: the first finds nothing warm. */
const KEYS = 9;
const WARM_UP = 2;
/** Milliseconds that a key may take beside twice the floor: the rest that typing is given, and the way. */
export const BESIDE = 150;
const PASSWORD = 'a long sentence of the bench';

export interface StudioRow {
  readonly name: string;
  /** Milliseconds of the median key. */
  readonly p50: number;
  /** Milliseconds that bare Chromium takes to print the same. */
  readonly floor: number;
}

export async function measureStudio(
  service: Service,
  browser: FoundBrowser,
  names: readonly string[],
): Promise<StudioRow[]> {
  await service.signUp({ name: 'Ada', email: 'ada@example.com', password: PASSWORD });
  const floor = await Floor.start({ browser, contexts: 1 });
  const seen = await chromium.launch({ executablePath: browser.binary, args: ['--no-sandbox'] });
  try {
    const page = await signIn(seen, service.url);
    const rows: StudioRow[] = [];
    for (const name of names) rows.push(await measureTemplate(service, { name, page, floor }));
    return rows;
  } finally {
    await seen.close();
    await floor.close();
  }
}

async function signIn(browser: Browser, url: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.goto('/sign-in?next=/templates');
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'New template' }).first().waitFor();
  return page;
}

interface Measured {
  readonly name: string;
  readonly page: Page;
  readonly floor: Floor;
}

async function measureTemplate(service: Service, { name, page, floor }: Measured): Promise<StudioRow> {
  const { name: _name, ...starter } = readStarter(path.join(GALLERY, name));
  await service.json('/v1/templates', { ...starter, slug: name, name, draft: true });
  const data = JSON.parse(readFileSync(path.join(GALLERY, name, 'data.json'), 'utf8'));
  const html = await service.text(`/v1/templates/${name}@draft.html`, { data });
  await page.goto(`/templates/${name}`);
  await page.getByRole('img', { name: 'Page 1' }).waitFor();
  await page.getByRole('button', { name: 'CSS', exact: true }).click();
  await page.getByRole('textbox', { name: 'CSS' }).click();
  await page.keyboard.press('Control+End');
  // Each digit moves the whole page: no key leaves the picture as it was.
  await page.keyboard.insertText('\nhtml { padding-top: 1px }');
  for (let back = 0; back < ' px }'.length - 1; back += 1) await page.keyboard.press('ArrowLeft');
  await rest(page);
  const keys: number[] = [];
  const prints: number[] = [];
  for (let key = 0; key < KEYS + WARM_UP; key += 1) {
    const took = await oneKey(page);
    const began = performance.now();
    await floor.printPdf(html);
    if (key >= WARM_UP) {
      keys.push(took);
      prints.push(performance.now() - began);
    }
  }
  return { name, p50: median(keys), floor: median(prints) };
}

/** Milliseconds from a key, which is typed in place of the one before, to another picture of the first page. */
async function oneKey(page: Page): Promise<number> {
  await page.keyboard.press('Backspace');
  await rest(page);
  return await pictureAfter(page, '9');
}

/** Until what was typed is saved and drawn. */
async function rest(page: Page): Promise<void> {
  await page.getByText('Saved as draft').waitFor();
  // A drawing begins half a second after the one before.
  await page.waitForTimeout(700);
  await page.getByText('Drawing the pages').waitFor({ state: 'detached' });
}

/** Presses a key. @returns milliseconds to another picture */
async function pictureAfter(page: Page, key: string): Promise<number> {
  // It has to listen before the key is pressed: what is only asked for may come after it.
  const watch = await page.evaluateHandle(() => {
    const image = document.querySelector('img[alt="Page 1"]') as HTMLImageElement;
    const took = new Promise<number>((resolve) => {
      const begin = (): void => {
        const began = performance.now();
        const watcher = new MutationObserver(() => {
          watcher.disconnect();
          void image.decode().then(() => resolve(performance.now() - began));
        });
        watcher.observe(image, { attributes: true, attributeFilter: ['src'] });
      };
      document.addEventListener('keydown', begin, { capture: true, once: true });
    });
    return { took };
  });
  await page.keyboard.press(key);
  return await watch.evaluate(({ took }) => took);
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
