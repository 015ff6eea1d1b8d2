import type { Page } from './page.ts';
import { textForPage, withOwnNames } from './page-text.ts';

/** Frames whose encoding is looked at. */
const MOST_FRAMES = 50;

/**
 * Finds documents that Chromium read in another encoding than their own. It takes a page that names none for one of
 * its bytes' usual encoding, and never for UTF-8, which most of them are.
 */
export class Encodings {
  readonly #page: Page;
  readonly #undeclared = new Map<string, string>();
  readonly #stop: () => void;

  constructor(page: Page) {
    this.#page = page;
    this.#stop = page.session.on('Network.responseReceived', ({ type, frameId, response }) => {
      if (type !== 'Document' || frameId === undefined) return;
      const isUndeclared = response.mimeType === 'text/html' && !response.charset && response.status < 400;
      if (isUndeclared && this.#undeclared.size < MOST_FRAMES) this.#undeclared.set(frameId, response.url);
      else this.#undeclared.delete(frameId);
    });
  }

  /** Frames whose text looks like UTF-8 that was read as something else, with their addresses. */
  async misread(): Promise<ReadonlyMap<string, string>> {
    const found = await Promise.all(
      [...this.#undeclared].map(async ([frame, url]) =>
        (await this.#looksMisread(frame)) ? [[frame, url] as const] : [],
      ),
    );
    return new Map(found.flat());
  }

  stop(): void {
    this.#stop();
  }

  async #looksMisread(frameId: string): Promise<boolean> {
    const { session } = this.#page;
    try {
      const { executionContextId } = await session.send('Page.createIsolatedWorld', {
        frameId,
        worldName: 'platen-text',
      });
      const { result } = await session.send('Runtime.callFunctionOn', {
        functionDeclaration: withOwnNames(textForPage(looksMisread)),
        executionContextId,
        returnByValue: true,
      });
      return result.value === true;
    } catch {
      // The frame has gone or left.
      return false;
    }
  }
}

/** Runs in the page. Legacy encodings make two or more characters of one that has several bytes in UTF-8. */
function looksMisread(): boolean {
  if (document.characterSet === 'UTF-8' || document.contentType !== 'text/html') return false;
  if (document.querySelector('meta[charset],meta[http-equiv="content-type" i][content*="charset" i]')) return false;
  const text = document.documentElement?.$textContent ?? '';
  if (document.characterSet !== 'windows-1252') return /[^\0-\x7f]/.test(text);
  // The first byte of a character, then one of those that follow, as windows-1252 has them.
  return /[\xc2-\xf4][\x80-\xbf\u20ac\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u017d\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u017e\u0178]/.test(
    text,
  );
}
