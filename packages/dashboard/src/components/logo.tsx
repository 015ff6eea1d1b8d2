/** The mark: a sheet under the platen of a press. */
export function Logo({ className = 'size-7' }: { readonly className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden className={className}>
      <rect width="32" height="32" rx="8" fill="var(--accent)" />
      <rect x="8" y="7" width="16" height="5" rx="1.5" fill="var(--on-accent)" />
      <path d="M10 15h12v8a2 2 0 0 1-2 2h-8a2 2 0 0 1-2-2z" fill="var(--on-accent)" opacity="0.72" />
    </svg>
  );
}
