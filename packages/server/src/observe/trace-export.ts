import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor, type SpanExporter } from '@opentelemetry/sdk-trace-base';
import type { TraceExportOptions } from '../config/traces.ts';
import type { Log } from '../log/log.ts';

/**
 * A source of spans that are sent in the background: at most 2,048 wait, in batches of at most 512, each of which has
 * 10 s (the SDK's defaults); what is beyond that is dropped, so that a collector can neither stop nor slow the
 * service. It is not registered as the process's global provider: what others trace in it is their own affair.
 *
 * The SDK reads the other standard settings (`OTEL_EXPORTER_OTLP_HEADERS`, `OTEL_BSP_…`, `OTEL_TRACES_SAMPLER`,
 * `OTEL_RESOURCE_ATTRIBUTES`) from the environment itself.
 */
export function createTracerProvider({ endpoint, serviceName }: TraceExportOptions, log: Log): BasicTracerProvider {
  // The collector is the operator's choice, and usually in a private network: the egress guard is for addresses that
  // come with a request, and is not asked.
  const exporter = tellingOutages(new OTLPTraceExporter({ url: endpoint }), log);
  return new BasicTracerProvider({
    resource: defaultResource()
      .merge(detectResources({ detectors: [envDetector] }))
      .merge(resourceFromAttributes({ 'service.name': serviceName })),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
}

/** One event when spans begin to be lost, and nothing more until they arrive again. */
function tellingOutages(exporter: SpanExporter, log: Log): SpanExporter {
  let lost = false;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const failed = result.error !== undefined || result.code !== 0;
        if (failed && !lost) log.event('trace_export_failed', { spans: spans.length, ...statusOf(result.error) });
        lost = failed;
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}

/** The collector's own words stay out of the log. */
function statusOf(error: Error | undefined): { readonly status?: number } {
  return error && 'code' in error && typeof error.code === 'number' ? { status: error.code } : {};
}
