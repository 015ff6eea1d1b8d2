import type { Environment } from './environment.ts';

export interface TraceExportOptions {
  /** Where spans are sent: OTLP over HTTP, as JSON. */
  readonly endpoint: string;
  /** `service.name` of the resource. */
  readonly serviceName: string;
}

/** As the OpenTelemetry specification has its environment variables: of two addresses, the special one wins. */
export function readTraces(values: Environment): TraceExportOptions | undefined {
  const general = values.OTEL_EXPORTER_OTLP_ENDPOINT;
  const endpoint =
    values.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? (general && `${general.replace(/(?<!\/)\/+$/, '')}/v1/traces`);
  const off = values.OTEL_SDK_DISABLED?.toLowerCase() === 'true' || values.OTEL_TRACES_EXPORTER === 'none';
  return endpoint === undefined || off ? undefined : { endpoint, serviceName: values.OTEL_SERVICE_NAME };
}
