import type { Engine } from '@platen/engine';
import type { Backend } from '@platen/mcp';
import type { Terminal } from './command.ts';
import { GROUP, startLocalEngine } from './local-engine.ts';
import { SERVICE_OPTIONS, serviceOf } from './service-options.ts';

export const MCP_OPTIONS = {
  server: { ...SERVICE_OPTIONS.server, help: 'work by a service (default: the browser of this machine)' },
  key: SERVICE_OPTIONS.key,
  'key-file': SERVICE_OPTIONS['key-file'],
  allow: {
    type: 'string',
    multiple: true,
    value: 'HOST',
    help: 'host, host:port or range that pages may reach beside public addresses',
  },
} as const;

interface Given {
  readonly server?: string;
  readonly key?: string;
  readonly 'key-file'?: string;
  readonly allow?: readonly string[];
}

/**
 * Speaks the Model Context Protocol on standard input and output until the client ends it.
 * @throws UsageError
 */
export async function serveMcp({ allow = [], ...given }: Given, terminal: Terminal): Promise<number> {
  const { overClient, serveStdio } = await import('@platen/mcp');
  let engine: Engine | undefined;
  let backend: Backend;
  if (given.server === undefined) {
    engine = await startLocalEngine(allow, terminal);
    backend = await localBackend(engine);
  } else {
    const { Platen } = await import('@platen/client');
    backend = overClient(new Platen(serviceOf(given)));
  }
  const ended = Promise.withResolvers<void>();
  const end = () => ended.resolve();
  const connection = serveStdio(backend);
  process.stdin.once('end', end).once('close', end);
  process.once('SIGINT', end).once('SIGTERM', end);
  await ended.promise;
  await connection.close();
  await engine?.close();
  return 0;
}

/** The work of this machine: there are no stored templates. */
async function localBackend(engine: Engine): Promise<Backend> {
  const [{ validateRequest }, { createAnalyst }] = await Promise.all([
    import('@platen/engine'),
    import('@platen/analysis'),
  ]);
  const analyst = createAnalyst();
  return {
    async convert(kind, request, signal) {
      const valid = validateRequest(request, kind);
      const format = kind === 'image' ? 'png' : kind;
      const { bytes, contentType, warnings } = await engine.convert(
        { format, request: valid },
        { group: GROUP, signal },
      );
      return { bytes, contentType, warnings: warnings.map(({ code }) => code) };
    },
    async analyze(kind, text) {
      const { answer } = await analyst.run({ kind: ANALYSES[kind], text, includeEvidence: false, options: {} });
      return answer;
    },
  };
}

const ANALYSES = { invoice: 'invoice-extractor', receipt: 'receipt-scanner', statement: 'bank-statement' } as const;
