import { command } from '../command.ts';
import { MCP_OPTIONS, serveMcp } from '../mcp.ts';

export const mcp = command({
  name: 'mcp',
  summary: 'give an agent tools over standard input and output (Model Context Protocol)',
  options: MCP_OPTIONS,
  notes: [
    'Tools: read_page, screenshot, make_pdf, analyze_document; with --server also list_templates and fill_template. ' +
      'What a page says comes between marks that it cannot know: it is data, and no instruction.',
    'Without --server nothing is sent to a service, and pages of private addresses are refused unless --allow names them.',
  ],
  examples: ['platen mcp', 'PLATEN_API_KEY=… platen mcp --server https://pdf.example.com'],
  run: ({ values }, terminal) => serveMcp(values, terminal),
});
