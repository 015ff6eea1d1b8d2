import type { Schemas } from '@platen/client';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { isSignedOut, platen } from './platen.ts';
import { sessionEnded } from './session-end.ts';

export type Session = Schemas['Session'];
export type Role = Session['organisations'][number]['role'];

/** Who is signed in; null: nobody. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal, client, queryKey }): Promise<Session | null> => {
    try {
      return (await platen.json<{ session: Session }>('/v1/auth/session', { signal })).session;
    } catch (error) {
      if (!isSignedOut(error)) throw error;
      const before = client.getQueryData<Session | null>(queryKey) ?? null;
      // Somebody was at work: they are asked on top of their page.
      if (before) sessionEnded.set(true);
      return before;
    }
  },
  staleTime: 60_000,
});

/** Roles that convert, and change what is converted. */
export const WORKERS: readonly Role[] = ['owner', 'admin', 'developer'];
/** Roles that see what was made, and what it was made of. */
export const READERS: readonly Role[] = [...WORKERS, 'auditor'];
/** Roles that see who belongs to the organization. */
export const OVERSEERS: readonly Role[] = ['owner', 'admin', 'auditor'];

/** The organization that requests are about. */
export function useOrganisation(): Session['organisations'][number] | undefined {
  const { data } = useQuery(sessionQuery);
  return data?.organisations.find(({ active }) => active);
}

/** Whether the role of who is signed in is one of those that work. */
export function useIsWorker(): boolean {
  const organisation = useOrganisation();
  return organisation !== undefined && WORKERS.includes(organisation.role);
}

interface Answer {
  readonly status: 'signed_in' | 'second_factor_required' | 'verification_sent';
  readonly session: Session | null;
}

const post = <Body extends object>(path: string, body: Body) => platen.json<Answer>(path, { method: 'POST', body });

/** The calls of `/v1/auth`. */
export const auth = {
  signIn: (body: Schemas['SignInRequest']) => post('/v1/auth/sign-in', body),
  secondFactor: (code: string) => post('/v1/auth/two-factor/verify', { code }),
  signUp: (body: Schemas['SignUpRequest']) => post('/v1/auth/sign-up', body),
  verify: (token: string) => post('/v1/auth/verify', { token }),
  askReset: (email: string) => post('/v1/auth/reset', { email }),
  reset: (body: Schemas['ResetConfirmRequest']) => post('/v1/auth/reset/confirm', body),
  accept: (token: string) => post('/v1/invitations/accept', { token }),
  enter: (organisationId: string) => post('/v1/auth/organisation', { organisation_id: organisationId }),
  signOut: () => post('/v1/auth/sign-out', {}),
};
