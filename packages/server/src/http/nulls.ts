import { EngineError } from '@platen/engine';
import { ApiError } from '../errors.ts';

/** Checks of one value. Each takes away what up to twenty faults point to; a client that sends null for what it lacks has fewer. */
const MOST_CHECKS = 10;

/**
 * Checks a value in which a member that is null counts as absent, unless `check` takes null there: clients that are
 * generated send null for what they do not have.
 * @param check throws with a pointer to each field at fault
 */
export function withoutRefusedNulls<Value>(json: unknown, check: (json: unknown) => Value): Value {
  let copy: unknown;
  for (let checks = 1; ; checks += 1) {
    try {
      return check(copy ?? json);
    } catch (error) {
      const paths = faultsOf(error).flatMap(({ pointer, code }) =>
        // Whatever the value of a field is, its name has to be known.
        code === 'unknown_field' ? [] : [pathOf(pointer)],
      );
      const nulls = paths.filter((path) => path.length > 0 && leadsToNull(copy ?? json, path));
      if (nulls.length === 0 || checks === MOST_CHECKS) throw error;
      copy ??= structuredClone(json);
      for (const path of nulls) remove(copy, path);
    }
  }
}

function faultsOf(error: unknown): readonly { readonly pointer: string; readonly code: string }[] {
  if (error instanceof ApiError) return error.issues;
  return error instanceof EngineError ? (error.details.issues ?? []) : [];
}

/** RFC 6901, section 4. */
const pathOf = (pointer: string): readonly string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));

function leadsToNull(value: unknown, [name = '', ...rest]: readonly string[]): boolean {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return false;
  const inner: unknown = Reflect.get(value, name);
  if (rest.length > 0) return leadsToNull(inner, rest);
  // An entry of a list has its place: without it the next one would take it.
  return inner === null && !Array.isArray(value);
}

/** Takes the member away that a path leads to. */
function remove(value: unknown, [name = '', ...rest]: readonly string[]): void {
  const within = value as Record<string, unknown>;
  if (rest.length > 0) remove(within[name], rest);
  else delete within[name];
}
