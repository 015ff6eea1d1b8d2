import type { DrawnPage, Found } from '../../api/preview.ts';

/** Pages of the newest text, and those that were not drawn of it yet as they were before. */
export function together(near: Found, all: Found | undefined): Found {
  if (!near.preview) return near;
  const { pages } = near.preview;
  const drawn = new Map<number, DrawnPage>();
  for (const page of [...(all?.preview?.drawn ?? []), ...near.preview.drawn]) {
    if (page.page <= pages) drawn.set(page.page, page);
  }
  const inOrder = [...drawn.values()].sort((a, b) => a.page - b.page);
  return { ...near, preview: { ...near.preview, drawn: inOrder } };
}
