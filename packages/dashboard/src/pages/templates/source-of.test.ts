import { expect, it } from 'vitest';
import { sourceFinder } from './source-of.ts';

const DRAFT = {
  content: `<h1 class="Total">{{ t.title | default: 'Invoice' }} {{ number }}</h1>
<p>Pay within   30 days &amp; thank you</p>
{% for item in items %}
  <li>{{ item.name }}</li>
{% endfor %}
<p>{{ seller.name }}</p>
<p>{{ due | date: '%e %b %Y' }} {{ total | money }}</p>`,
  css: '',
  header: '',
  footer: '<p>Page {{page}} of our letter</p>',
  data: `{
  "number": "A-17",
  "items": [{ "name": "Lamp" }, { "name": "Long table" }],
  "seller": { "name": "Ada Ltd" },
  "due": "2026-11-29",
  "total": 1234.5,
  "unused": "Nobody prints it"
}`,
  samples: [],
  options: '{}',
};

it('finds where a text of a page is written: as it stands, by its placeholder, or in the data', () => {
  const find = sourceFinder(DRAFT);
  expect(find('Pay within 30 days & thank you')).toMatchObject({ part: 'content', line: 2 });
  expect(find('Page 1 of our letter')).toMatchObject({ part: 'footer', line: 1 });
  expect(find('A-17')).toMatchObject({ part: 'content', line: 1 });
  expect(find('Invoice A-17')).toMatchObject({ part: 'content', line: 1 });
  expect(find('Long table')).toMatchObject({ part: 'content', line: 4 });
  expect(find('Ada Ltd')).toMatchObject({ part: 'content', line: 6 });
  expect(find('Nobody prints it')).toMatchObject({ part: 'data', line: 7 });
  expect(find('P A Y within 30 days')).toMatchObject({ part: 'content', line: 2 });
  expect(find('29 Nov 2026')).toMatchObject({ part: 'content', line: 7 });
  expect(find('€1,234.50')).toMatchObject({ part: 'content', line: 7 });
  expect(find('Total')).toBeUndefined();
  expect(find('written nowhere')).toBeUndefined();
});
