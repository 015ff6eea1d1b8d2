import type { RetentionPeriods } from '../config/retention.ts';
import { effective } from '../retention/periods.ts';
import type { InvitationRow } from './invitations.ts';
import type { MemberRow } from './members.ts';
import type { OrganisationRow } from './organisations.ts';
import type { InvitationJson, MemberJson, OrganisationJson } from './schema.ts';

/** Organisations, members and invitations as answers show them. */

export const organisationJson = (
  { id, name, hipaa, retention, hold_reason, created_at }: OrganisationRow,
  instance: RetentionPeriods,
): OrganisationJson => ({
  id,
  name,
  hipaa,
  retention: { ...effective(instance, retention) },
  legal_hold: hold_reason,
  created_at: created_at.toISOString(),
});

export const memberJson = ({ id, user_id, role, name, email, two_factor, created_at }: MemberRow): MemberJson => ({
  id,
  user_id,
  role,
  name,
  email,
  two_factor,
  created_at: created_at.toISOString(),
});

export const invitationJson = ({ id, email, role, expires_at, created_at }: InvitationRow): InvitationJson => ({
  id,
  email,
  role,
  expires_at: expires_at.toISOString(),
  created_at: created_at.toISOString(),
});
