import { z } from 'zod';
import { RETENTION_KINDS } from '../config/retention.ts';
import { ROLES } from '../rights/roles.ts';
import { PASSWORD_LENGTH } from './passwords.ts';

/** What requests and answers about people, organisations and members look like. */

const plain = (text: string) => !/\p{Cc}/u.test(text);

const nameField = z.string().trim().min(1).max(100).refine(plain, 'must be without control characters');
const email = z
  .string()
  .max(254)
  .regex(/^[^\s@<>"(),:;\\]+@[^\s@<>"(),:;\\]+$/, 'must be an address such as ada@example.com')
  .pipe(z.email('must be an address such as ada@example.com'))
  .transform((text) => text.toLowerCase())
  .describe('Address of a mailbox. Capitals do not matter.');
const newPassword = z
  .string()
  .refine((text) => [...text].length >= PASSWORD_LENGTH.least, `must have at least ${PASSWORD_LENGTH.least} characters`)
  .refine((text) => [...text].length <= PASSWORD_LENGTH.most, `must have at most ${PASSWORD_LENGTH.most} characters`)
  .describe('10 to 128 characters, whatever they are. The commonest passwords and your address are refused.');
/** One that exists: what is wrong with it is not told. */
const password = z.string().max(PASSWORD_LENGTH.most * 2);
const token = z.string().min(1).max(2_000).describe('What stands after `#token=` in the link.');
const role = z.enum(ROLES).describe('What the person may do.');

export const emptyRequest = z.strictObject({});
export const signUpRequest = z.strictObject({
  name: nameField.describe('How the person is called.'),
  email,
  password: newPassword,
  invitation: token.optional().describe('Of an invitation: what stands after `#token=` in its link.'),
  setup_code: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .describe('What the first person proves to run the service by. The service prints it when it starts.'),
});
export const verifyRequest = z.strictObject({ token });
export const signInRequest = z.strictObject({ email, password });
export const secondFactorRequest = z.strictObject({
  code: z.string().min(1).max(20).describe('Of the authenticator, six digits; or one of the backup codes.'),
});
export const resetRequest = z.strictObject({ email });
export const resetConfirmRequest = z.strictObject({ token, password: newPassword });
export const passwordRequest = z.strictObject({ password: password.describe('Your password, once more.') });
export const personChange = z.strictObject({
  name: nameField.optional(),
  email: email.optional().describe('A link is sent there; until it is opened the old address counts.'),
  password: password.optional().describe('Your password, once more: for another address.'),
});
export const enterRequest = z.strictObject({
  organisation_id: z.string().max(100).describe('One that you belong to.'),
});
export const organisationRequest = z.strictObject({ name: nameField.describe('How it is called.') });
export const organisationChange = z.strictObject({
  name: nameField.optional(),
  hipaa: z
    .boolean()
    .optional()
    .describe(
      'The HIPAA profile: nothing of documents is stored, and who comes in needs a second factor or an allowlist.',
    ),
  retention: z
    .partialRecord(z.enum(RETENTION_KINDS), z.int().min(1).max(3_650).nullable())
    .optional()
    .describe('Days, fewer than the service keeps things; null: as many.'),
  legal_hold: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .refine(plain, 'must be without control characters')
    .nullable()
    .optional()
    .describe('Sets a legal hold, and says why; null lifts it.'),
});
export const memberRequest = z.strictObject({ role });
export const invitationRequest = z.strictObject({ email, role });
export const acceptRequest = z.strictObject({ token });

const id = (of: string) => z.strictObject({ id: z.string().max(100).describe(`Id of ${of}.`) });
export const organisationId = id('an organisation, such as `org_01j…`');
export const memberId = id('a member, such as `mem_01j…`');
export const invitationId = id('an invitation, such as `inv_01j…`');

export const pageQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(20).describe('Rows in one answer, the oldest first.'),
  cursor: z
    .string()
    .regex(/^[a-z]{3}_[0-9a-z]{26}$/, 'must be "next_cursor" of an answer')
    .optional()
    .describe('The last `next_cursor`.'),
});

const success = { success: z.literal(true) };
const time = z.iso.datetime();

const person = z.strictObject({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  two_factor: z.boolean().describe('Whether a second factor is asked for at sign-in.'),
});
const session = z
  .strictObject({
    person,
    organisations: z
      .array(z.strictObject({ id: z.string(), name: z.string(), role: z.enum(ROLES), active: z.boolean() }))
      .describe('Those that the person belongs to; requests are about the active one.'),
    expires_at: time.describe('Without a request until then the session is over; each request moves it.'),
  })
  .meta({ id: 'Session' });
const organisation = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    hipaa: z.boolean(),
    retention: z.record(z.string(), z.int()),
    legal_hold: z.string().nullable(),
    created_at: time,
  })
  .meta({ id: 'Organisation' });
const member = z.strictObject({ ...person.shape, user_id: z.string(), role, created_at: time }).meta({ id: 'Member' });
const invitation = z
  .strictObject({ id: z.string(), email: z.string(), role, expires_at: time, created_at: time })
  .meta({ id: 'Invitation' });
const list = <Row extends z.ZodType>(row: Row) =>
  z.strictObject({
    ...success,
    data: z.array(row),
    has_more: z.boolean(),
    next_cursor: z.string().nullable().describe('`cursor` of the next request; null at the end.'),
  });

export const doneAnswer = z.strictObject(success);
export const sessionAnswer = z.strictObject({ ...success, session });
export const signInAnswer = z.strictObject({
  ...success,
  status: z.enum(['signed_in', 'second_factor_required']),
  session: session.nullable().describe('null until the second factor was given.'),
});
export const signUpAnswer = z.strictObject({
  ...success,
  status: z.enum(['signed_in', 'verification_sent']),
  session: session.nullable().describe('null until the address is verified.'),
});
export const twoFactorAnswer = z.strictObject({
  ...success,
  uri: z.string().describe('For the authenticator, as text or as a QR code (`otpauth:`).'),
  backup_codes: z.array(z.string()).describe('Each works once, in place of a code. They are shown only now.'),
});
export const personChangeAnswer = z.strictObject({
  ...success,
  status: z.enum(['changed', 'verification_sent']),
  session,
});
export const closedAnswer = z.strictObject({
  ...success,
  keys_left: z
    .array(z.strictObject({ id: z.string(), name: z.string() }))
    .describe('Keys of organisations that the person made. They work on.'),
});
export const organisationAnswer = z.strictObject({ ...success, organisation });
export const memberAnswer = z.strictObject({ ...success, member });
export const removedMemberAnswer = z.strictObject({
  ...success,
  member,
  keys_left: z
    .array(z.strictObject({ id: z.string(), name: z.string() }))
    .describe('Keys of the organisation that the person made, or that were made with those. They work on.'),
});
export const memberListAnswer = list(member);
export const invitationAnswer = z.strictObject({ ...success, invitation });
export const invitationListAnswer = list(invitation);

export type SessionJson = z.infer<typeof session>;
export type OrganisationJson = z.infer<typeof organisation>;
export type MemberJson = z.infer<typeof member>;
export type InvitationJson = z.infer<typeof invitation>;
