/** The fields that a request names. */
export function definedOf<Values extends object>(
  fields: Values,
): { [name in keyof Values]?: Exclude<Values[name], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [name in keyof Values]?: Exclude<Values[name], undefined>;
  };
}
