import { ApiError } from '../errors.ts';
import { invalidField } from '../http/valid.ts';

/** Values of a request to the API of another service: JSON of any kind, by name. */
export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The refusal of a value. @param name as the caller wrote it, such as `options.scale` */
export const refused = (name: string, why: string): ApiError => invalidField(pointerOf(name), `"${name}" ${why}`);

/** The refusal of what the other service does and Platen does not. */
export function unsupported(name: string, why: string): ApiError {
  const detail = `"${name}" is not supported: ${why}`;
  return new ApiError('not_supported', {
    detail,
    issues: [{ pointer: pointerOf(name), code: 'not_supported', detail }],
  });
}

const pointerOf = (name: string): string => `/${name.replaceAll('.', '/')}`;

export function flag(value: unknown, name: string): boolean {
  if (typeof value === 'boolean') return value;
  throw refused(name, 'has to be true or false.');
}

export function text(value: unknown, name: string): string {
  if (typeof value === 'string') return value;
  throw refused(name, 'has to be text.');
}

export function milliseconds(value: unknown, name: string): number {
  if (typeof value === 'number' && value >= 0 && value <= 1e9) return Math.round(value);
  throw refused(name, 'has to be a number of milliseconds.');
}

export function object(value: unknown, name: string): Fields {
  if (isFields(value)) return value;
  throw refused(name, 'has to be an object.');
}

export function list(value: unknown, name: string): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw refused(name, 'has to be a list.');
}

/** A member that an object may have. */
export interface Member {
  /** For people: what is different here. */
  readonly note?: string;
  /** The fields of a request of ours that it decides, as paths such as `source.url`, for refusals of those. */
  readonly ours?: string | readonly string[];
  /** The members that it has itself. */
  readonly members?: Table;
  /** What a text of a form stands for. Default: the text. */
  readonly inForms?: 'switch' | 'number';
  /** @returns fields of a request of ours */
  read(value: unknown, name: string): Fields;
}

/** The members that an object may have, by their names. */
export type Table = Readonly<Record<string, Member>>;

/** A form's texts as the values that its members have. What is no switch or number stays as it was sent, and is refused by name. */
export const fromTexts = (json: Fields, table: Table): Fields =>
  Object.fromEntries(
    Object.entries(json).map(([name, value]) => {
      const { members, inForms } = Object.hasOwn(table, name) ? (table[name] as Member) : ({} as Partial<Member>);
      if (members && isFields(value)) return [name, fromTexts(value, members)];
      return [name, typeof value === 'string' ? meantBy(value, inForms) : value];
    }),
  );

const SWITCHES: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

function meantBy(sent: string, kind: Member['inForms']): unknown {
  if (kind === 'switch') return SWITCHES.get(sent) ?? sent;
  return kind === 'number' && /^\d{1,9}(?:\.\d{1,9})?$/.test(sent) ? Number(sent) : sent;
}

/** Tables for the guides. @returns name, and what is different */
export const rowsOf = (table: Table, prefix = ''): readonly { readonly name: string; readonly note: string }[] =>
  Object.entries(table).map(([name, { note = 'The same.' }]) => ({ name: prefix + name, note }));

/**
 * Reads the members of an object by their names. One that is null counts as absent.
 * @throws ApiError `unknown_field` for a name that is not in the table, and what its members throw
 */
export function membersOf(json: Fields, members: Table, parent = ''): Fields[] {
  return Object.entries(json).flatMap(([name, value]) => {
    if (value === null) return [];
    const path = parent === '' ? name : `${parent}.${name}`;
    const member = Object.hasOwn(members, name) ? members[name] : undefined;
    if (!member) {
      const detail = `"${path.slice(0, 100)}" is none of the fields that are read here.`;
      throw new ApiError('unknown_field', {
        detail,
        issues: [{ pointer: pointerOf(path), code: 'unknown_field', detail }],
      });
    }
    return [member.read(value, path)];
  });
}

const readBy =
  (read: (value: unknown, name: string) => unknown, inForms?: Member['inForms']) =>
  (key: string, note?: string, ours: string | readonly string[] = key): Member => ({
    ...(note === undefined ? {} : { note }),
    ...(inForms === undefined ? {} : { inForms }),
    ours,
    read: (value, name) => ({ [key]: read(value, name) }),
  });

/** The field of ours that has it: as it is, since that is checked with the whole request. @param ours its path, if it is put elsewhere later */
export const as = readBy((value) => value);
export const asText = readBy(text);
export const asFlag = readBy(flag, 'switch');

/** Milliseconds as our timeout, which is in seconds. */
export const asTimeout = (note: string): Member => ({
  note,
  ours: 'timeout',
  read(value, name) {
    const limit = milliseconds(value, name);
    // There, none.
    return limit === 0 ? {} : { timeout: Math.min(900, Math.max(1, Math.ceil(limit / 1_000))) };
  },
});

/** An object with members of its own. @param ours where they stand in a request of ours. Default: at its top */
export const nested = (members: Table, ours?: string): Member => ({
  ...(ours === undefined ? {} : { ours }),
  members,
  read(value, name) {
    const read = Object.assign({}, ...membersOf(object(value, name), members, name)) as Fields;
    return ours === undefined ? read : { [ours]: read };
  },
});

/** What is read as anything, and changes nothing. */
export const unread = (note: string): Member => ({ note, read: () => ({}) });

/** What is not done here. */
export const absent = (why: string): Member => ({
  note: `501: ${why}`,
  read(_value, name) {
    throw unsupported(name, why);
  },
});

/** A switch that changes nothing unless it is on, and is not done here. */
export const absentSwitch = (why: string): Member => ({
  note: `\`true\` is 501: ${why}`,
  inForms: 'switch',
  read(value, name) {
    if (flag(value, name)) throw unsupported(name, why);
    return {};
  },
});

/** A switch that is read and changes nothing. */
export const idle = (note: string): Member => ({
  note,
  inForms: 'switch',
  read(value, name) {
    flag(value, name);
    return {};
  },
});
