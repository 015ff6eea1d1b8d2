/** Reads a document once, however many fields or answers need what was read; it is forgotten with the document. */
export function remembered<Of extends object, Value>(read: (document: Of) => Value): (document: Of) => Value {
  const known = new WeakMap<Of, { readonly value: Value }>();
  return (document) => {
    const before = known.get(document);
    if (before) return before.value;
    const value = read(document);
    known.set(document, { value });
    return value;
  };
}
