import { fault } from './fault.ts';
import { type ConversionRequest, RULES } from './request.ts';

/**
 * Refuses options that are each valid and cannot be true together.
 * @throws EngineError `invalid_request`
 */
export function checkContradictions(options: ConversionRequest): void {
  for (const { broken } of RULES) {
    const found = broken(options);
    if (found) throw fault('invalid_request', found.pointer, found.detail);
  }
}

/**
 * Names of the options whose defaults a request gives up by what it names: those, and others that it decides about.
 * @param request options as they were given
 */
export function decidedOptions(request: object): ReadonlySet<string> {
  const given = Object.keys(request);
  const others = RULES.filter(({ says }) => given.some((name) => Object.hasOwn(says, name))).flatMap(
    ({ yields = [] }): readonly string[] => yields,
  );
  return new Set([...given, ...others]);
}
