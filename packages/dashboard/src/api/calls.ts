/** A call of the API as a program would make it, to show and to copy. */
export interface ShownCall {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  /** Where the answer goes. */
  readonly file?: string;
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** For a shell. The key stands in a variable, so that it is in no history. */
export function curlOf({ method, path, body, file }: ShownCall, origin = window.location.origin): string {
  return [
    `curl ${method === 'GET' || (method === 'POST' && body !== undefined) ? '' : `-X ${method} `}${quoted(origin + path)}`,
    `  -H "Authorization: Bearer $PLATEN_API_KEY"`,
    ...(body === undefined ? [] : [`  -H 'Content-Type: application/json'`, `  -d ${quoted(JSON.stringify(body))}`]),
    ...(file === undefined ? [] : [`  -o ${file}`]),
  ].join(' \\\n');
}
