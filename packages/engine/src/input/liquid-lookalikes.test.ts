import { expect, it } from 'vitest';
import { EngineError } from '../errors.ts';
import { renderTemplate } from './template.ts';

it.each([
  ['{{#each items}}{{name}}{{/each}}', 'Handlebars', '{% for item in items %}'],
  ['{{#if paid}}yes{{/if}}', 'Handlebars', '{% if value %}'],
  ['{{#items}}x{{/items}}', 'Mustache', '{% for item in items %}'],
  ['{{{ name }}}', 'Mustache', '{{ value | raw }}'],
  ['{% set a = 1 %}', 'Jinja', 'Liquid has "assign"'],
  ['{% if a %}{% elif b %}{% endif %}', 'Jinja', 'Liquid has "elsif"'],
  ['{{ name | safe }}', 'Jinja', 'Liquid has "raw"'],
])('%s is of another language, and the error says how Liquid writes it', async (template, language, liquid) => {
  const error: unknown = await renderTemplate({ template, data: {} }).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(EngineError);
  const { message } = error as EngineError;
  expect(message).toContain(language);
  expect(message).toContain(liquid);
});
