import type { Pool } from '../data/schema/plan.ts';
import type { Invoice } from './invoices.ts';
import type { Limits } from './limits.ts';
import { type Catalogue, CENT, MONTHS_PAID_A_YEAR } from './plans.ts';
import type { PoolUse } from './records.ts';
import type { AccountFields, InvoiceJson, PlansJson } from './schema.ts';

const time = (milliseconds: number): string => new Date(milliseconds).toISOString();
const periodJson = ({ start, end }: { readonly start: number; readonly end: number }) => ({
  start: time(start),
  end: time(end),
});

/** The plan, the credits and the other pools as `GET /v1/account` shows them. */
export function accountCredits(limits: Limits, use: Readonly<Record<Pool, PoolUse>>): AccountFields {
  const { status, subscription, pools, ceiling } = limits;
  const { plan, billing, trialEndsAt, endsAt } = subscription ?? {};
  const { included, price } = pools.credits;
  const { used, reserved } = use.credits;
  const beyond = included === null ? 0 : Math.max(0, used - included);
  const end = trialEndsAt ?? endsAt;
  const other = (pool: 'ai_operations' | 'bank_pages') => {
    const limit = pools[pool].included ?? 0;
    const taken = use[pool].used;
    const remaining = Math.max(0, limit - taken - use[pool].reserved);
    return { limit, used: taken, remaining, resets_at: time(pools[pool].end) };
  };
  return {
    plan: {
      name: plan?.name ?? null,
      title: plan?.title ?? null,
      status,
      billing: billing ?? null,
      ends_at: end === undefined ? null : time(end),
    },
    credits: {
      base: included,
      used,
      reserved,
      remaining: included === null ? null : Math.max(0, included - used),
      period: periodJson(pools.credits),
    },
    overage: {
      credits: beyond,
      unit_price_micro_usd: price,
      amount_cents: Math.floor((beyond * price + CENT / 2) / CENT),
      ceiling_cents: Math.floor(ceiling / CENT),
    },
    pools: { ai_operations: other('ai_operations'), bank_pages: other('bank_pages') },
  };
}

export function plansJson({ plans, trial }: Catalogue): PlansJson {
  return {
    success: true,
    data: plans.map((plan) => ({
      name: plan.name,
      title: plan.title,
      price_cents: Math.floor(plan.price / CENT),
      year_price_cents: Math.floor((plan.price * MONTHS_PAID_A_YEAR) / CENT),
      credits: plan.credits,
      overage_price_micro_usd: plan.overagePrice,
      ai_operations: plan.aiOperations,
      bank_pages: plan.bankPages,
      requests_per_minute: plan.requestsPerMinute,
      concurrent_requests: plan.concurrentRequests,
      business_associate_agreement: plan.businessAssociateAgreement,
    })),
    trial: { days: trial.days, ai_operations: trial.aiOperations, bank_pages: trial.bankPages },
  };
}

export function invoiceJson(invoice: Invoice): InvoiceJson {
  return {
    period: periodJson(invoice),
    status: invoice.status,
    currency: 'usd',
    lines: invoice.lines.map(({ kind, text, quantity, unitPrice, cents }) => ({
      kind,
      text,
      quantity,
      unit_price_micro_usd: unitPrice,
      amount_cents: cents,
    })),
    total_cents: invoice.totalCents,
  };
}
