/** The values of an answer by their path, such as `lineItems.0.amount`; what was not found is null. */
export function fieldsOf(data: unknown, path = ''): { readonly path: string; readonly value: string | null }[] {
  if (data === null || data === undefined) return path === '' ? [] : [{ path, value: null }];
  if (typeof data !== 'object') return [{ path, value: String(data) }];
  return Object.entries(data).flatMap(([name, value]) => {
    const at = path === '' ? name : `${path}.${name}`;
    // Of rows, what was not found is nothing to tell.
    return value === null && path !== '' ? [] : fieldsOf(value, at);
  });
}
