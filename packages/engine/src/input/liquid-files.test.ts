import { describe, expect, it } from 'vitest';
import { renderLiquid } from './liquid.ts';

const files = { 'logo.png': 'data:image/png;base64,AAAA', 'img/seal.svg': 'data:image/svg+xml;base64,BBBB' };
const render = (template: string, data: Record<string, unknown> = {}) =>
  renderLiquid(template, data, { files, snippets: { s: "{{ 'logo.png' | image_data }}" } });

describe('image_data', () => {
  it('puts a file into the document', () => {
    expect(render(`<img src="{{ 'logo.png' | image_data }}">`)).toBe('<img src="data:image/png;base64,AAAA">');
    expect(render('{{ name | image_data }}', { name: 'img/seal.svg' })).toBe(files['img/seal.svg']);
    expect(render("{% render 's' %}")).toBe(files['logo.png']);
  });

  it('names the nearest file when there is none', () => {
    const none = 'The filter "image_data" knows no file of this name.';
    expect(() => render("{{ 'logo.pgn' | image_data }}")).toThrow(`${none} Did you mean "logo.png"?`);
    expect(() => render('{{ name | image_data }}', { name: '/etc/CANARY' })).toThrow(none);
    expect(() => render('{{ name | image_data }}', { name: '/etc/CANARY' })).not.toThrow('CANARY');
    expect(() => render("{{ 'constructor' | image_data }}{{ nothing | image_data }}")).toThrow(none);
  });
});
