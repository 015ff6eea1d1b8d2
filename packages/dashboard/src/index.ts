/** For the service that serves the dashboard: which addresses are its pages, and where the files of a build are. */
export { DASHBOARD_PATHS } from './paths.ts';
