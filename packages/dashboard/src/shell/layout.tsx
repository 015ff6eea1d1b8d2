import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, Outlet, useRouterState } from '@tanstack/react-router';
import { Menu as MenuIcon, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { sessionQuery, useOrganisation } from '../api/session.ts';
import { buttonLook } from '../components/button.tsx';
import { Page } from '../components/layout.tsx';
import { Logo } from '../components/logo.tsx';
import { Failure, Loading } from '../components/states.tsx';
import { NewOrganisation } from '../pages/account/organisation.tsx';
import { t } from '../texts/en.ts';
import { hasPage, NAV, OUTSIDE } from './pages.ts';
import { PersonMenu } from './person-menu.tsx';
import { SessionDialog } from './session-dialog.tsx';

const ITEM =
  'flex items-center gap-2.5 rounded-lg px-2.5 py-1 text-sm text-muted no-underline hover:bg-sunken hover:text-text';

function Navigation() {
  const role = useOrganisation()?.role;
  return (
    <nav aria-label={t.nav.label} className="flex flex-1 flex-col gap-3 overflow-y-auto px-3 py-1.5">
      {NAV.map(({ title, pages }) => {
        const shown = pages.filter(({ roles }) => !roles || (role && roles.includes(role)));
        return shown.length === 0 ? null : (
          <div key={title ?? ''} className="grid gap-0.5">
            {title && <p className="m-0 px-2.5 pb-0.5 text-xs font-medium text-muted">{title}</p>}
            {shown.map(({ to, text, icon: Icon }) => (
              <Link
                key={to}
                to={to}
                activeOptions={{ exact: to === '/' }}
                className={ITEM}
                activeProps={{ className: '!bg-accent-soft !text-accent-strong font-medium' }}
              >
                <Icon aria-hidden className="size-4" />
                {text}
              </Link>
            ))}
          </div>
        );
      })}
      <div className="mt-auto grid gap-0.5 pt-1">
        {OUTSIDE.map(({ href, text, icon: Icon }) => (
          <a key={href} href={href} className={ITEM}>
            <Icon aria-hidden className="size-4" />
            {text}
          </a>
        ))}
      </div>
    </nav>
  );
}

/** The page, if the role of who is signed in has it; else why not, and a way on. */
function Allowed() {
  // Of what is shown: the address changes before the page does.
  const path = useRouterState({ select: ({ matches }) => matches.at(-1)?.pathname ?? '/' });
  const role = useOrganisation()?.role;
  if (role === undefined || hasPage(role, path)) return <Outlet />;
  return (
    <Page title={t.refused.title} lead={t.refused.text(role)}>
      <Link to="/" className={buttonLook()}>
        {t.notFound.home}
      </Link>
    </Page>
  );
}

/** What is around every page of somebody who is signed in. */
export function Layout() {
  const session = useQuery(sessionQuery);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const [open, setOpen] = useState(false);
  const [wanted] = useState(path);
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes when the page changes
  useEffect(() => setOpen(false), [path]);

  if (session.data === undefined) {
    return <div className="p-6">{session.error ? <Failure error={session.error} /> : <Loading />}</div>;
  }
  if (session.data === null) return <Navigate to="/sign-in" search={wanted === '/' ? {} : { next: wanted }} />;
  if (session.data.organisations.length === 0) return <NewOrganisation />;

  return (
    <div className="min-h-dvh lg:pl-60">
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:fixed focus:left-3 focus:top-3 focus:z-50 focus:rounded-lg focus:bg-raised focus:px-4 focus:py-2"
      >
        {t.skip}
      </a>
      <aside
        className={`fixed inset-y-0 left-0 z-30 w-60 flex-col border-r border-line bg-surface ${open ? 'flex shadow-high' : 'hidden'} lg:flex lg:shadow-none`}
      >
        <div className="flex h-14 items-center gap-2.5 px-5">
          <Logo />
          <span className="text-base font-semibold tracking-tight">Platen</span>
        </div>
        <Navigation />
        <div className="border-t border-line p-3">
          <PersonMenu session={session.data} />
        </div>
      </aside>
      {open && (
        <button
          type="button"
          tabIndex={-1}
          aria-label={t.close}
          className="fixed inset-0 z-20 border-0 bg-black/40 lg:hidden"
          onClick={() => setOpen(false)}
        />
      )}
      <header className="sticky top-0 z-10 flex h-14 items-center gap-3 border-b border-line bg-surface px-4 lg:hidden">
        <button
          type="button"
          aria-expanded={open}
          aria-label={t.menu}
          className="grid size-9 place-items-center rounded-lg border border-line bg-surface"
          onClick={() => setOpen(!open)}
        >
          {open ? <X aria-hidden className="size-4" /> : <MenuIcon aria-hidden className="size-4" />}
        </button>
        <Logo className="size-6" />
        <span className="font-semibold tracking-tight">Platen</span>
      </header>
      <main id="content" tabIndex={-1} className="mx-auto max-w-[84rem] px-4 py-6 outline-none sm:px-6 lg:px-8 lg:py-8">
        <Allowed />
      </main>
      <SessionDialog session={session.data} />
    </div>
  );
}
