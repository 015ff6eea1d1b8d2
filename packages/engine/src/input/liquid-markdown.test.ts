import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderLiquid } from './liquid.ts';

const markdown = (text: string) => renderLiquid('{{ text | markdown }}', { text });

describe('markdown', () => {
  it('writes paragraphs, lists and tables', () => {
    expect(markdown('# Terms\n\nPay *soon*:\n\n- cash\n- card')).toBe(
      '<h1>Terms</h1>\n<p>Pay <em>soon</em>:</p>\n<ul>\n<li>cash</li>\n<li>card</li>\n</ul>\n',
    );
    expect(markdown('| a | b |\n|--:|---|\n| 1 | 2 |')).toContain('<td align="right">1</td>');
    expect(markdown('[shop](https://example.com "T&C") <mail@example.com>')).toBe(
      '<p><a href="https://example.com" title="T&amp;C">shop</a> <a href="mailto:mail@example.com">mail@example.com</a></p>\n',
    );
    expect(renderLiquid('{{ nothing | markdown }}', {})).toBe('');
  });

  it.each([
    ['<script>alert(1)</script>', '&lt;script&gt;'],
    ['a <b onclick="x()">b</b>', '&lt;b onclick=&#34;x()&#34;&gt;'],
    ['[a](javascript:alert(1))', '<p>a</p>'],
    // A browser reads this as a relative address: a reference is not decoded twice.
    ['[a](JaVa&Tab;Script:alert(1))', 'href="JaVa&amp;Tab;Script:alert(1)"'],
    ['[a](JaVaScript:alert(1))', '<p>a</p>'],
    ['[a](data:text/html,x)', '<p>a</p>'],
    ['[a](vbscript:x)', '<p>a</p>'],
    ['<javascript:alert(1)>', '<p>javascript:alert(1)</p>'],
    ['![a](javascript:alert(1))', '<p>a</p>'],
    ['[a][r]\n\n[r]: file:///etc/passwd', '<p>a</p>'],
  ])('makes %j harmless', (text, expected) => {
    expect(markdown(text)).toContain(expected);
  });

  it('keeps pictures that are data', () => {
    expect(markdown('![dot](data:image/png;base64,AAAA)')).toBe(
      '<p><img src="data:image/png;base64,AAAA" alt="dot"></p>\n',
    );
  });

  it('lets no text through as markup of its own', () => {
    const unit = fc.constantFrom(...'<>"\'&[]()!*_`#|\\:;/ \n-=x', 'javascript:', 'onerror=', '<img ', '&#58;', '\t');
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 40 }), (text) => {
        for (const [tag] of markdown(text).matchAll(/<[^>]*>?/g)) {
          expect(tag).toMatch(
            /^<\/?(?:p|h[1-6]|ul|ol|li|em|strong|del|code|pre|hr|br|blockquote|table|thead|tbody|tr|t[hd]|a|img|input)(?: (?:href|src|alt|title|class|align|start|type|disabled|checked)="[^"<>]*")* ?\/?>$/,
          );
          expect(tag).not.toMatch(/(?:href|src)="\s*(?:javascript|data:text)/i);
        }
      }),
      { numRuns: 500 },
    );
  });
});
