import { describe, expect, it } from 'vitest';
import { sentText } from './sent-text.ts';

describe('the length of the text in HTML', () => {
  it('counts what a reader could see', () => {
    expect(sentText('<title>No</title><p>Two  words</p>\n <p>More</p>')).toBe('Two words'.length + 'More'.length);
  });

  it('leaves out scripts, style sheets and comments', () => {
    expect(sentText('a<script src="x">var b = "<p>c</p>";</script><STYLE>p{}</STYLE><!-- <p>no</p> -->d')).toBe(2);
  });

  it('keeps what is for readers without script', () => {
    expect(sentText('<noscript><p>Content</p></noscript>')).toBe('Content'.length);
  });

  it('ends where markup is not closed', () => {
    expect(sentText('abc<script>d<p>e')).toBe(3);
    expect(sentText('abc<p')).toBe(3);
  });
});
