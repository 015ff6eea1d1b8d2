import type { Context, Item, Json } from '../n8n.ts';
import { type Answer, ask, jsonOf, objectOf } from './ask.ts';
import { FIELDS, FORMATS } from './fields.ts';

/** The node. n8n finds the class by the name of its file. */
export class Platen {
  readonly description = {
    displayName: 'Platen',
    name: 'platen',
    icon: 'fa:file-pdf',
    group: ['transform'],
    version: 1,
    subtitle: '={{$parameter["operation"]}}',
    description: 'Convert pages and templates to PDF, images, text and Markdown, and read data from documents',
    defaults: { name: 'Platen' },
    inputs: ['main'],
    outputs: ['main'],
    usableAsTool: true,
    credentials: [{ name: 'platenApi', required: true }],
    properties: FIELDS,
  } as const;

  async execute(this: Context): Promise<Item[][]> {
    const items: Item[] = [];
    for (const item of this.getInputData().keys()) {
      try {
        items.push({ ...(await resultOf(this, item)), pairedItem: { item } });
      } catch (error) {
        if (!this.continueOnFail()) throw error;
        const { message, description, httpCode } = error as Error & { description?: unknown; httpCode?: unknown };
        items.push({ json: { error: message, description, status: httpCode }, pairedItem: { item } });
      }
    }
    return [items];
  }
}

async function resultOf(context: Context, item: number): Promise<Item> {
  const operation = context.getNodeParameter('operation', item);
  if (operation === 'analyze') return await analyzed(context, item);
  if (operation === 'result') return await resultOfJob(context, item);
  return await converted(context, item);
}

async function converted(context: Context, item: number): Promise<Item> {
  const text = (name: string) => String(context.getNodeParameter(name, item));
  const source = text('source');
  const format = FORMATS[text('format')] as (typeof FORMATS)[string];
  const data = source === 'url' ? undefined : objectOf(context, item, { name: 'data', label: 'Data' });
  const later = context.getNodeParameter('later', item, false) === true;
  const body = {
    ...objectOf(context, item, { name: 'options', label: 'Options' }),
    ...format.body,
    ...(source === 'template' ? { template_id: text('template') } : { source: { [source]: text(source) } }),
    ...(data ? { data } : {}),
    ...(later ? { async: true } : {}),
  };
  const answer = await ask(context, item, format.path, body);
  if (later) return { json: jsonOf(context, item, answer) };
  return await fileItem(context, item, answer, `document.${format.ending}`);
}

async function analyzed(context: Context, item: number): Promise<Item> {
  const isFile = context.getNodeParameter('document', item) === 'binary';
  const body: Json = isFile
    ? { file: (await fileOf(context, item)).toString('base64') }
    : { documentText: context.getNodeParameter('text', item) };
  const answer = await ask(context, item, `/api/pdf/${context.getNodeParameter('kind', item)}`, body);
  return { json: jsonOf(context, item, answer) };
}

const fileOf = (context: Context, item: number): Promise<Buffer> =>
  context.helpers.getBinaryDataBuffer(item, String(context.getNodeParameter('input', item)));

async function resultOfJob(context: Context, item: number): Promise<Item> {
  const id = encodeURIComponent(String(context.getNodeParameter('job', item)).trim());
  // One that still runs is waited for, a minute at most; what has no result says so itself.
  await ask(context, item, `/v1/jobs/${id}?wait=60`);
  return await fileItem(context, item, await ask(context, item, `/v1/jobs/${id}/result`), 'document');
}

/** The file as binary data; what its headers tell of it as JSON. Where options have it kept or sent, the answer itself, which is no file. */
async function fileItem(context: Context, item: number, { bytes, headers }: Answer, name: string): Promise<Item> {
  const type = (headers['content-type'] ?? 'application/octet-stream').split(';')[0] as string;
  if (type === 'application/json') return { json: jsonOf(context, item, { bytes }) };
  const output = String(context.getNodeParameter('output', item, 'data'));
  const numbers = { pages: headers['x-pages'], credits: headers['x-credits-used'] };
  const json = {
    bytes: bytes.byteLength,
    type,
    ...Object.fromEntries(Object.entries(numbers).flatMap(([key, text]) => (text ? [[key, Number(text)]] : []))),
    warnings: headers['x-warnings'] ?? '',
  };
  const fileName = nameIn(headers['content-disposition']) ?? name;
  return { json, binary: { [output]: await context.helpers.prepareBinaryData(bytes, fileName, type) } };
}

/** The name that a result was given (RFC 6266). */
function nameIn(disposition = ''): string | undefined {
  const encoded = /filename\*=UTF-8''([^;\s]+)/i.exec(disposition)?.[1];
  if (encoded) return decodeURIComponent(encoded);
  return /filename="([^"]+)"/i.exec(disposition)?.[1];
}
