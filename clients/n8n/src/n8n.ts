/**
 * What this package uses of n8n, as its documentation for authors of nodes has it
 * (https://docs.n8n.io/integrations/creating-nodes/). The package `n8n-workflow` is not installed here, since its license
 * is none of those that this repository takes; n8n brings it when the node runs.
 */

/** A JSON object. */
export type Json = Readonly<Record<string, unknown>>;

/** A file beside an item, as n8n keeps it. */
export type BinaryData = Readonly<Record<string, unknown>>;

/** What nodes give to each other. */
export interface Item {
  readonly json: Json;
  readonly binary?: Readonly<Record<string, BinaryData>>;
  readonly pairedItem?: { readonly item: number };
}

/** A field of the form of a node or a credential. */
export interface Field {
  readonly displayName: string;
  readonly name: string;
  readonly type: 'options' | 'multiOptions' | 'string' | 'json' | 'boolean' | 'number';
  readonly default: unknown;
  readonly description?: string;
  readonly placeholder?: string;
  readonly required?: boolean;
  readonly noDataExpression?: boolean;
  readonly typeOptions?: Json;
  readonly options?: readonly Option[];
  readonly displayOptions?: { readonly show: Readonly<Record<string, readonly string[]>> };
}

export interface Option {
  readonly name: string;
  readonly value: string;
  readonly action?: string;
  readonly description?: string;
}

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

export interface HttpRequest {
  readonly method: Method;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly encoding: 'arraybuffer';
  readonly returnFullResponse: true;
  readonly ignoreHttpStatusErrors: true;
}

export interface HttpResponse {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer | ArrayBuffer;
}

/** What asks a service, whatever runs it. */
export interface Asker {
  getCredentials(name: string, item?: number): Promise<Json>;
  getNode(): object;
  readonly helpers: {
    httpRequestWithAuthentication(this: Asker, credential: string, request: HttpRequest): Promise<HttpResponse>;
  };
}

/** What a node is given when it runs. */
export interface Context extends Asker {
  getInputData(): readonly Item[];
  getNodeParameter(name: string, item: number, fallback?: unknown): unknown;
  continueOnFail(): boolean;
  readonly helpers: Asker['helpers'] & {
    prepareBinaryData(bytes: Buffer, fileName?: string, mimeType?: string): Promise<BinaryData>;
    getBinaryDataBuffer(item: number, property: string): Promise<Buffer>;
  };
}

/** What a trigger is given when its workflow is switched on or off. */
export interface HookContext extends Asker {
  getNodeParameter(name: string): unknown;
  /** Where events are to be sent. */
  getNodeWebhookUrl(name: 'default'): string | undefined;
  /** What is kept with the workflow. */
  getWorkflowStaticData(of: 'node'): { endpoint?: string };
}

/** What a trigger is given when something was sent to its address. */
export interface WebhookContext extends Asker {
  getWorkflowStaticData(of: 'node'): { endpoint?: string };
  getRequestObject(): {
    readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
    readonly rawBody?: Buffer;
    /** Where the body is read only when it is asked for. */
    readRawBody?(): Promise<void>;
  };
  getResponseObject(): { status(code: number): { send(text: string): unknown } };
}

/** What becomes of what was sent: a run of the workflow, or nothing, if it is answered already. */
export type WebhookAnswer =
  | { readonly workflowData: readonly (readonly Item[])[] }
  | { readonly noWebhookResponse: true };
