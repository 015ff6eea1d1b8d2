/** Whether each header is named once, however its name is written (RFC 9110, section 5.1): of two only one would be sent. */
export function areOnce(headers: Readonly<Record<string, unknown>>): boolean {
  const names = Object.keys(headers).map((name) => name.toLowerCase());
  return new Set(names).size === names.length;
}

/** What is said of those that are not. */
export const NOT_ONCE = 'must have each header once, in upper or lower case';
