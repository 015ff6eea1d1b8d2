import type { FastifyInstance } from 'fastify';
import { type ConversionOptions, conversionRoutes } from '../../conversions/routes.ts';
import { FIRECRAWL_CONVERSIONS } from './endpoints.ts';

/** `/firecrawl`: its `scrape` over what `/v1` does. Its routes stand behind the same gate. */
export function firecrawlRoutes(scope: FastifyInstance, options: Omit<ConversionOptions, 'endpoints'>): void {
  conversionRoutes(scope, { ...options, endpoints: { conversions: FIRECRAWL_CONVERSIONS, templates: [] } });
}
