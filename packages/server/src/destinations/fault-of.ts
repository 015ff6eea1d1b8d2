import { EgressRefusal, failureOf } from '@platen/engine';
import { isAway } from '../data/when-back.ts';
import { isResolverDown } from '../network/resolver-down.ts';
import { ObjectMissing } from '../objects/object-store.ts';
import { DeliveryFault, type DeliveryFaultCode } from './faults.ts';
import type { AnyKind } from './kind.ts';

/** The fault that an error stands for, whoever threw it. @throws the error if it is the database that is away */
export function faultOf(error: unknown, kind?: AnyKind): DeliveryFault {
  if (error instanceof DeliveryFault) return error;
  if (isAway(error)) throw error;
  if (error instanceof EgressRefusal) return new DeliveryFault(refusalOf(error), { cause: error });
  if (error instanceof ObjectMissing) return new DeliveryFault('result_expired', { cause: error });
  const own = kind?.faultOf?.(error);
  if (own) return new DeliveryFault(own, { detail: wordsOf(error), cause: error });
  const { cause } = error as { cause?: unknown };
  if (cause instanceof DeliveryFault || cause instanceof EgressRefusal) return faultOf(cause, kind);
  if (isOfNetwork(error)) {
    return new DeliveryFault(failureOf(error) === 'tls' ? 'tls_error' : 'connection_failed', { cause: error });
  }
  return new DeliveryFault('internal_error', { cause: error });
}

const refusalOf = (refusal: EgressRefusal): DeliveryFaultCode =>
  isResolverDown(refusal) ? 'dns_failed' : 'address_refused';

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : '');

/** Errors of sockets have a code of the system, or of TLS. */
function isOfNetwork(error: unknown): boolean {
  const { code = '', message = '' } = error as { code?: unknown; message?: string };
  return (
    /^(?:E[A-Z]{3,}|ERR_(?:SSL|TLS|STREAM)|CERT_|UNABLE_TO|SELF_SIGNED|DEPTH_ZERO|HOSTNAME|HPE_|UND_)/.test(
      String(code),
    ) || /peer closed|did not answer in time|socket|aborted|premature close/i.test(message)
  );
}
