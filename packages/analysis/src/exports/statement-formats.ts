import { camt053 } from './camt053.ts';
import type { Exported } from './exported.ts';
import { mt940 } from './mt940.ts';
import { ofx } from './ofx.ts';
import { statementCsv } from './statement-csv.ts';
import type { StatementData } from './statement-data.ts';

/** The formats of a statement, by their names in a request. */

export const STATEMENT_FORMATS = ['csv', 'ofx', 'camt053', 'mt940'] as const;
export type StatementFormat = (typeof STATEMENT_FORMATS)[number];

const WRITERS: Readonly<Record<StatementFormat, (statement: StatementData) => Exported>> = {
  csv: statementCsv,
  ofx,
  camt053,
  mt940,
};

/** An answer with what was read in a format; as it is where none is asked for. */
export function withStatement<Answer extends StatementData>(answer: Answer, format: StatementFormat | undefined) {
  return format === undefined ? answer : { ...answer, exported: WRITERS[format](answer) };
}
