import { CdpClosed, CdpError, type CdpResult, type CdpSession } from '../cdp/connection.ts';
import { takeLoadedForDecoded } from './in-page/settle.ts';
import { ifNamed, NAMELESS, textForPage, withOwnNames } from './page-text.ts';
import type { Viewport } from './viewport.ts';

/** The page ran away under a call: its document was replaced by a navigation. */
export class PageNavigated extends Error {
  constructor() {
    super('the document was replaced');
    this.name = 'PageNavigated';
  }
}

/** The renderer of the page ended. */
export class PageCrashed extends Error {
  constructor() {
    super('the renderer ended');
    this.name = 'PageCrashed';
  }
}

/** Serializable argument or result of a function that runs in the page. */
export type Json = string | number | boolean | null | undefined | readonly Json[] | { readonly [key: string]: Json };

/** A function that runs in the page, with its arguments; see `Page.call`. */
export interface Script<R> {
  readonly text: string;
  readonly args: readonly Json[];
  /** For the type of what it returns only. */
  readonly returns?: R;
}

export const script = <A extends readonly Json[], R>(run: (...args: A) => R | Promise<R>, ...args: A): Script<R> => ({
  text: textForPage(run),
  args,
});

const WORLD = 'platen';

/**
 * One page of a browser context. Functions run in an isolated world: they see the document, and the page's script
 * cannot see or replace what they use.
 */
export class Page {
  readonly session: CdpSession;
  readonly contextId: string;
  readonly mainFrame: string;
  /** Rejects when the renderer crashes; every wait for the page races with it. */
  readonly crashed: Promise<never>;
  /** Workers that the page has started, those of workers too. */
  readonly workers = new Set<CdpSession>();
  /** When the last of them was started. */
  lastWorker = 0;
  /** Whether no frame of it is drawn. */
  isHidden = false;
  /** Whether its clock was stopped before it was ready, since its time was up. */
  isStopped = false;
  /** Whether its clock was run, or stopped, by us. It never goes by itself again, whatever document comes: see `setClock`. */
  hasRunClock = false;
  /** Whether its session runs no script of documents, and counts the time that they take. */
  isScriptless = false;
  /** Whether what it has shown leaves nothing in its document once that is emptied. */
  leavesNothing = false;
  /** What Chromium answered of declarations in style sheets: the same for each document in no-quirks mode that the page shows. */
  readonly refusals: Map<string, boolean>;
  /** The window that its document began in. */
  begunIn: Viewport | undefined;
  #world: Promise<number> | undefined;
  /** What the browser names the isolated world beside its number, which may be that of another world of the next document. */
  #worldName: { readonly id: number; readonly uniqueId: string } | undefined;
  /** The isolated world in which elements were given the names of `own-names.ts`. */
  #namedWorld: Promise<number> | undefined;
  #crashed = false;

  constructor(session: CdpSession, contextId: string, mainFrame: string, refusals = new Map<string, boolean>()) {
    this.session = session;
    this.refusals = refusals;
    this.contextId = contextId;
    this.mainFrame = mainFrame;
    let crash = (_: Error) => {};
    this.crashed = new Promise<never>((_, reject) => {
      crash = reject;
    });
    this.crashed.catch(() => {});
    const end = () => {
      this.#crashed = true;
      crash(new PageCrashed());
      session.connection.forget(session.id);
    };
    session.on('Inspector.targetCrashed', end);
    session.on('Page.frameNavigated', ({ frame }) => {
      if (frame.parentId === undefined) this.#world = undefined;
    });
    // Told while a job runs, before a world is there for us.
    session.on('Runtime.executionContextCreated', ({ context: { id, name, uniqueId, auxData } }) => {
      if (name === WORLD && auxData?.frameId === mainFrame) this.#worldName = { id, uniqueId };
    });
  }

  get isCrashed(): boolean {
    return this.#crashed;
  }

  /** Leads the page to an address. What runs in it from then on runs in the new document. */
  async navigate(url: string): Promise<CdpResult<'Page.navigate'>> {
    const answer = await this.session.send('Page.navigate', { url });
    // The event that says so may come later.
    this.#world = undefined;
    return answer;
  }

  /**
   * Runs `script` in the isolated world and returns its result. The function is sent as text: it may use its
   * arguments and the page's globals, nothing of its module.
   */
  async call<A extends readonly Json[], R>(script: (...args: A) => R | Promise<R>, ...args: A): Promise<R> {
    return await this.#run<R>(textForPage(script), args);
  }

  /**
   * Runs two scripts, the second right after the first, and returns the result of the second. Between two calls the
   * page would draw a frame, which nobody sees and which takes longer than most scripts.
   */
  async callInTurn<A extends readonly Json[], B extends readonly Json[], R>(
    [first, ...firstArgs]: readonly [(...args: A) => void | Promise<void>, ...A],
    [second, ...secondArgs]: readonly [(...args: B) => R | Promise<R>, ...B],
  ): Promise<R> {
    const declaration = `async function (first, second) {
      await (${textForPage(first)})(...first);
      return (${textForPage(second)})(...second);
    }`;
    return await this.#run<R>(declaration, [firstArgs, secondArgs]);
  }

  /** Runs scripts in their order, and returns the result of each: asking the page once takes less than asking it for each. */
  async callAll<R extends readonly unknown[]>(...scripts: { readonly [I in keyof R]: Script<R[I]> }): Promise<R> {
    const calls = scripts.map(({ text }, index) => `await (${text})(...given[${index}])`);
    const declaration = `async function (...given) { return [${calls.join(',\n')}]; }`;
    return await this.#run<R>(
      declaration,
      scripts.map(({ args }) => args),
    );
  }

  async #run<R>(functionDeclaration: string, args: readonly Json[]): Promise<R> {
    // Chromium never decodes a picture of a page that was hidden before its document came.
    const hidden = `function (...given) { (${textForPage(takeLoadedForDecoded)})(); return (${functionDeclaration})(...given); }`;
    const declaration = this.isHidden ? hidden : functionDeclaration;
    try {
      const world = this.#isolatedWorld();
      const result = world === this.#namedWorld ? await this.#send(world, ifNamed(declaration), args) : NAMELESS;
      // The next document has come: its world may have the number of the last one.
      if (result !== NAMELESS) return result as R;
      const answer = await this.#send(world, withOwnNames(declaration), args);
      this.#namedWorld = world;
      return answer as R;
    } catch (error) {
      throw this.#translate(error);
    }
  }

  async #send(world: Promise<number>, functionDeclaration: string, args: readonly Json[]): Promise<unknown> {
    const id = await world;
    const context =
      this.#worldName?.id === id ? { uniqueContextId: this.#worldName.uniqueId } : { executionContextId: id };
    const { result, exceptionDetails } = await this.session.send('Runtime.callFunctionOn', {
      functionDeclaration,
      arguments: args.map((value) => ({ value })),
      ...context,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails) throw new PageScriptFailed(exceptionDetails.exception?.className ?? 'Error');
    return result.value;
  }

  #isolatedWorld(): Promise<number> {
    this.#world ??= this.session
      .send('Page.createIsolatedWorld', { frameId: this.mainFrame, worldName: WORLD })
      .then(({ executionContextId }) => executionContextId);
    return this.#world;
  }

  #translate(error: unknown): unknown {
    if (this.#crashed && error instanceof CdpClosed) return new PageCrashed();
    if (error instanceof CdpError && /context|navigated|frame/i.test(error.reason)) {
      this.#world = undefined;
      return new PageNavigated();
    }
    return error;
  }
}

/** A function of ours threw in the page; `kind` is the class of what it threw (such as `SyntaxError`). */
class PageScriptFailed extends Error {
  readonly kind: string;

  constructor(kind: string) {
    super(`a script of the engine threw ${kind}`);
    this.name = 'PageScriptFailed';
    this.kind = kind;
  }
}
