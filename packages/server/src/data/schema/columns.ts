import type { ColumnType } from 'kysely';

/** Set when the row is written, or by the database then. */
export type Written = ColumnType<Date, Date | undefined, never>;
/** Moves with each change. */
export type Moved = ColumnType<Date, Date | undefined, Date>;
