import { expect, it } from 'vitest';
import { usePages } from '../testing/page.ts';

const pages = usePages();

it('runs what is ours in the document that it was led to, and not in the world of its scripts', async () => {
  const page = await pages.write('<p>first');
  const look = () => [document.body.textContent, 'theirs' in window] as const;
  for (const word of ['second', 'third']) {
    await page.call(look);
    await page.navigate(`data:text/html,<p>${word}<script>window.theirs = 1</script>`);
    // Scripts of the document run once it is there.
    await expect.poll(() => page.call(look)).toEqual([`${word}window.theirs = 1`, false]);
  }
});
