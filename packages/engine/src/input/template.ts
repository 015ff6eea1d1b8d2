import { EngineError } from '../errors.ts';
import { keepSpareProcess, type TemplateProcess, takeProcess } from './template-process.ts';
import { FAULT_LENGTH, LIMIT_FAULTS, TEMPLATE_LIMITS, type TemplateJob } from './template-protocol.ts';
import { inTurn } from './template-turns.ts';

export interface TemplateRequest {
  /** Liquid template; what it prints is escaped for HTML unless `| raw` says otherwise. */
  readonly template: string;
  /** Variables of the template: anything that JSON can say. Never parsed as a template. */
  readonly data: Record<string, unknown>;
  /** Ends the render; the promise rejects with `canceled`. */
  readonly signal?: AbortSignal | undefined;
}

const fault = (message: string): EngineError =>
  new EngineError('template_error', message.slice(0, FAULT_LENGTH), { pointer: '/source/html' });
const canceled = (): EngineError => new EngineError('canceled', 'The caller canceled the conversion.');
const notStarted = (cause?: unknown): EngineError =>
  new EngineError('capacity', 'The renderer of templates could not be started. Try again.', {
    retryAfterSeconds: 1,
    cause,
  });

/**
 * Runs `expire` after `ms`, but not before the answers that have arrived by then are read: a busy process would
 * otherwise take its own delay for the child's.
 */
function deadline(ms: number, expire: () => void): NodeJS.Timeout {
  return setTimeout(() => setImmediate(expire), ms);
}

/** The document in the answer of a child, or the error it stands for. A child is not trusted to keep the protocol. */
function readAnswer(answer: unknown): string | EngineError {
  const { html, fault: message } = { ...(answer as { html?: unknown; fault?: unknown } | null) };
  if (typeof html !== 'string') return fault(typeof message === 'string' ? message : LIMIT_FAULTS.memory);
  return Buffer.byteLength(html) > TEMPLATE_LIMITS.outputBytes ? fault(LIMIT_FAULTS.output) : html;
}

/** Gives the job to a child and ends the child, whatever comes of it. */
function runJob({ child, ready }: TemplateProcess, job: TemplateJob, signal: AbortSignal | undefined): Promise<string> {
  return new Promise((resolve, reject) => {
    let settled = false;
    const settle = (outcome: string | EngineError) => {
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      signal?.removeEventListener('abort', cancel);
      child.removeListener('message', onAnswer).removeListener('exit', onExit);
      child.kill('SIGKILL');
      if (typeof outcome === 'string') resolve(outcome);
      else reject(outcome);
    };
    const cancel = () => settle(canceled());
    const onAnswer = (answer: unknown) => settle(readAnswer(answer));
    // A child that runs out of heap ends without a word.
    const onExit = () => settle(fault(LIMIT_FAULTS.memory));
    const send = () => {
      if (settled) return;
      clearTimeout(timer);
      timer = deadline(TEMPLATE_LIMITS.renderMs, () => settle(fault(LIMIT_FAULTS.time)));
      child.on('message', onAnswer).on('exit', onExit);
      try {
        // A child that is gone already is noticed by its exit.
        child.send(job, () => undefined);
      } catch {
        settle(fault('The data cannot be written as JSON: it is nested too deeply or refers to itself.'));
      }
    };
    let timer = deadline(TEMPLATE_LIMITS.startMs, () => settle(notStarted()));
    signal?.addEventListener('abort', cancel, { once: true });
    ready.then(send, () => settle(notStarted()));
  });
}

/**
 * Renders a Liquid template with data, in a child process of its own that has no permissions and is ended afterwards.
 *
 * Limits: 500 kB of template, 1 s, 50 MB of memory, 20 MB of output. As many renders run at once as there are cores;
 * others wait.
 *
 * @throws EngineError `template_error` when the template is wrong or passes a limit; the message names the line and
 * column where it can, and never holds a value of the data. `canceled` when `signal` aborts. `capacity` when no child
 * can be started within 5 s, which is not the template's fault.
 */
export async function renderTemplate({ template, data, signal }: TemplateRequest): Promise<string> {
  if (signal?.aborted) throw canceled();
  if (Buffer.byteLength(template) > TEMPLATE_LIMITS.templateBytes) throw fault(LIMIT_FAULTS.template);
  try {
    const render = () => runJob(takeProcess(), { template, data }, signal);
    return await inTurn(render, { signal, onIdle: keepSpareProcess });
  } catch (error) {
    if (error instanceof EngineError) throw error;
    throw signal?.aborted ? canceled() : notStarted(error);
  }
}
