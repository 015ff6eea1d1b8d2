declare module 'n8n-workflow' {
  interface Words {
    readonly message?: string;
    readonly description?: string | null;
    readonly httpCode?: string;
    readonly itemIndex?: number;
  }

  /** An answer that is an error. n8n shows message, description and status, and keeps the rest of the answer. */
  export class NodeApiError extends Error {
    constructor(node: object, answer: object, words?: Words);
  }

  /** A field that cannot be used. */
  export class NodeOperationError extends Error {
    constructor(node: object, message: string, words?: Words);
  }
}
