/** Something by its name, with its id below; by its id alone where no name is known. */
export function Named({ id, name }: { readonly id: string | null; readonly name: string | undefined }) {
  if (id === null) return null;
  if (name === undefined)
    return (
      <code className="block max-w-40 truncate font-mono text-xs text-muted" title={id}>
        {id}
      </code>
    );
  return (
    <span className="block max-w-52 truncate" title={`${name} · ${id}`} dir="auto">
      {name}
    </span>
  );
}
