/**
 * Closes the frames below this document that script has written into and left open, and to which nothing was added
 * since the last look: they load nothing, but the load event waits for them for ever. Documents that come from the
 * network have no writer, and are not changed by it (HTML, "document.close()").
 * @returns whether there are frames that cannot be seen from here, since they are of another origin
 */
export function closeWrittenFrames(): boolean {
  // It waits for its own parser. One that was written says `complete` before its load event.
  if (document.readyState === 'loading') return false;
  const world = globalThis as { $writtenFrames?: WeakMap<Document, number> };
  world.$writtenFrames ??= new WeakMap();
  const seen = world.$writtenFrames;
  const documents: Document[] = [document];
  let others = false;
  for (const current of documents) {
    for (const { $contentDocument: contentDocument } of current.$querySelectorAll<HTMLIFrameElement>(
      'iframe,frame,object',
    )) {
      if (contentDocument) documents.push(contentDocument);
      else others = true;
    }
  }
  for (const frame of documents.slice(1)) {
    if (frame.readyState !== 'loading') continue;
    const size = frame.documentElement?.$innerHTML.length ?? 0;
    if (seen.get(frame) === size) frame.close();
    else seen.set(frame, size);
  }
  return others;
}
