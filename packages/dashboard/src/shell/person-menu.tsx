import { Check, ChevronsUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { queries } from '../api/client.ts';
import { auth, type Session } from '../api/session.ts';
import { t } from '../texts/en.ts';
import { setTheme, THEMES, useTheme } from './theme.ts';

const MENU = 'person-menu';

interface ItemProps {
  readonly children: ReactNode;
  /** Whether it is what is chosen; undefined: nothing to choose. */
  readonly chosen?: boolean;
  readonly onClick: () => void;
}

function Item({ children, chosen, onClick }: ItemProps) {
  return (
    <button
      type="button"
      aria-pressed={chosen}
      onClick={onClick}
      className="flex w-full items-center justify-between gap-3 rounded-md border-0 bg-transparent px-2.5 py-1.5 text-left text-sm text-text hover:bg-sunken"
    >
      <span className="min-w-0">{children}</span>
      {chosen && <Check aria-hidden className="size-4 shrink-0 text-accent" />}
    </button>
  );
}

const TITLE = 'm-0 px-2.5 pb-1 pt-2 text-xs font-medium text-muted';

/** Who is signed in, in which organization, and how the dashboard looks. */
export function PersonMenu({ session }: { readonly session: Session }) {
  const { person, organisations } = session;
  const active = organisations.find((organisation) => organisation.active);
  const theme = useTheme();

  const enter = async (id: string) => {
    if (id === active?.id) return;
    await auth.enter(id);
    // Everything that was read is of another organization.
    queries.clear();
    window.location.assign('/');
  };
  const signOut = async () => {
    await auth.signOut();
    window.location.assign('/sign-in');
  };

  return (
    <>
      <button
        type="button"
        popoverTarget={MENU}
        className="flex w-full items-center gap-2.5 rounded-lg border-0 bg-transparent p-1.5 text-left hover:bg-sunken"
      >
        <span
          aria-hidden
          className="grid size-8 shrink-0 place-items-center rounded-full bg-accent-soft text-xs font-semibold text-accent-strong"
        >
          {person.name.slice(0, 1).toUpperCase()}
        </span>
        <span className="min-w-0 flex-1">
          <span className="block truncate text-sm font-medium text-text">{person.name}</span>
          <span className="block truncate text-xs text-muted">{active?.name}</span>
        </span>
        <ChevronsUpDown aria-hidden className="size-4 text-muted" />
        <span className="sr-only">{t.nav.account}</span>
      </button>
      <div
        id={MENU}
        popover="auto"
        className="fixed bottom-20 left-3 right-auto top-auto m-0 max-h-[70dvh] w-56 overflow-auto rounded-xl border border-line bg-raised p-1.5 text-text shadow-high"
      >
        <p className={TITLE}>{t.nav.organisations}</p>
        {organisations.map(({ id, name, role }) => (
          <Item key={id} chosen={id === active?.id} onClick={() => void enter(id)}>
            <span className="block truncate">{name}</span>
            <span className="block text-xs text-muted">{role}</span>
          </Item>
        ))}
        <p className={TITLE}>{t.nav.theme}</p>
        {THEMES.map((name) => (
          <Item key={name} chosen={name === theme} onClick={() => setTheme(name)}>
            {t.nav[name]}
          </Item>
        ))}
        <div className="my-1.5 border-t border-line" />
        <Item onClick={() => void signOut()}>{t.nav.signOut}</Item>
      </div>
    </>
  );
}
