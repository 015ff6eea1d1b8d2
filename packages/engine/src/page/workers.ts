import { CdpSession } from '../cdp/connection.ts';
import { WORKER_SCRIPT } from './init-script.ts';

/**
 * Has workers wait until their clock is one that moves while they compute, as that of the page is. It also makes them
 * known: their work has to be waited for too.
 */
export async function startWorkers(session: CdpSession): Promise<void> {
  session.on('Target.attachedToTarget', ({ sessionId, waitingForDebugger }) => {
    const worker = new CdpSession(session.connection, sessionId);
    // Messages are handled in order, so that nothing of these needs its answer; a worker may end at any time.
    const steps = [
      startWorkers(worker),
      worker.send('Runtime.evaluate', { expression: WORKER_SCRIPT }),
      ...(waitingForDebugger ? [worker.send('Runtime.runIfWaitingForDebugger')] : []),
    ];
    for (const step of steps) step.catch(() => {});
  });
  await session.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: true });
}
