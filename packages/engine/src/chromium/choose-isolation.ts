import type { FoundBrowser } from './find.ts';
import { type Isolation, isolationCandidates, isolationRemedy, sharesUser } from './isolation.ts';
import { type BrowserProcess, BrowserStartFailed, launchBrowser } from './launch.ts';

/** How little isolation is accepted where the machine does not allow more. */
export interface LeastIsolation {
  /** Whether the browser may run without Chromium's sandbox. */
  readonly allowNoSandbox: boolean;
  /** Whether its main process may have the service's own user, and with it read the service's files. */
  readonly allowSharedUser: boolean;
}

/** The browser starts on this machine, but only with less isolation than is accepted. */
export class IsolationRefused extends BrowserStartFailed {
  /** What it lacks: Chromium's sandbox, or a user that is not the service's own. */
  readonly lacks: 'sandbox' | 'user';
  /** What an operator can do. */
  readonly remedy: string;

  constructor(isolation: Isolation) {
    const lacks = isolation.level === 'none' ? 'sandbox' : 'user';
    super(
      lacks === 'sandbox'
        ? 'this machine runs it without its sandbox only, which is not allowed'
        : "this machine runs it as the service's own user only, so that its main process could read the service's files " +
            '(level "degraded"), which is not allowed',
    );
    this.name = 'IsolationRefused';
    this.lacks = lacks;
    this.remedy = isolationRemedy(isolation.level);
  }
}

/** How the browser starts on this machine, and a browser that was started so. */
export interface ChosenIsolation {
  readonly isolation: Isolation;
  /** It has had no page. Whoever does not use it ends it. */
  readonly browser: BrowserProcess;
}

/**
 * The best level on which the browser starts; a kernel or a container may refuse what looks possible.
 * @throws IsolationRefused, BrowserStartFailed
 */
export async function chooseIsolation(found: FoundBrowser, least: LeastIsolation): Promise<ChosenIsolation> {
  const isAccepted = (isolation: Isolation): boolean =>
    (least.allowNoSandbox || isolation.level !== 'none') && (least.allowSharedUser || !sharesUser(isolation));
  const candidates = isolationCandidates();
  let failure: unknown;
  for (const isolation of candidates.filter(isAccepted)) {
    try {
      return { isolation, browser: await launchBrowser(found, isolation) };
    } catch (error) {
      failure = error;
    }
  }
  // An empty page is safe at any level. It tells a machine that refuses the isolation from a browser that is broken.
  for (const isolation of candidates.filter((candidate) => !isAccepted(candidate))) {
    if (await starts(found, isolation)) throw new IsolationRefused(isolation);
  }
  throw failure instanceof BrowserStartFailed ? failure : new BrowserStartFailed('no way to start it works here');
}

async function starts(found: FoundBrowser, isolation: Isolation): Promise<boolean> {
  try {
    const browser = await launchBrowser(found, isolation);
    browser.kill();
    await browser.exited;
    return true;
  } catch {
    return false;
  }
}
