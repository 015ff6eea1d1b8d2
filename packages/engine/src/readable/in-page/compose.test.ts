import { describe, expect, it } from 'vitest';
import { composeForPage } from './compose.ts';

function greet(parts: { readonly name: (given: string) => string }, given: string): string {
  // Says hello.
  const sign = '→';
  /*
   * In the words of
   * the part.
   */
  return `${sign} // ${parts.name(given)}`;
}

const name = (given: string): string => given.replace(/[éè]/g, 'e'); /* stays */

const composed = composeForPage(greet, { name });
const asSent = (text: string): ((given: string) => string) => new Function(`return (${text})`)();

describe('composeForPage', () => {
  it('makes one function of its parts', () => {
    expect(composed('Zoé')).toBe('→ // Zoe');
  });

  it('has a text that does the same without its module', () => {
    expect(asSent(composed.toString())('Zoé')).toBe('→ // Zoe');
  });

  it('has a text in ASCII, without indentation and lines of comment', () => {
    const text = composed.toString();
    expect(text).toMatch(/^[\t\n -~]*$/);
    expect(text).not.toMatch(/^[ \t]/m);
    expect(text).not.toContain('Says hello');
    expect(text).not.toContain('In the words');
  });
});
