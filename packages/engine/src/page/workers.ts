import { CdpSession } from '../cdp/connection.ts';
import { WORKER_SCRIPT } from './init-script.ts';
import type { Page } from './page.ts';

/**
 * Has workers wait until their clock is one that moves while they compute, as that of the page is. It also makes them
 * known: their work has to be waited for too.
 */
export async function startWorkers(page: Page, session = page.session): Promise<void> {
  session.on('Target.attachedToTarget', ({ sessionId, waitingForDebugger, targetInfo }) => {
    const worker = new CdpSession(session.connection, sessionId);
    if (targetInfo.type.includes('worker')) {
      page.workers.add(worker);
      page.lastWorker = performance.now();
    }
    // Messages are handled in order, so that nothing of these needs its answer; a worker may end at any time.
    const steps = [
      startWorkers(page, worker),
      worker.send('Runtime.evaluate', { expression: WORKER_SCRIPT }),
      ...(waitingForDebugger ? [worker.send('Runtime.runIfWaitingForDebugger')] : []),
    ];
    for (const step of steps) step.catch(() => {});
  });
  await session.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: true });
}
