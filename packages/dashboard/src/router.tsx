import {
  createRootRoute,
  createRoute,
  createRouter,
  type ErrorComponentProps,
  Link,
  lazyRouteComponent,
  Outlet,
} from '@tanstack/react-router';
import { Button, buttonLook } from './components/button.tsx';
import { Empty } from './components/states.tsx';
import { Layout } from './shell/layout.tsx';
import { t } from './texts/en.ts';

function NotFound() {
  return (
    <main>
      <title>{`${t.notFound.title} · Platen`}</title>
      <Empty title={t.notFound.title} text={t.notFound.text}>
        <Link to="/" className={buttonLook()}>
          {t.notFound.home}
        </Link>
      </Empty>
    </main>
  );
}

function Broken(_: ErrorComponentProps) {
  return (
    <div role="alert">
      <Empty title={t.broken.title} text={t.broken.text}>
        <Button onClick={() => window.location.reload()}>{t.broken.reload}</Button>
      </Empty>
    </div>
  );
}

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound });
const inside = createRoute({ getParentRoute: () => root, id: 'inside', component: Layout });

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  // Only a page of the dashboard: a link must not lead anybody elsewhere after signing in.
  validateSearch: ({ next }): { next?: string } =>
    typeof next === 'string' && /^\/(?![/\\])/.test(next) ? { next } : {},
  component: lazyRouteComponent(() => import('./pages/account/sign-in.tsx'), 'SignIn'),
});
const signUp = createRoute({
  getParentRoute: () => root,
  path: '/sign-up',
  component: lazyRouteComponent(() => import('./pages/account/sign-up.tsx'), 'SignUp'),
});
const verify = createRoute({
  getParentRoute: () => root,
  path: '/verify',
  component: lazyRouteComponent(() => import('./pages/account/links.tsx'), 'Verify'),
});
const reset = createRoute({
  getParentRoute: () => root,
  path: '/reset',
  component: lazyRouteComponent(() => import('./pages/account/links.tsx'), 'Reset'),
});
const invitation = createRoute({
  getParentRoute: () => root,
  path: '/invitation',
  component: lazyRouteComponent(() => import('./pages/account/links.tsx'), 'Invitation'),
});
const operator = createRoute({
  getParentRoute: () => root,
  path: '/operator',
  component: lazyRouteComponent(() => import('./pages/operator/operator.tsx'), 'Operator'),
});
const home = createRoute({
  getParentRoute: () => inside,
  path: '/',
  component: lazyRouteComponent(() => import('./pages/home/home.tsx'), 'Home'),
});
const start = createRoute({
  getParentRoute: () => inside,
  path: '/start',
  component: lazyRouteComponent(() => import('./pages/start.tsx'), 'Start'),
});
const playground = createRoute({
  getParentRoute: () => inside,
  path: '/playground',
  component: lazyRouteComponent(() => import('./pages/playground/playground.tsx'), 'Playground'),
});
const keys = createRoute({
  getParentRoute: () => inside,
  path: '/keys',
  component: lazyRouteComponent(() => import('./pages/keys/keys.tsx'), 'Keys'),
});
const jobs = createRoute({
  getParentRoute: () => inside,
  path: '/jobs',
  component: lazyRouteComponent(() => import('./pages/jobs/jobs.tsx'), 'Jobs'),
});
const job = createRoute({
  getParentRoute: () => inside,
  path: '/jobs/$id',
  component: lazyRouteComponent(() => import('./pages/jobs/job.tsx'), 'Job'),
});
const analysis = createRoute({
  getParentRoute: () => inside,
  path: '/analysis',
  component: lazyRouteComponent(() => import('./pages/analysis/analysis.tsx'), 'Analysis'),
});
const webhooks = createRoute({
  getParentRoute: () => inside,
  path: '/webhooks',
  component: lazyRouteComponent(() => import('./pages/webhooks/webhooks.tsx'), 'Webhooks'),
});
const usage = createRoute({
  getParentRoute: () => inside,
  path: '/usage',
  component: lazyRouteComponent(() => import('./pages/usage/usage.tsx'), 'Usage'),
});
const members = createRoute({
  getParentRoute: () => inside,
  path: '/members',
  component: lazyRouteComponent(() => import('./pages/members/members.tsx'), 'Members'),
});
const audit = createRoute({
  getParentRoute: () => inside,
  path: '/audit',
  component: lazyRouteComponent(() => import('./pages/audit/audit.tsx'), 'Audit'),
});
const logs = createRoute({
  getParentRoute: () => inside,
  path: '/logs',
  component: lazyRouteComponent(() => import('./pages/logs/logs.tsx'), 'Logs'),
});
const settings = createRoute({
  getParentRoute: () => inside,
  path: '/settings',
  component: lazyRouteComponent(() => import('./pages/settings/settings.tsx'), 'Settings'),
});
const templates = createRoute({
  getParentRoute: () => inside,
  path: '/templates',
  component: lazyRouteComponent(() => import('./pages/templates/templates.tsx'), 'Templates'),
});
const studio = createRoute({
  getParentRoute: () => inside,
  path: '/templates/$slug',
  component: lazyRouteComponent(() => import('./pages/templates/studio.tsx'), 'Studio'),
});
const batches = createRoute({
  getParentRoute: () => inside,
  path: '/batches',
  component: lazyRouteComponent(() => import('./pages/batches/batches.tsx'), 'Batches'),
});
const batch = createRoute({
  getParentRoute: () => inside,
  path: '/batches/$id',
  component: lazyRouteComponent(() => import('./pages/batches/batch.tsx'), 'Batch'),
});
const connections = createRoute({
  getParentRoute: () => inside,
  path: '/connections',
  component: lazyRouteComponent(() => import('./pages/connections/connections.tsx'), 'Connections'),
});
const billing = createRoute({
  getParentRoute: () => inside,
  path: '/billing',
  component: lazyRouteComponent(() => import('./pages/billing/billing.tsx'), 'Billing'),
});
const schedules = createRoute({
  getParentRoute: () => inside,
  path: '/schedules',
  component: lazyRouteComponent(() => import('./pages/schedules/schedules.tsx'), 'Schedules'),
});

export const router = createRouter({
  routeTree: root.addChildren([
    signIn,
    signUp,
    verify,
    reset,
    invitation,
    operator,
    inside.addChildren([
      home,
      start,
      playground,
      templates,
      studio,
      batches,
      batch,
      schedules,
      keys,
      jobs,
      job,
      analysis,
      webhooks,
      connections,
      usage,
      members,
      audit,
      logs,
      billing,
      settings,
    ]),
  ]),
  defaultErrorComponent: Broken,
  defaultPreload: 'intent',
  scrollRestoration: false,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
