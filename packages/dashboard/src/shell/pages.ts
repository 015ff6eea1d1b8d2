import { BookOpen, House, KeyRound, type LucideIcon, Play, ScrollText } from 'lucide-react';
import type { Role } from '../api/session.ts';
import { t } from '../texts/en.ts';

export interface NavPage {
  readonly to: string;
  readonly text: string;
  readonly icon: LucideIcon;
  /** Who may use it: the service refuses the others. Default: everybody. */
  readonly roles?: readonly Role[];
}

const WORKERS: readonly Role[] = ['owner', 'admin', 'developer'];

/** What the navigation has, in groups. */
export const NAV: readonly { readonly title?: string; readonly pages: readonly NavPage[] }[] = [
  { pages: [{ to: '/', text: t.nav.home, icon: House }] },
  {
    title: t.nav.make,
    pages: [{ to: '/playground', text: t.nav.playground, icon: Play, roles: WORKERS }],
  },
  {
    title: t.nav.manage,
    pages: [{ to: '/keys', text: t.nav.keys, icon: KeyRound, roles: [...WORKERS, 'auditor'] }],
  },
];

/** Pages of the service that are no part of the dashboard. */
export const OUTSIDE = [
  { href: '/docs', text: t.nav.docs, icon: BookOpen },
  { href: '/docs/guides', text: t.nav.guides, icon: ScrollText },
] as const;
