import type { AuditFault } from './chain.ts';
import type { Head, Mark } from './marks.ts';

/** What is known of a chain outside of its rows. */
export interface Witnesses {
  /** The head in the data folder; `forged` if its signature is not ours. */
  readonly file: Head | 'forged' | undefined;
  /** What the database remembers of this data folder and others. */
  readonly marks: readonly Mark[] | 'forged';
  /** Id of this data folder. */
  readonly folder: string;
}

/** The rows of a chain. */
export interface Rows {
  /** The last one; 0 if there is none. */
  readonly last: number;
  /** Hash of a row in hex; of row 0 that which the first row follows. Undefined if it is not there. */
  hashOf(seq: number): string | undefined;
}

/** Rows whose hashes have to be known. */
export const seqsOf = ({ file, marks }: Witnesses): readonly number[] =>
  [...(typeof file === 'object' ? [file] : []), ...(marks === 'forged' ? [] : marks)].map(({ seq }) => seq);

/** The head that has come furthest, of this data folder or another; `forged` if one of them is not signed by us. */
export function newestOf({ file, marks }: Witnesses): Head | 'forged' | undefined {
  if (file === 'forged' || marks === 'forged') return 'forged';
  return [...(file ? [file] : []), ...marks].sort((a, b) => b.seq - a.seq)[0];
}

/**
 * What shows that a chain is not the one whose head was signed. A head that is missing is a fault although the rows
 * fit: whoever made them anew may have removed it. A data folder that is new takes over what others have marked.
 */
export function headFaults({ file, marks, folder }: Witnesses, rows: Rows): AuditFault[] {
  const faults: AuditFault[] = [];
  const { last } = rows;
  if (file === 'forged' || marks === 'forged') faults.push({ kind: 'head_forged', seq: last });
  const known = marks === 'forged' ? [] : marks;
  const own = known.find((mark) => mark.folder === folder);
  if (file === undefined && (own || (known.length === 0 && last > 0))) {
    faults.push({ kind: 'head_missing', seq: last });
  }
  if (typeof file === 'object' && own && file.seq < own.seq) faults.push({ kind: 'head_older', seq: file.seq });
  const heads = [...(typeof file === 'object' ? [file] : []), ...known];
  if (heads.some(({ seq }) => seq > last)) faults.push({ kind: 'tail_removed', seq: last + 1 });
  const differing = heads.filter(({ seq, hash }) => seq <= last && rows.hashOf(seq) !== hash);
  const [first] = differing.map(({ seq }) => seq).sort((a, b) => a - b);
  if (first !== undefined) faults.push({ kind: 'head_differs', seq: first });
  return faults;
}
