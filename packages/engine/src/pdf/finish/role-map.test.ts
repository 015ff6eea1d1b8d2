import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { pdfFaults } from '../../testing/judge.ts';
import { useRawPrints } from '../../testing/raw-prints.ts';
import { finishPdf } from './finish.ts';

const prints = useRawPrints();

/** Standard structure types of PDF 1.7 (ISO 32000-1, 14.8.4). */
const STANDARD = new Set(
  (
    'Document Part Art Sect Div BlockQuote Caption TOC TOCI Index NonStruct Private P H H1 H2 H3 H4 H5 H6 L LI Lbl LBody ' +
    'Table TR TH TD THead TBody TFoot Span Quote Note Reference BibEntry Code Link Annot Ruby RB RT RP Warichu WT WP ' +
    'Figure Formula Form'
  ).split(' '),
);
const HTML =
  '<title>T</title><main><h1>One</h1><p>A <strong>b</strong> <em>c</em> <b>d</b> <i>e</i> <code>f</code> <sub>g</sub> ' +
  '<del>h</del> <mark>i</mark> <q>j</q> <a href="https://a.test/">k</a></p><aside>l</aside><blockquote>m</blockquote>' +
  '<dl><dt>n<dd>o</dl><ul><li>p</ul><details open><summary>q</summary>r</details><ruby>s<rt>t</ruby>' +
  '<figure><figcaption>u</figcaption></figure><table><caption>v</caption><tr><th>w<td>x</table></main>';

/** What qpdf reads of a file, in the open. */
function inTheOpen(pdf: Uint8Array): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'platen-roles-'));
  try {
    const file = path.join(folder, 'a.pdf');
    writeFileSync(file, pdf);
    return execFileSync('qpdf', ['--qdf', '--object-streams=disable', file, '-'], { encoding: 'latin1' });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

it('every element of the structure is of a standard type, or its type is mapped to one', async () => {
  const finished = finishPdf(await prints.print(HTML));
  const text = inTheOpen(finished);
  const types = new Set([...text.matchAll(/\/S \/(\w+)\s+\/Type \/StructElem/g)].map(([, type]) => type as string));
  const roles = new Map(
    [...(/\/RoleMap <<([^>]*)>>/.exec(text)?.[1] ?? '').matchAll(/\/(\w+) \/(\w+)/g)].map(([, type, role]) => [
      type,
      role,
    ]),
  );
  expect([...types]).toEqual(expect.arrayContaining(['Strong', 'Em', 'P', 'H1']));
  for (const type of types) expect([...STANDARD], type).toContain(roles.get(type) ?? type);
  expect(pdfFaults(finished)).toBe('');
  // Once is enough.
  expect(inTheOpen(finishPdf(finished)).match(/\/RoleMap/g)).toHaveLength(1);
});
