import { chmodSync, closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startProvider } from '../../packages/analysis/src/testing/scripted-provider.ts';
import { makeDatabase } from '../../packages/server/src/testing/database.ts';
import { startOtlpReceiver } from '../../packages/server/src/testing/otlp-receiver.ts';
import { startSmtpReceiver } from '../../packages/server/src/testing/smtp-receiver.ts';
import { type ServiceProcess, startServiceProcess } from '../faults/service-process.ts';

/** The service as users run it, with everything on that can be: emails, traces, a model, metrics, a log of all levels. */
export interface CanaryService extends ServiceProcess {
  readonly dataFolder: string;
  /** Folder that it has for temporary files. */
  readonly temporary: string;
  readonly logFile: string;
  readonly metricsToken: string;
  readonly emails: () => readonly string[];
  readonly traces: () => string;
  readonly traceCollector: string;
  /** The code that the first person signs up with. */
  setupCode(): string;
  /** Ends as operators end it. */
  stop(): Promise<void>;
}

const METRICS_TOKEN = 'metrics-token-of-the-canary-suite';

export async function startCanaryService(): Promise<CanaryService> {
  const database = await makeDatabase('pglite');
  const { dataFolder } = database.config;
  const [smtp, traces, model] = await Promise.all([
    startSmtpReceiver(),
    startOtlpReceiver(),
    // What it says it has from the document, so it would be a leak as well.
    startProvider(({ body }) => ({ content: body.messages.at(-1)?.content ?? '' })),
  ]);
  const folder = mkdtempSync(path.join(tmpdir(), 'platen-canary-'));
  const temporary = path.join(folder, 'tmp');
  // Other users, such as the one of the browser, find their own folders in it.
  chmodSync(folder, 0o755);
  mkdirSync(temporary);
  chmodSync(temporary, 0o1777);
  const logFile = path.join(folder, 'log');
  const log = openSync(logFile, 'a');
  const service = await startServiceProcess(database, {
    log,
    settings: {
      LOG_LEVEL: 'trace',
      TMPDIR: temporary,
      PLATEN_METRICS_TOKEN: METRICS_TOKEN,
      PLATEN_ALLOW_HTTP: '1',
      PLATEN_EGRESS_ALLOW: '127.0.0.1',
      // No address but loopback: hosts of the examples are real ones.
      PLATEN_EGRESS_DENY:
        '0.0.0.0/2,64.0.0.0/3,96.0.0.0/4,112.0.0.0/5,120.0.0.0/6,124.0.0.0/7,126.0.0.0/8,128.0.0.0/1,2000::/3',
      SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: traces.url,
      AI_BASE_URL: model.baseUrl,
      AI_API_KEY: 'key-of-the-model',
      AI_MODEL: 'scripted',
    },
  });
  closeSync(log);
  const end = async () => {
    await service.end();
    await Promise.all([smtp.close(), traces.close(), model.close()]);
    await database.remove();
    rmSync(folder, { recursive: true, force: true });
  };
  let ending: Promise<void> | undefined;
  return {
    ...service,
    dataFolder,
    temporary,
    logFile,
    metricsToken: METRICS_TOKEN,
    emails: smtp.emails,
    traces: traces.received,
    traceCollector: traces.url,
    setupCode: () => /setup code (\S+),/.exec(readFileSync(logFile, 'utf8'))?.[1] ?? '',
    async stop() {
      service.kill('SIGTERM');
      await service.exit;
    },
    end() {
      ending ??= end();
      return ending;
    },
  };
}
