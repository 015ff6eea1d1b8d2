import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** As much of Stripe's API as billing asks for, on loopback: what it answers has the shapes of Stripe's OpenAPI document (script/stripe-shapes.ts). */

export interface StripeServer {
  readonly url: string;
  /** Payments that were made. */
  readonly payments: readonly StripePayment[];
  /** The customer has given a card at the address of a session. */
  complete(session: string, card: { readonly fingerprint: string; readonly declines?: boolean }): void;
  /** Money of a payment goes back without us. @returns id of the refund */
  refundOutside(payment: string, cents: number): string;
  /** A bank takes back a payment, or has given it back. */
  dispute(payment: string, outcome: 'needs_response' | 'won' | 'lost'): void;
  /** What happens when a payment is made, before it is answered. */
  onPayment(work: () => void): void;
  /** Customers that were deleted. */
  readonly forgotten: ReadonlySet<string>;
  /** Nothing is answered but that it is away. */
  away(isAway: boolean): void;
  /** No customer is deleted. */
  keepsCustomers(isKept: boolean): void;
  /** Everything of a customer is deleted, as in the dashboard. */
  forget(customer: string): void;
  /** What is asked for next is done; the answer says that it failed, and its key is forgotten. */
  loseNext(): void;
  close(): Promise<void>;
}

interface StripePayment {
  readonly id: string;
  readonly object: 'payment_intent';
  readonly amount: number;
  readonly amount_received: number;
  readonly currency: 'usd';
  readonly created: number;
  readonly customer: string;
  readonly status: 'succeeded';
  readonly metadata: Readonly<Record<string, string>>;
}

interface Refund {
  readonly id: string;
  readonly object: 'refund';
  readonly amount: number;
  readonly currency: 'usd';
  readonly created: number;
  readonly payment_intent: string;
  readonly status: 'succeeded';
  readonly metadata: Readonly<Record<string, string>>;
}

interface Dispute {
  readonly id: string;
  readonly object: 'dispute';
  readonly amount: number;
  readonly currency: 'usd';
  readonly created: number;
  readonly payment_intent: string;
  readonly status: string;
  readonly balance_transactions: readonly {
    readonly id: string;
    readonly object: 'balance_transaction';
    readonly amount: number;
    readonly currency: 'usd';
  }[];
}

/** When everything is made here: 31 January 2030. */
const NOW = 1_896_091_200;

const ofPayment = (wanted: URLSearchParams) => (each: { readonly payment_intent: string }) => {
  const payment = wanted.get('payment_intent');
  return payment === null || each.payment_intent === payment;
};

interface Session {
  readonly id: string;
  readonly object: 'checkout.session';
  readonly mode: 'setup';
  readonly url: string;
  readonly client_reference_id: string | null;
  status: 'open' | 'complete' | 'expired';
  customer: string | null;
  setup_intent: unknown;
}

interface Answer {
  readonly status: number;
  readonly json: unknown;
}

const fault = (status: number, error: Readonly<Record<string, unknown>>): Answer => ({ status, json: { error } });
const missing = () =>
  fault(404, { type: 'invalid_request_error', code: 'resource_missing', message: 'No such object' });
/** Two at a time, newest first: whoever reads only the first page misses the rest. */
function list(all: readonly { readonly id: string }[], after: string | null): Answer {
  const rest = all.toReversed();
  const start = after === null ? 0 : rest.findIndex(({ id }) => id === after) + 1;
  const data = rest.slice(start, start + 2);
  return { status: 200, json: { object: 'list', data, has_more: start + 2 < rest.length, url: '/' } };
}

export async function startStripeServer(secretKey: string): Promise<StripeServer> {
  const sessions = new Map<string, Session>();
  const declining = new Set<string>();
  const payments: StripePayment[] = [];
  const refunds: Refund[] = [];
  const disputes: Dispute[] = [];
  const forgotten = new Set<string>();
  const known = new Map<string, Answer>();
  let count = 0;
  let loses = false;
  let isAway = false;
  let isKept = false;
  let paid = () => {};
  const next = (prefix: string): string => {
    count += 1;
    return `${prefix}_${count}`;
  };

  function pay(fields: URLSearchParams): Answer {
    const method = fields.get('payment_method') ?? '';
    const amount = Number(fields.get('amount'));
    if (!Number.isInteger(amount) || amount < 50) {
      return fault(400, { type: 'invalid_request_error', code: 'amount_too_small', message: 'Amount' });
    }
    if (forgotten.has(fields.get('customer') ?? '')) return missing();
    if (declining.has(method)) {
      return fault(402, { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' });
    }
    const metadata = Object.fromEntries(
      [...fields].flatMap(([name, value]) => {
        const key = /^metadata\[(\w+)\]$/.exec(name)?.[1];
        return key === undefined ? [] : [[key, value]];
      }),
    );
    const customer = fields.get('customer') ?? '';
    const payment = {
      id: next('pi'),
      object: 'payment_intent',
      amount,
      amount_received: amount,
      currency: 'usd',
      created: NOW,
      customer,
      status: 'succeeded',
      metadata,
    } as const;
    payments.push(payment);
    paid();
    return { status: 200, json: payment };
  }

  function giveBack(intent: string, amount: number, note?: string): Answer {
    const payment = payments.find(({ id }) => id === intent);
    const gone = [...refunds, ...disputes].filter((each) => each.payment_intent === intent);
    if (!payment || gone.reduce((sum, each) => sum + each.amount, amount) > payment.amount) {
      return fault(400, {
        type: 'invalid_request_error',
        code: 'charge_already_refunded',
        message: 'More than is left',
      });
    }
    const metadata: Record<string, string> = note === undefined ? {} : { credit_note: note };
    const refund: Refund = {
      id: next('re'),
      object: 'refund',
      amount,
      currency: 'usd',
      created: NOW,
      payment_intent: intent,
      status: 'succeeded',
      metadata,
    };
    refunds.push(refund);
    return { status: 200, json: refund };
  }

  /** A movement of the balance: what a bank takes is negative. */
  const moved = (amount: number) =>
    ({ id: next('txn'), object: 'balance_transaction', amount, currency: 'usd' }) as const;

  function answer(request: IncomingMessage, body: string): Answer {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    if (request.headers.authorization !== `Bearer ${secretKey}`) {
      return fault(401, { type: 'invalid_request_error', message: 'Invalid API Key provided' });
    }
    const fields = new URLSearchParams(body);
    const route = `${request.method} ${pathname}`;
    const after = searchParams.get('starting_after');
    const customer = searchParams.get('customer') ?? fields.get('customer');
    if (customer !== null && forgotten.has(customer)) return missing();
    if (route === 'POST /v1/checkout/sessions') {
      const id = next('cs_test');
      const url = `https://checkout.stripe.com/c/pay/${id}`;
      const owner = { client_reference_id: fields.get('client_reference_id'), customer: fields.get('customer') };
      const session: Session = {
        id,
        object: 'checkout.session',
        mode: 'setup',
        url,
        status: 'open',
        setup_intent: null,
        ...owner,
      };
      sessions.set(id, session);
      return { status: 200, json: session };
    }
    const leaving = /^\/v1\/customers\/(\w+)$/.exec(pathname)?.[1];
    if (request.method === 'DELETE' && leaving !== undefined) {
      if (forgotten.has(leaving)) return missing();
      if (isKept) return fault(400, { type: 'invalid_request_error', message: 'It may not be deleted' });
      forgotten.add(leaving);
      return { status: 200, json: { id: leaving, object: 'customer', deleted: true } };
    }
    const ending = sessions.get(/^\/v1\/checkout\/sessions\/(\w+)\/expire$/.exec(pathname)?.[1] ?? '');
    if (request.method === 'POST' && ending) {
      if (ending.status !== 'open') return fault(400, { type: 'invalid_request_error', message: 'Not open' });
      ending.status = 'expired';
      return { status: 200, json: ending };
    }
    if (route === 'POST /v1/payment_intents') return pay(fields);
    if (route === 'GET /v1/payment_intents') {
      return list(
        payments.filter((payment) => customer === null || payment.customer === customer),
        after,
      );
    }
    if (route === 'GET /v1/refunds') {
      return list(refunds.filter(ofPayment(searchParams)), after);
    }
    if (route === 'POST /v1/refunds') {
      const note = fields.get('metadata[credit_note]') ?? undefined;
      return giveBack(fields.get('payment_intent') ?? '', Number(fields.get('amount')), note);
    }
    if (route === 'GET /v1/disputes') return list(disputes.filter(ofPayment(searchParams)), after);
    const payment = payments.find(({ id }) => pathname === `/v1/payment_intents/${id}`);
    if (payment) return { status: 200, json: payment };
    const session = sessions.get(/^\/v1\/checkout\/sessions\/(\w+)$/.exec(pathname)?.[1] ?? '');
    return session ? { status: 200, json: session } : missing();
  }

  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('end', () => {
      const key = String(request.headers['idempotency-key'] ?? '');
      if (isAway) {
        const gone = fault(503, { type: 'api_error', message: 'Away' });
        response.writeHead(gone.status, { 'content-type': 'application/json' }).end(JSON.stringify(gone.json));
        return;
      }
      const given = known.get(key) ?? answer(request, body);
      if (request.method === 'POST' && key !== '') known.set(key, given);
      if (loses && request.method === 'POST') {
        loses = false;
        known.delete(key);
        const lost = fault(500, { type: 'api_error', message: 'An error occurred.' });
        response.writeHead(lost.status, { 'content-type': 'application/json' }).end(JSON.stringify(lost.json));
        return;
      }
      response.writeHead(given.status, { 'content-type': 'application/json' }).end(JSON.stringify(given.json));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    payments,
    forgotten,
    away: (now) => {
      isAway = now;
    },
    keepsCustomers: (now) => {
      isKept = now;
    },
    complete: (id, { fingerprint, declines = false }) => {
      const session = sessions.get(id);
      if (!session) throw new Error(`There is no session ${id}.`);
      if (session.status === 'expired') throw new Error(`The session ${id} has ended.`);
      const method = next('pm');
      if (declines) declining.add(method);
      session.status = 'complete';
      session.customer ??= next('cus');
      const card = { brand: 'visa', last4: '4242', fingerprint };
      session.setup_intent = {
        id: next('seti'),
        object: 'setup_intent',
        status: 'succeeded',
        payment_method: { id: method, object: 'payment_method', type: 'card', card },
      };
    },
    refundOutside: (payment, cents) => {
      const { json } = giveBack(payment, cents);
      return (json as Refund).id;
    },
    dispute: (payment, outcome) => {
      const amount = payments.find(({ id }) => id === payment)?.amount ?? 0;
      const before = disputes.findIndex((each) => each.payment_intent === payment);
      const [known] = before < 0 ? [] : disputes.splice(before, 1);
      disputes.push({
        id: known?.id ?? next('dp'),
        object: 'dispute',
        amount,
        currency: 'usd',
        created: NOW,
        payment_intent: payment,
        status: outcome,
        balance_transactions: [
          ...(known?.balance_transactions ?? [moved(-amount)]),
          ...(outcome === 'won' ? [moved(amount)] : []),
        ],
      });
    },
    onPayment: (work) => {
      paid = work;
    },
    forget: (customer) => {
      forgotten.add(customer);
    },
    loseNext: () => {
      loses = true;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
