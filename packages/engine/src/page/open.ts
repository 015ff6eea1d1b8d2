import { type CdpConnection, CdpSession } from '../cdp/connection.ts';
import { isEmpty, untilLoaded } from './in-page/document.ts';
import { INIT_SCRIPT } from './init-script.ts';
import { Page } from './page.ts';
import { boundStorage } from './storage-quota.ts';
import { metricsOf, openedIn, type Viewport } from './viewport.ts';

/**
 * The address of a document that was given as HTML. The name can never exist (RFC 2606), and https makes the page
 * a secure context. A real origin, unlike about:blank or a data: page, keeps relative links and storage working.
 */
export const DOCUMENT_ORIGIN = 'https://document.platen.invalid';
const EMPTY_DOCUMENT = Buffer.from('<!doctype html><meta charset="utf-8">').toString('base64');

/** The window a page starts with: the content width of A4 with the default margins, so that the common case needs no change. */
export const DEFAULT_VIEWPORT = { width: 717, height: 1046 } as const;
const USUAL: Viewport = { ...DEFAULT_VIEWPORT, scale: 1 };

/**
 * Has the pages of a browser wait, from now on, until what they begin with is set, so that they begin at the address of documents: to
 * navigate there from an empty page takes as much as a short document does. For the headless shell: Chrome with windows asks for the
 * address before it may be answered here, five times of six.
 */
export async function pauseNewPages(connection: CdpConnection): Promise<void> {
  const filter = [{ type: 'page' }];
  await connection.send('Target.setAutoAttach', {
    autoAttach: true,
    waitForDebuggerOnStart: true,
    flatten: true,
    filter,
  });
}

export interface OpenOptions {
  /** Loopback port of the egress identity that all traffic of the context goes through. */
  readonly proxyPort: number;
  /** Whether new pages of the browser wait: see `pauseNewPages`. */
  readonly isWaiting: boolean;
}

/** Opens a page in a fresh browser context, ready for a document to be written into it. */
export async function openPage(connection: CdpConnection, { proxyPort, isWaiting }: OpenOptions): Promise<Page> {
  const { browserContextId } = await connection.send('Target.createBrowserContext', {
    disposeOnDetach: true,
    proxyServer: `http://127.0.0.1:${proxyPort}`,
    proxyBypassList: '<-loopback>',
  });
  let attached = '';
  const stopListening = connection.on('Target.attachedToTarget', ({ targetInfo, sessionId }) => {
    if (targetInfo.browserContextId === browserContextId) attached = sessionId;
  });
  try {
    const url = isWaiting ? `${DOCUMENT_ORIGIN}/` : 'about:blank';
    // The browser handles messages in order: what does not need an answer is not waited for one by one.
    const [, { targetId }] = await Promise.all([
      connection.send('Browser.setDownloadBehavior', { behavior: 'deny', browserContextId }),
      connection.send('Target.createTarget', { url, browserContextId }),
    ]);
    if (!isWaiting) await connection.send('Target.attachToTarget', { targetId, flatten: true });
    // The browser says so before it answers.
    if (attached === '') throw new Error('the page is not attached');
    const page = new Page(new CdpSession(connection, attached), browserContextId, targetId);
    await showEmptyDocument(page, { isWaiting });
    return page;
  } catch (error) {
    connection.send('Target.disposeBrowserContext', { browserContextId }).catch(() => {});
    throw error;
  } finally {
    stopListening();
  }
}

/**
 * Takes its document away from a page while the settings that it was laid out with still stand. With others it might be laid out in another way, which may
 * take for ever, or ask for files.
 */
export async function emptyPage(page: Page): Promise<void> {
  await page.call(() => {
    document.open();
    document.write('<!doctype html><meta charset="utf-8">');
    document.close();
    document.adoptedStyleSheets = [];
  });
}

/**
 * Makes a page empty that has shown a document without script: the DevTools session ends, and with it all that it had
 * set; a new one opens the empty document, which ends the old one with all that was in it. The next one has no script either.
 * @param inPlace whether the document stays, which was emptied: what is navigated costs a third of what a short document does
 * @throws when the page is not as empty as a new one
 */
export async function reopenPage(
  { session: { connection, id }, contextId, mainFrame, isHidden, begunIn, refusals }: Page,
  inPlace = false,
): Promise<Page> {
  connection.forget(id);
  // The browser handles messages in order: the old session has ended before the new one begins.
  const [, { sessionId }] = await Promise.all([
    connection.send('Target.detachFromTarget', { sessionId: id }),
    connection.send('Target.attachToTarget', { targetId: mainFrame, flatten: true }),
  ]);
  const page = new Page(new CdpSession(connection, sessionId), contextId, mainFrame, refusals);
  page.isHidden = isHidden;
  // The next document is often like the last: to be given its window only when it comes takes a short one a tenth of its time.
  const window = isHidden ? begunIn : undefined;
  await (inPlace ? configure(page, window) : showEmptyDocument(page, { window }));
  // Here, and not when its next document comes, which would wait for it.
  const [empty] = await Promise.all([page.call(isEmpty), runNoScript(page)]);
  if (!empty) throw new Error('the page is not empty');
  return page;
}

/**
 * Hides the page: it is not drawn until it is closed, which takes a quarter of what a short document costs. Its script would see that, and animations stand
 * still. Pages that are frozen are hidden; one that goes on is not shown again.
 */
export async function hidePage(page: Page): Promise<void> {
  const { session } = page;
  if (page.isHidden) return;
  page.isHidden = true;
  await Promise.all([
    session.send('Page.setWebLifecycleState', { state: 'frozen' }),
    session.send('Page.setWebLifecycleState', { state: 'active' }),
  ]);
}

/**
 * Shows a hidden page, for as long as its DevTools session lasts: its frames are drawn, and what moves begins to. It seems to have the focus, as a page that
 * was never hidden does.
 */
export async function showPage(page: Page): Promise<void> {
  if (!page.isHidden) return;
  await page.session.send('Emulation.setFocusEmulationEnabled', { enabled: true });
  page.isHidden = false;
}

/** Switches off the script of documents for as long as the session lasts, and counts the time that the page takes of the processor from now on. */
export async function runNoScript(page: Page): Promise<void> {
  const { session } = page;
  if (page.isScriptless) return;
  page.isScriptless = true;
  await Promise.all([
    session.send('Performance.enable'),
    session.send('Emulation.setScriptExecutionDisabled', { value: true }),
  ]);
}

/** Milliseconds that the page has taken of the processor since `runNoScript`, in its main thread. */
export async function timeUsed({ session }: Page): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  const seconds = metrics.find(({ name }) => name === 'ThreadTime')?.value;
  if (seconds === undefined) throw new Error('the page does not tell its time');
  return seconds * 1_000;
}

/** What each session of a page begins with. */
async function configure(page: Page, window = USUAL): Promise<void> {
  const { session } = page;
  if (window !== USUAL) openedIn(page, window);
  session.on('Page.javascriptDialogOpening', () => {
    session.send('Page.handleJavaScriptDialog', { accept: false }).catch(() => {});
  });
  boundStorage(page);
  await Promise.all([
    session.send('Inspector.enable'),
    session.send('Page.enable'),
    session.send('Page.addScriptToEvaluateOnNewDocument', { source: INIT_SCRIPT }),
    session.send('Emulation.setEmulatedMedia', { media: 'screen' }),
    session.send('Emulation.setDeviceMetricsOverride', metricsOf(window)),
  ]);
}

/** @param isWaiting whether the page asks for the address of documents as soon as it may go on; else it is navigated there. Default false */
async function showEmptyDocument(
  page: Page,
  { isWaiting = false, window }: { readonly isWaiting?: boolean; readonly window?: Viewport | undefined },
): Promise<void> {
  const { session } = page;
  const stopServing = serveEmptyDocument(page);
  const configured = configure(page, window);
  // Reported below, where it is waited for.
  configured.catch(() => {});
  await session.send('Fetch.enable', { patterns: [{ urlPattern: `${DOCUMENT_ORIGIN}/*` }] });
  let isShown = false;
  if (isWaiting) {
    // A page that waits answers the rest when it goes on, and does it before.
    const shown = session.next('Page.frameNavigated');
    const [{ frame }] = await Promise.all([shown, configured, session.send('Runtime.runIfWaitingForDebugger')]);
    // The network knows no such address.
    isShown = frame.unreachableUrl === undefined;
  }
  // Not before: the renderer has to know the script and report events when the document comes.
  await configured;
  if (!isShown) await page.navigate(`${DOCUMENT_ORIGIN}/`);
  await page.call(untilLoaded);
  stopServing();
  await Promise.all([session.send('Fetch.disable'), session.send('Page.resetNavigationHistory')]);
}

function serveEmptyDocument({ session }: Page): () => void {
  return session.on('Fetch.requestPaused', ({ requestId }) => {
    session
      .send('Fetch.fulfillRequest', {
        requestId,
        responseCode: 200,
        responseHeaders: [{ name: 'content-type', value: 'text/html; charset=utf-8' }],
        body: EMPTY_DOCUMENT,
      })
      .catch(() => {});
  });
}
