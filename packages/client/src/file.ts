/** A document that the service made. Its bytes can be read once. */
export class PlatenFile {
  /** The bytes as they come; `writeFile(name, file.body)` of Node.js writes them without holding them. */
  readonly body: ReadableStream<Uint8Array>;
  readonly contentType: string;
  /** Pages of a PDF. */
  readonly pages: number | undefined;
  /** Credits that were charged for it. */
  readonly credits: number;
  /** Codes of what is wrong with the page that was converted all the same. */
  readonly warnings: readonly string[];
  readonly requestId: string | undefined;
  readonly #answer: Response;

  constructor(answer: Response) {
    const { headers, body } = answer;
    if (body === null) throw new TypeError('The answer has no body.');
    this.#answer = answer;
    this.body = body;
    this.contentType = headers.get('content-type') ?? 'application/octet-stream';
    this.pages = headers.has('x-pages') ? Number(headers.get('x-pages')) : undefined;
    this.credits = Number(headers.get('x-credits-used') ?? 0);
    // "2; resource_failed, script_error", or "0".
    this.warnings = headers.get('x-warnings')?.split('; ')[1]?.split(', ') ?? [];
    this.requestId = headers.get('x-request-id') ?? undefined;
  }

  bytes(): Promise<Uint8Array> {
    return this.#answer.arrayBuffer().then((buffer) => new Uint8Array(buffer));
  }

  text(): Promise<string> {
    return this.#answer.text();
  }
}
