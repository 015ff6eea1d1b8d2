import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A span as OTLP/JSON carries it. */
export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
  readonly status: { readonly code: number };
}

export interface OtlpReceiver {
  readonly url: string;
  /** Everything that arrived, as it arrived. */
  readonly received: () => string;
  readonly spans: () => ReceivedSpan[];
  close(): Promise<void>;
}

/** A collector on loopback. It answers each export with `status`, or never if that is undefined. */
export async function startOtlpReceiver(status: () => number | undefined = () => 200): Promise<OtlpReceiver> {
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const code = status();
    if (code === undefined) return;
    if (code === 200) bodies.push(JSON.stringify(request.headers), body);
    response.writeHead(code, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1/traces`,
    received: () => bodies.join('\n'),
    spans: () => bodies.filter((_, index) => index % 2 === 1).flatMap(spansOf),
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function spansOf(body: string): ReceivedSpan[] {
  const { resourceSpans } = JSON.parse(body) as {
    resourceSpans: { scopeSpans: { spans: ReceivedSpan[] }[] }[];
  };
  return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
}
