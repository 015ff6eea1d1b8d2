import {
  BookOpen,
  CalendarClock,
  ChartColumn,
  CreditCard,
  FileCode2,
  House,
  KeyRound,
  Layers,
  ListChecks,
  Logs,
  type LucideIcon,
  Play,
  Plug,
  ScanText,
  ScrollText,
  Settings,
  ShieldCheck,
  Users,
  Webhook,
} from 'lucide-react';
import { OVERSEERS, READERS, type Role, WORKERS } from '../api/session.ts';
import { t } from '../texts/en.ts';

export interface NavPage {
  readonly to: string;
  readonly text: string;
  readonly icon: LucideIcon;
  /** Who may use it: the service refuses the others. Default: everybody. */
  readonly roles?: readonly Role[];
}

/** What the navigation has, in groups. */
export const NAV: readonly { readonly title?: string; readonly pages: readonly NavPage[] }[] = [
  { pages: [{ to: '/', text: t.nav.home, icon: House }] },
  {
    title: t.nav.make,
    pages: [
      { to: '/playground', text: t.nav.playground, icon: Play, roles: WORKERS },
      { to: '/templates', text: t.nav.templates, icon: FileCode2, roles: READERS },
      { to: '/analysis', text: t.nav.analysis, icon: ScanText, roles: WORKERS },
    ],
  },
  {
    title: t.nav.run,
    pages: [
      { to: '/jobs', text: t.nav.jobs, icon: ListChecks, roles: READERS },
      { to: '/batches', text: t.nav.batches, icon: Layers, roles: READERS },
      { to: '/schedules', text: t.nav.schedules, icon: CalendarClock, roles: READERS },
      { to: '/webhooks', text: t.nav.webhooks, icon: Webhook, roles: READERS },
      { to: '/connections', text: t.nav.connections, icon: Plug, roles: READERS },
      { to: '/logs', text: t.nav.logs, icon: Logs, roles: READERS },
      { to: '/usage', text: t.nav.usage, icon: ChartColumn },
    ],
  },
  {
    title: t.nav.manage,
    pages: [
      { to: '/keys', text: t.nav.keys, icon: KeyRound, roles: READERS },
      { to: '/members', text: t.nav.members, icon: Users, roles: OVERSEERS },
      { to: '/audit', text: t.nav.audit, icon: ShieldCheck, roles: OVERSEERS },
      { to: '/billing', text: t.nav.billing, icon: CreditCard, roles: ['owner', 'admin', 'billing', 'auditor'] },
      { to: '/settings', text: t.nav.settings, icon: Settings },
    ],
  },
];

/** Pages of the service that are no part of the dashboard. */
export const OUTSIDE = [
  { href: '/docs', text: t.nav.docs, icon: BookOpen },
  { href: '/docs/guides', text: t.nav.guides, icon: ScrollText },
] as const;

/** Pages below one of the navigation that fewer roles have: an auditor sees that there are templates, and not what they say. */
const BELOW: readonly { readonly begins: string; readonly roles: readonly Role[] }[] = [
  { begins: '/templates/', roles: WORKERS },
];

/** Whether a role has the page at this path: the service refuses the others what it shows. */
export function hasPage(role: Role, path: string): boolean {
  const below = BELOW.find(({ begins }) => path.startsWith(begins));
  const page = NAV.flatMap(({ pages }) => pages).find(
    ({ to }) => path === to || (to !== '/' && path.startsWith(`${to}/`)),
  );
  const roles = below?.roles ?? page?.roles;
  return roles === undefined || roles.includes(role);
}
