import type { HandledEndpoint } from '../http/define-endpoint.ts';
import type { AuthParts } from './auth-parts.ts';
import { acceptInvitation, createOrganisation, enterOrganisation } from './own-organisation-endpoints.ts';
import { confirmReset, resetPassword } from './password-endpoints.ts';
import { changePerson, closeAccount, exportPerson } from './person-endpoints.ts';
import { disableTwoFactor, enableTwoFactor, verifySecondFactor } from './second-factor-endpoints.ts';
import { session, signInEndpoint, signOut, signUpEndpoint, verifyAddress } from './sign-in-endpoints.ts';

/** `/v1/auth`, and what a person does who may not belong to an organisation yet. */
export const AUTH_ENDPOINTS: readonly HandledEndpoint<AuthParts>[] = [
  signUpEndpoint,
  verifyAddress,
  signInEndpoint,
  verifySecondFactor,
  enableTwoFactor,
  disableTwoFactor,
  resetPassword,
  confirmReset,
  session,
  changePerson,
  exportPerson,
  closeAccount,
  enterOrganisation,
  createOrganisation,
  acceptInvitation,
  signOut,
];
