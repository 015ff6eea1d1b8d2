import { z } from 'zod';

const EARLIEST = 0;
const LATEST = Date.UTC(9999, 0);

/** An instant in ISO 8601 with its offset, from 1970 to 9998: the years that every part of the service can write. */
export const timeField = z.iso
  .datetime({ offset: true, abort: true, error: 'must be a time such as 2030-01-31T12:00:00Z' })
  .refine((text) => {
    const time = new Date(text).getTime();
    return time >= EARLIEST && time < LATEST;
  }, 'must be a time from 1970 to 9998');
