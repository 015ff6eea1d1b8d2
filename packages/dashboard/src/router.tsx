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

/** What a page says when its files do not come because the service cannot be reached. */
class Unreachable extends Error {}

/**
 * A page whose files do not come is loaded again with the whole dashboard, as after an update. Without a connection that would
 * leave nothing on the screen, and nothing of what was typed.
 */
async function explain(fault: unknown): Promise<never> {
  const isThere = await fetch('/livez', { cache: 'no-store' }).then(
    () => true,
    () => false,
  );
  throw isThere ? fault : new Unreachable(t.unreachable);
}

function Broken({ error }: ErrorComponentProps) {
  const isAway = error instanceof Unreachable;
  return (
    <div role="alert">
      <Empty title={isAway ? t.broken.away : t.broken.title} text={isAway ? t.unreachable : t.broken.text}>
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
  component: lazyRouteComponent(() => import('./pages/account/sign-in.tsx').catch(explain), 'SignIn'),
});
const signUp = createRoute({
  getParentRoute: () => root,
  path: '/sign-up',
  component: lazyRouteComponent(() => import('./pages/account/sign-up.tsx').catch(explain), 'SignUp'),
});
const verify = createRoute({
  getParentRoute: () => root,
  path: '/verify',
  component: lazyRouteComponent(() => import('./pages/account/links.tsx').catch(explain), 'Verify'),
});
const reset = createRoute({
  getParentRoute: () => root,
  path: '/reset',
  component: lazyRouteComponent(() => import('./pages/account/links.tsx').catch(explain), 'Reset'),
});
const invitation = createRoute({
  getParentRoute: () => root,
  path: '/invitation',
  component: lazyRouteComponent(() => import('./pages/account/links.tsx').catch(explain), 'Invitation'),
});
const operator = createRoute({
  getParentRoute: () => root,
  path: '/operator',
  component: lazyRouteComponent(() => import('./pages/operator/operator.tsx').catch(explain), 'Operator'),
});
const home = createRoute({
  getParentRoute: () => inside,
  path: '/',
  component: lazyRouteComponent(() => import('./pages/home/home.tsx').catch(explain), 'Home'),
});
const start = createRoute({
  getParentRoute: () => inside,
  path: '/start',
  component: lazyRouteComponent(() => import('./pages/start.tsx').catch(explain), 'Start'),
});
const playground = createRoute({
  getParentRoute: () => inside,
  path: '/playground',
  component: lazyRouteComponent(() => import('./pages/playground/playground.tsx').catch(explain), 'Playground'),
});
const keys = createRoute({
  getParentRoute: () => inside,
  path: '/keys',
  component: lazyRouteComponent(() => import('./pages/keys/keys.tsx').catch(explain), 'Keys'),
});
const jobs = createRoute({
  getParentRoute: () => inside,
  path: '/jobs',
  component: lazyRouteComponent(() => import('./pages/jobs/jobs.tsx').catch(explain), 'Jobs'),
});
const job = createRoute({
  getParentRoute: () => inside,
  path: '/jobs/$id',
  component: lazyRouteComponent(() => import('./pages/jobs/job.tsx').catch(explain), 'Job'),
});
const analysis = createRoute({
  getParentRoute: () => inside,
  path: '/analysis',
  component: lazyRouteComponent(() => import('./pages/analysis/analysis.tsx').catch(explain), 'Analysis'),
});
const webhooks = createRoute({
  getParentRoute: () => inside,
  path: '/webhooks',
  component: lazyRouteComponent(() => import('./pages/webhooks/webhooks.tsx').catch(explain), 'Webhooks'),
});
const usage = createRoute({
  getParentRoute: () => inside,
  path: '/usage',
  component: lazyRouteComponent(() => import('./pages/usage/usage.tsx').catch(explain), 'Usage'),
});
const members = createRoute({
  getParentRoute: () => inside,
  path: '/members',
  component: lazyRouteComponent(() => import('./pages/members/members.tsx').catch(explain), 'Members'),
});
const audit = createRoute({
  getParentRoute: () => inside,
  path: '/audit',
  component: lazyRouteComponent(() => import('./pages/audit/audit.tsx').catch(explain), 'Audit'),
});
const logs = createRoute({
  getParentRoute: () => inside,
  path: '/logs',
  component: lazyRouteComponent(() => import('./pages/logs/logs.tsx').catch(explain), 'Logs'),
});
const settings = createRoute({
  getParentRoute: () => inside,
  path: '/settings',
  component: lazyRouteComponent(() => import('./pages/settings/settings.tsx').catch(explain), 'Settings'),
});
const templates = createRoute({
  getParentRoute: () => inside,
  path: '/templates',
  // A name of digits is read as a number.
  validateSearch: ({ folder }): { folder?: string } =>
    typeof folder === 'number' || (typeof folder === 'string' && folder !== '') ? { folder: `${folder}` } : {},
  component: lazyRouteComponent(() => import('./pages/templates/templates.tsx').catch(explain), 'Templates'),
});
const studio = createRoute({
  getParentRoute: () => inside,
  path: '/templates/$slug',
  component: lazyRouteComponent(() => import('./pages/templates/studio.tsx').catch(explain), 'Studio'),
});
const batches = createRoute({
  getParentRoute: () => inside,
  path: '/batches',
  component: lazyRouteComponent(() => import('./pages/batches/batches.tsx').catch(explain), 'Batches'),
});
const batch = createRoute({
  getParentRoute: () => inside,
  path: '/batches/$id',
  component: lazyRouteComponent(() => import('./pages/batches/batch.tsx').catch(explain), 'Batch'),
});
const connections = createRoute({
  getParentRoute: () => inside,
  path: '/connections',
  component: lazyRouteComponent(() => import('./pages/connections/connections.tsx').catch(explain), 'Connections'),
});
const billing = createRoute({
  getParentRoute: () => inside,
  path: '/billing',
  component: lazyRouteComponent(() => import('./pages/billing/billing.tsx').catch(explain), 'Billing'),
});
const schedules = createRoute({
  getParentRoute: () => inside,
  path: '/schedules',
  component: lazyRouteComponent(() => import('./pages/schedules/schedules.tsx').catch(explain), 'Schedules'),
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
