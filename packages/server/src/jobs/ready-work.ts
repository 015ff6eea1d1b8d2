import type { PreparedConversion } from '../conversions/service.ts';
import type { JobPayload } from './payload.ts';

/** A job that the process which accepted it begins at once: nothing has to be opened or checked again. */
export interface ReadyWork {
  readonly payload: JobPayload;
  readonly prepared: PreparedConversion;
}
