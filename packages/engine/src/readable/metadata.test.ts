import { describe, expect, it } from 'vitest';
import { useReader } from '../testing/readable.ts';

const { read } = useReader();
const baseUrl = 'https://shop.example.com/dir/page.html';
const details = async (html: string, given: Record<string, unknown> = {}) =>
  (await read('markdown', html, { baseUrl, ...given })).details;
const jsonLd = (value: unknown) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`;

describe('metadata', () => {
  it('is what the head declares', async () => {
    const html = `<html lang="en-GB"><head><title> A  title </title><link rel="canonical" href="/c?x=1">
      <meta name="description" content="What it is"><meta name="author" content="Ada"><meta property="og:site_name" content="The site">
      <meta property="og:image" content="/i.png"><meta property="article:published_time" content="2026-01-02T03:04:05Z">
      <meta property="article:modified_time" content="2026-02-03"></head><body><p>x`;
    expect((await details(html)).metadata).toEqual({
      title: 'A title',
      description: 'What it is',
      language: 'en-GB',
      url: baseUrl,
      canonical: 'https://shop.example.com/c?x=1',
      author: 'Ada',
      published: '2026-01-02T03:04:05Z',
      modified: '2026-02-03',
      site_name: 'The site',
      image: 'https://shop.example.com/i.png',
    });
  });

  it('is what JSON-LD declares where the head says nothing', async () => {
    const html = `${jsonLd({ '@type': 'Organization', name: 'No author', image: 'no.png' })}${jsonLd({
      '@graph': [
        {
          '@type': ['Thing', 'NewsArticle'],
          headline: 'Headline',
          description: 'In short',
          author: [{ '@type': 'Person', name: 'Ada' }, { name: 'Bo' }],
          datePublished: '2026-03-04',
          dateModified: '2026-03-05',
          publisher: { '@type': 'Organization', name: 'The paper' },
          image: [{ '@type': 'ImageObject', url: '/picture.jpg' }],
        },
      ],
    })}<script type="application/ld+json">{broken</script><p>x`;
    expect((await details(html)).metadata).toEqual({
      title: 'Headline',
      description: 'In short',
      url: baseUrl,
      author: 'Ada, Bo',
      published: '2026-03-04',
      modified: '2026-03-05',
      site_name: 'The paper',
      image: 'https://shop.example.com/picture.jpg',
    });
  });

  it('is what microdata declares', async () => {
    const html = `<article itemscope><span itemprop="author" itemscope>By <b itemprop="name">Cleo</b></span>
      <time itemprop="datePublished" datetime="2026-05-06">yesterday</time></article>`;
    expect((await details(html)).metadata).toMatchObject({ author: 'Cleo', published: '2026-05-06' });
  });

  it('leads nowhere but to the web, takes no address for a name, and is bounded', async () => {
    const html = `<title>${'t'.repeat(10_000)}</title><link rel="canonical" href="javascript:alert(1)">
      <meta property="og:image" content="data:image/png;base64,AA"><meta property="article:author" content="https://www.facebook.com/x">
      ${jsonLd({ '@type': 'Article', image: 'file:///etc/passwd', author: { name: 'n'.repeat(9_000) } })}<p>x`;
    const { metadata } = await details(html);
    expect(Object.keys(metadata).sort()).toEqual(['author', 'title', 'url']);
    expect(metadata.title).toHaveLength(2_000);
    expect(metadata.author).toHaveLength(2_000);
  });

  it('has no picture where the page names none', async () => {
    const named = '<meta property="og:image" content=" "><p>x';
    for (const html of ['<p>x', named]) expect((await details(html)).metadata.image).toBeUndefined();
  });

  it('of a document without an address has none', async () => {
    const html = '<link rel="canonical" href="/c"><meta property="og:image" content="https://e.org/i.png"><p>x';
    expect((await details(html, { baseUrl: undefined })).metadata).toEqual({ image: 'https://e.org/i.png' });
  });
});

describe('lists of links and images', () => {
  const html = `<nav><a href="/home">Home</a></nav><p>See <a href="/a" rel="nofollow noopener UGC">the <b>first</b></a>,
    <a href="javascript:alert(1)">no</a> <a href="file:///x">no</a> <a href="data:text/html,x">no</a>
    <a href="mailto:a@example.org">mail</a> <a href="/a">again</a> <a href="/a">again</a>
    <a href="/pic"><img src="/p.png" alt="A picture" title="T" width=50 height=50></a></p>
    <table><tr><th>K</th><th>V</th></tr><tr><td>x</td><td><a href="#deep">cell</a></td></tr></table>
    <p><img src="data:image/gif;base64,AA" alt="inline" width=50 height=50><img src="/p.png" alt="again" width=50 height=50>`;

  it('are there only when asked for', async () => {
    expect(Object.keys(await details(html))).toEqual(['metadata']);
    expect(Object.keys(await details(html, { include: ['images'] }))).toEqual(['metadata', 'images']);
  });

  it('hold what was read, with absolute addresses, each once', async () => {
    const { links, images } = await details(html, { include: ['links', 'images'] });
    expect(links).toEqual([
      { url: 'https://shop.example.com/a', text: 'the first', rel: 'nofollow ugc' },
      { url: 'mailto:a@example.org', text: 'mail' },
      { url: 'https://shop.example.com/a', text: 'again', rel: 'nofollow ugc' },
      { url: 'https://shop.example.com/pic', text: 'A picture' },
      { url: `${baseUrl}#deep`, text: 'cell' },
    ]);
    expect(images).toEqual([{ url: 'https://shop.example.com/p.png', alt: 'A picture', title: 'T' }]);
  });

  it('are bounded', async () => {
    const many = Array.from(
      { length: 5_100 },
      (_, index) => `<a href="/${index}">${index} ${'w'.repeat(index === 0 ? 5_000 : 1)}</a> `,
    );
    const { links = [] } = await details(`<p>${many.join('')}</p>`, { include: ['links'], content: 'full' });
    expect(links).toHaveLength(5_000);
    expect(links[0]?.text).toHaveLength(1_000);
  });
});
