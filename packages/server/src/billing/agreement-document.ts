import { type Engine, validateRequest } from '@platen/engine';
import type { Acceptance } from './agreements.ts';

/** Liquid: what stands in names of people and organisations is text, and never HTML. */
const TEMPLATE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>{{ title }}</title>
<style>
  body { font: 10.5pt/1.5 system-ui, sans-serif; color: #1a1a1a; margin: 0 }
  h1 { font-size: 18pt; font-weight: 600 } h2 { font-size: 12pt; font-weight: 600; break-after: avoid }
  section { break-inside: avoid; border-top: 1px solid #1a1a1a; margin-top: 10mm }
  th { text-align: left; font-weight: 400; color: #555; padding-right: 6mm; vertical-align: top }
  td { overflow-wrap: anywhere }
</style>
</head>
<body>
<h1>{{ title }}</h1>
{% for block in blocks %}{% if block.heading %}<h2>{{ block.text }}</h2>{% else %}<p>{{ block.text }}</p>{% endif %}
{% endfor %}
<section>
<h2>Accepted</h2>
<table>{% for fact in facts %}
  <tr><th scope="row">{{ fact[0] }}</th><td>{{ fact[1] }}</td></tr>{% endfor %}
</table>
</section>
</body>
</html>`;

/** An agreement with its acceptance as a tagged PDF, made by our own engine. @throws EngineError while it cannot convert */
export async function agreementPdf(engine: Engine, accepted: Acceptance): Promise<Buffer> {
  const [title = '', ...paragraphs] = accepted.text.trim().split('\n\n');
  const data = {
    title,
    blocks: paragraphs.map((text) => ({ text, heading: /^[1-9]\. /.test(text) })),
    facts: [
      ['By', `${accepted.by} <${accepted.email}>, owner`],
      ['For', `${accepted.organisation} (${accepted.organisationId})`],
      ['At', accepted.at.toISOString()],
      ['SHA-256 of the text', accepted.sha256],
      ['Row of the audit log', accepted.audit],
    ],
  };
  const source = { html: TEMPLATE };
  const request = validateRequest(
    { source, data, format: 'A4', margin: '20mm', metadata: { title }, deterministic: true },
    'pdf',
  );
  const { bytes } = await engine.convert({ format: 'pdf', request }, { group: accepted.organisationId });
  return Buffer.from(bytes);
}
