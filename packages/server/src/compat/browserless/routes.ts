import type { FastifyInstance } from 'fastify';
import { type ConversionOptions, conversionRoutes } from '../../conversions/routes.ts';
import { BROWSERLESS_CONVERSIONS } from './endpoints.ts';

/** `/browserless`: its REST API over what `/v1` does. Its routes stand behind the same gate. */
export function browserlessRoutes(scope: FastifyInstance, options: Omit<ConversionOptions, 'endpoints'>): void {
  conversionRoutes(scope, { ...options, endpoints: { conversions: BROWSERLESS_CONVERSIONS, templates: [] } });
}
