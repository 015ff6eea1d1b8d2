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
import { type Role, WORKERS } from '../api/session.ts';
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
      { to: '/templates', text: t.nav.templates, icon: FileCode2, roles: [...WORKERS, 'auditor'] },
      { to: '/analysis', text: t.nav.analysis, icon: ScanText, roles: WORKERS },
    ],
  },
  {
    title: t.nav.run,
    pages: [
      { to: '/jobs', text: t.nav.jobs, icon: ListChecks, roles: [...WORKERS, 'auditor'] },
      { to: '/batches', text: t.nav.batches, icon: Layers, roles: [...WORKERS, 'auditor'] },
      { to: '/schedules', text: t.nav.schedules, icon: CalendarClock, roles: [...WORKERS, 'auditor'] },
      { to: '/webhooks', text: t.nav.webhooks, icon: Webhook, roles: [...WORKERS, 'auditor'] },
      { to: '/connections', text: t.nav.connections, icon: Plug, roles: [...WORKERS, 'auditor'] },
      { to: '/logs', text: t.nav.logs, icon: Logs, roles: [...WORKERS, 'auditor'] },
      { to: '/usage', text: t.nav.usage, icon: ChartColumn },
    ],
  },
  {
    title: t.nav.manage,
    pages: [
      { to: '/keys', text: t.nav.keys, icon: KeyRound, roles: [...WORKERS, 'auditor'] },
      { to: '/members', text: t.nav.members, icon: Users, roles: ['owner', 'admin', 'auditor'] },
      { to: '/audit', text: t.nav.audit, icon: ShieldCheck, roles: ['owner', 'admin', 'auditor'] },
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
