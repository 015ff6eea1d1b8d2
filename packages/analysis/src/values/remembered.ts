import type { Document } from './document.ts';

/** Reads a document once, however many fields or answers need what was read; it is forgotten with the document. */
export function remembered<Value>(read: (document: Document) => Value): (document: Document) => Value {
  const known = new WeakMap<Document, { readonly value: Value }>();
  return (document) => {
    const before = known.get(document);
    if (before) return before.value;
    const value = read(document);
    known.set(document, { value });
    return value;
  };
}
