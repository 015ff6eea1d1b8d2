/** Addresses at which a browser gets the dashboard, as patterns of the service's router. */
export const DASHBOARD_PATHS = [
  '/sign-in',
  '/sign-up',
  '/verify',
  '/reset',
  '/invitation',
  '/start',
  '/playground',
  '/jobs',
  '/jobs/:id',
  '/analysis',
  '/keys',
  '/webhooks',
  '/usage',
  '/members',
  '/audit',
  '/settings',
] as const;
