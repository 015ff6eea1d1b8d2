/** What the service says of itself in the page that it sends. */
interface ServiceFacts {
  /** Whether nobody owns it yet: who signs up first gives the setup code. */
  readonly first: boolean;
  /** For style sheets that a script makes, such as those of the editor. */
  readonly nonce: string;
}

function readFacts(): ServiceFacts {
  const element = document.querySelector<HTMLMetaElement>('meta[name=platen]');
  // Browsers hide the attribute from style sheets; the property has it.
  return { first: element?.content === 'first', nonce: element?.nonce ?? '' };
}

export const service = readFacts();

/** The token of the link that led here. Read once, and removed from the address: it must not stay in the history. */
export const linkToken = ((): string | undefined => {
  const token = new URLSearchParams(window.location.hash.slice(1)).get('token') ?? undefined;
  if (token !== undefined) window.history.replaceState(null, '', window.location.pathname);
  return token;
})();
