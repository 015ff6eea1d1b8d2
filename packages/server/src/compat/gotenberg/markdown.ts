import type { SourceFile } from '@platen/engine';
import { invalidField } from '../../http/valid.ts';

/** Where a page of theirs asks for a Markdown file: `{{ toHTML "file.md" }}`, and `{{ toHTML .DirPath "file.md" }}` of Gotenberg 6. */
const MARKDOWN =
  /\{\{-?[ \t]{0,20}toHTML[ \t]{1,20}(?:\.DirPath[ \t]{1,20})?(?:"([^"\r\n]{1,255})"|`([^`\r\n]{1,255})`)[ \t]{0,20}-?\}\}/g;

/**
 * A page with Markdown files in it, as a template and its data. No text of the caller becomes part of the template: the
 * page stands in the data, piece by piece, so that only the Markdown is changed.
 * @throws ApiError `invalid_request` that names the files that are not there
 */
export function withMarkdown(page: string, files: readonly SourceFile[]) {
  const data: Record<string, string> = {};
  const absent: string[] = [];
  let template = '';
  const add = (text: string, filter = '') => {
    const name = `part${Object.keys(data).length}`;
    data[name] = text;
    template += `{{ ${name}${filter} }}`;
  };
  let end = 0;
  for (const match of page.matchAll(MARKDOWN)) {
    const name = match[1] ?? match[2] ?? '';
    const file = files.find((one) => one.name === name);
    add(page.slice(end, match.index));
    if (file) add(Buffer.from(file.bytes).toString('utf8'), ' | markdown');
    else absent.push(`'${name}'`);
    end = match.index + match[0].length;
  }
  add(page.slice(end));
  if (absent.length > 0) throw invalidField('/files', `Markdown file(s) not found: ${absent.join('; ')}`);
  return { source: { html: template }, data, escape: 'none' };
}
