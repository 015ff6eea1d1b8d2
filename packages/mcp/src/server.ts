import { type CallToolResult, McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { type Backend, DOCUMENT_KINDS } from './api.ts';
import { dataResult, failure, fileResult, untrusted } from './content.ts';

/** Tokens of a page, unless more are asked for. */
const TOKENS = 10_000;

const page = {
  url: z.string().optional().describe('Address of the page, http or https.'),
  html: z.string().optional().describe('HTML, in place of "url".'),
};
const paper = { format: z.string().optional().describe('Paper: A4 (default), Letter, A5 … or "210mmx297mm".') };
const READ = { readOnlyHint: true, openWorldHint: true } as const;

interface Page {
  readonly url?: string | undefined;
  readonly html?: string | undefined;
}

/**
 * Platen as tools of the Model Context Protocol.
 * @param options.version of the product, which clients show
 */
export function createMcpServer(backend: Backend, { version }: { readonly version: string }): McpServer {
  const server = new McpServer({ name: 'platen', title: 'Platen', version });

  server.registerTool(
    'read_page',
    {
      description: 'Read a web page as Markdown, as a browser shows it.',
      inputSchema: z.object({
        ...page,
        max_tokens: z.int().min(100).max(100_000).default(TOKENS).describe('The text is cut there.'),
        main_content: z.boolean().default(true).describe('Leave out menus, headers and footers.'),
      }),
      annotations: READ,
    },
    ({ max_tokens, main_content, ...asked }, { mcpReq }) =>
      answered(async () => {
        // Of a page by its address `auto` is the main content with its title and what belongs to it.
        const main = asked.url === undefined ? 'main' : 'auto';
        const request = { ...sourceOf(asked), max_tokens, content: main_content ? main : 'full' };
        const { bytes, warnings } = await backend.convert('markdown', request, mcpReq.signal);
        const { content } = untrusted(Buffer.from(bytes).toString('utf8'), asked.url ?? 'the HTML');
        const notes =
          warnings.length === 0 ? [] : [{ type: 'text' as const, text: `Warnings: ${warnings.join(', ')}.` }];
        return { content: [...content, ...notes] };
      }),
  );

  server.registerTool(
    'screenshot',
    {
      description: 'Take a picture of a web page.',
      inputSchema: z.object({
        ...page,
        full_page: z.boolean().default(false).describe('The whole page in place of the window.'),
        width: z.int().min(200).max(4_000).default(1_280).describe('Of the window, in CSS pixels.'),
        height: z.int().min(200).max(4_000).default(800).describe('Of the window, in CSS pixels.'),
      }),
      annotations: READ,
    },
    ({ full_page, width, height, ...asked }, { mcpReq }) =>
      answered(async () => {
        const request = {
          ...sourceOf(asked),
          target_format: 'png',
          fullpage: full_page,
          viewport: { width, height },
        };
        return fileResult(await backend.convert('image', request, mcpReq.signal), 'page.png');
      }),
  );

  server.registerTool(
    'make_pdf',
    {
      description: 'Make a PDF from HTML or a web page. With "data", the HTML is a Liquid template.',
      inputSchema: z.object({
        ...page,
        data: z.record(z.string(), z.unknown()).optional().describe('Variables of the template.'),
        ...paper,
        landscape: z.boolean().optional().describe('Turn the paper.'),
      }),
      annotations: READ,
    },
    ({ url, html, ...options }, { mcpReq }) =>
      answered(async () =>
        fileResult(await backend.convert('pdf', { ...sourceOf({ url, html }), ...options }, mcpReq.signal), 'page.pdf'),
      ),
  );

  const { listTemplates } = backend;
  if (listTemplates) {
    server.registerTool(
      'list_templates',
      { description: 'List the stored templates.', annotations: { readOnlyHint: true } },
      ({ mcpReq }) => answered(async () => dataResult(await listTemplates(mcpReq.signal))),
    );
    server.registerTool(
      'fill_template',
      {
        description: 'Make a PDF from a stored template and data.',
        inputSchema: z.object({
          template: z.string().describe('Its slug, as list_templates has it.'),
          data: z.record(z.string(), z.unknown()).describe('Variables of the template.'),
        }),
        annotations: { readOnlyHint: true },
      },
      ({ template, data }, { mcpReq }) =>
        answered(async () => {
          const request = { template_id: template, data };
          return fileResult(await backend.convert('pdf', request, mcpReq.signal), 'document.pdf');
        }),
    );
  }

  server.registerTool(
    'analyze_document',
    {
      description:
        'Read data from the text of an invoice, receipt or bank statement. Use a field only if verification says "verified" of it.',
      inputSchema: z.object({
        kind: z.enum(DOCUMENT_KINDS),
        text: z.string().min(1).describe('Text of the document, with its line breaks.'),
      }),
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ kind, text }, { mcpReq }) => answered(async () => dataResult(await backend.analyze(kind, text, mcpReq.signal))),
  );
  return server;
}

/** An error is an answer that a model reads: it says what to change. */
async function answered(work: () => Promise<CallToolResult>): Promise<CallToolResult> {
  try {
    return await work();
  } catch (error) {
    return failure(error instanceof Error ? error.message : 'The work failed.');
  }
}

function sourceOf({ url, html }: Page) {
  if ((url === undefined) === (html === undefined)) throw new Error('Give one of "url" and "html".');
  return { source: url === undefined ? { html } : { url } };
}
