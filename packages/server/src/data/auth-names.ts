/**
 * Our names for the tables and columns of better-auth (1.7, with its organization and twoFactor plugins), as its
 * options take them; names that are not listed are the same in both. The tables are in migrations/0001_accounts.sql.
 */
const TIMES = { createdAt: 'created_at', updatedAt: 'updated_at' };

export const authNames = {
  user: { modelName: 'users', fields: { ...TIMES, emailVerified: 'email_verified' } },
  session: {
    modelName: 'sessions',
    fields: { ...TIMES, expiresAt: 'expires_at', ipAddress: 'ip_address', userAgent: 'user_agent', userId: 'user_id' },
  },
  account: {
    modelName: 'accounts',
    fields: {
      ...TIMES,
      accountId: 'account_id',
      providerId: 'provider_id',
      userId: 'user_id',
      accessToken: 'access_token',
      refreshToken: 'refresh_token',
      idToken: 'id_token',
      accessTokenExpiresAt: 'access_token_expires_at',
      refreshTokenExpiresAt: 'refresh_token_expires_at',
    },
  },
  verification: { modelName: 'verifications', fields: { ...TIMES, expiresAt: 'expires_at' } },
  rateLimit: { modelName: 'auth_rate_limits', fields: { lastRequest: 'last_request' } },
} as const;

/** The option `schema` of the plugin `organization`. */
export const organizationNames = {
  session: { fields: { activeOrganizationId: 'active_organisation_id' } },
  organization: { modelName: 'organisations', fields: { createdAt: 'created_at' } },
  member: {
    modelName: 'members',
    fields: { organizationId: 'organisation_id', userId: 'user_id', createdAt: 'created_at' },
  },
  invitation: {
    modelName: 'invitations',
    fields: {
      organizationId: 'organisation_id',
      inviterId: 'inviter_id',
      expiresAt: 'expires_at',
      createdAt: 'created_at',
    },
  },
} as const;

/** The option `schema` of the plugin `twoFactor`. */
export const twoFactorNames = {
  user: { fields: { twoFactorEnabled: 'two_factor_enabled' } },
  twoFactor: {
    modelName: 'two_factors',
    fields: {
      userId: 'user_id',
      backupCodes: 'backup_codes',
      failedVerificationCount: 'failed_verification_count',
      lockedUntil: 'locked_until',
    },
  },
} as const;
