import type { TraceExportOptions } from '../observe/trace-export.ts';
import type { Environment } from './environment.ts';

/** As the OpenTelemetry specification has its environment variables: of two addresses, the special one wins. */
export function readTraces(values: Environment): TraceExportOptions | undefined {
  const general = values.OTEL_EXPORTER_OTLP_ENDPOINT;
  const endpoint =
    values.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? (general && `${general.replace(/(?<!\/)\/+$/, '')}/v1/traces`);
  const off = values.OTEL_SDK_DISABLED?.toLowerCase() === 'true' || values.OTEL_TRACES_EXPORTER === 'none';
  return endpoint === undefined || off ? undefined : { endpoint, serviceName: values.OTEL_SERVICE_NAME };
}
