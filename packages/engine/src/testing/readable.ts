import { beforeAll } from 'vitest';
import { z } from 'zod';
import { PageFaults } from '../page/faults.ts';
import { Interceptor } from '../page/intercept.ts';
import { type LoadContext, loadInput } from '../page/load.ts';
import { Navigation } from '../page/navigation.ts';
import type { Page } from '../page/page.ts';
import { PendingRequests } from '../page/pending-requests.ts';
import { makeReady } from '../page/ready.ts';
import { Timeout } from '../page/timeout.ts';
import { setViewport } from '../page/viewport.ts';
import { arrange } from '../readable/arrange.ts';
import type { Block } from '../readable/blocks.ts';
import { type Content, choose } from '../readable/choose.ts';
import { extractReadable, type Readable } from '../readable/extract.ts';
import { printMarkdown } from '../readable/print-markdown.ts';
import { printText } from '../readable/print-text.ts';
import { walkPage } from '../readable/walk.ts';
import { markdownFields, readableFields, textFields } from '../request/readable-fields.ts';
import { checkSourceUrl } from '../request/url.ts';
import { sharedBrowser } from './browser.ts';

const VIEWPORT = { width: 1280, height: 1024, scale: 1 };
const TIMEOUT = 20_000;
const options = z.strictObject({ ...readableFields, ...textFields, ...markdownFields });

export interface TestReader {
  read(format: 'text' | 'markdown', html: string, given?: Given): Promise<Readable>;
  text(html: string, given?: Given): Promise<string>;
  markdown(html: string, given?: Given): Promise<string>;
  /** The document read in every way: as text and as Markdown, each with every choice of content. */
  everyWay(html: string, given?: Given): Promise<readonly string[]>;
  /** The document as text of the whole and as Markdown of its main part: for large ones, of which each way takes seconds. */
  twoWays(html: string, given?: Given): Promise<readonly string[]>;
  /** The tree of blocks as the walk returns it. */
  blocks(html: string): Promise<readonly Block[]>;
}

/** Options as a caller writes them, and where the document comes from. */
export interface Given extends Readonly<Record<string, unknown>> {
  readonly inputKind?: 'url' | 'html';
  readonly baseUrl?: string;
}

/** A browser, which the files of a process share, in which documents are loaded and read. Nothing on the network answers. */
export function useReader(): TestReader {
  // Its start is not part of a test.
  beforeAll(async () => {
    await sharedBrowser();
  });

  const withPage = async <T>(
    html: string,
    baseUrl: string | undefined,
    use: (page: Page, broken: boolean) => Promise<T>,
  ): Promise<T> => {
    const browser = await sharedBrowser();
    const tab = await browser.openTab();
    const egress = tab.identity.begin();
    try {
      const faults = new PageFaults(tab.page, egress);
      await load({ page: tab.page, egress }, html, baseUrl);
      return await use(tab.page, faults.broken);
    } finally {
      egress.end();
      await browser.closeTab(tab);
    }
  };
  const read: TestReader['read'] = (format, html, { inputKind = 'html', baseUrl, ...given } = {}) =>
    withPage(html, baseUrl, (page, broken) =>
      extractReadable(page, { format, inputKind, options: options.parse(given), source: html, broken }),
    );
  type Print = (format: 'text' | 'markdown', content: Content) => string;
  const inWays = (html: string, given: Given, ways: (print: Print) => readonly string[]) =>
    withPage(html, undefined, async (page) => {
      const rendered = await walkPage(page, { source: html });
      return ways((format, content) => {
        const chosen = options.parse({ ...given, content });
        const blocks = arrange(choose(rendered, content, 'html').blocks);
        return format === 'text' ? printText(blocks, chosen) : printMarkdown(blocks, rendered.meta, chosen);
      });
    });
  return {
    read,
    text: async (html, given) => (await read('text', html, given)).text,
    markdown: async (html, given) => (await read('markdown', html, given)).text,
    everyWay: (html, given = {}) =>
      inWays(html, given, (print) =>
        (['auto', 'main', 'full'] as const).flatMap((content) => [print('text', content), print('markdown', content)]),
      ),
    twoWays: (html, given = {}) => inWays(html, given, (print) => [print('text', 'auto'), print('markdown', 'main')]),
    blocks: (html) => withPage(html, undefined, async (page) => (await walkPage(page)).blocks),
  };
}

async function load(
  { page, egress }: Pick<LoadContext, 'page'> & Pick<LoadContext['rules'], 'egress'>,
  html: string,
  givenUrl: string | undefined,
): Promise<void> {
  const baseUrl = givenUrl === undefined ? undefined : checkSourceUrl(givenUrl, '/source/base_url');
  const navigation = new Navigation(page);
  const interceptor = new Interceptor(page, baseUrl === undefined ? {} : { serve: { url: baseUrl, html } });
  const rules = { pointer: '/source/html', egress, allowErrorStatus: false };
  const timeout = new Timeout(TIMEOUT);
  const disconnect = () => egress.disconnect();
  const context: LoadContext = {
    page,
    navigation,
    interceptor,
    timeout,
    rules,
    pending: new PendingRequests(page),
    disconnect,
  };
  try {
    await Promise.all([interceptor.start(), setViewport(page, VIEWPORT), page.session.send('Network.enable')]);
    const input = { kind: 'html', html, ...(baseUrl === undefined ? {} : { baseUrl }) } as const;
    const { facts } = await loadInput(context, input, { style: '', lazy: true });
    const scriptFailed = () => {};
    const options = {
      viewport: VIEWPORT,
      style: '',
      hidden: [],
      delay: 0,
      virtualTime: true,
      lazy: true,
      network: 'full',
      scripts: true,
      scriptFailed,
    } as const;
    await makeReady(context, options, facts);
  } finally {
    navigation.stop();
  }
}
