import type { ServiceProcess } from './service-process.ts';

/** Conversions that a service has finished, whatever came of them. */
export async function conversions(service: ServiceProcess): Promise<number> {
  const text = await (await fetch(`${service.url}/metrics`)).text();
  return [...text.matchAll(/^platen_conversions_total\{.*\} (\d+)$/gm)].reduce(
    (sum, [, count]) => sum + Number(count),
    0,
  );
}

/** Whether an answer is that of an earlier request with the same Idempotency-Key. */
export const replayed = (answer: Response): boolean => answer.headers.get('idempotency-replayed') === 'true';
