import type { z } from 'zod';
import { BODY_ERRORS, GATE_ERRORS } from '../access/errors.ts';
import type { ApiErrorCode } from '../errors.ts';
import type { AnswerEntry, Endpoint, Example } from '../http/endpoint.ts';
import { accountAnswer } from './account-schema.ts';
import {
  createRequest,
  keyAnswer,
  keyId,
  keyListAnswer,
  listQuery,
  newKeyAnswer,
  rotateRequest,
  updateRequest,
} from './schema.ts';

/** What the reference says of `/v1/keys` and `/v1/account`; the schemas are those that requests are checked by. */

const TAG = 'Keys';
const WITH_BODY: readonly ApiErrorCode[] = [...BODY_ERRORS, ...GATE_ERRORS];
const OF_ONE: readonly ApiErrorCode[] = [...WITH_BODY, 'not_found'];

const answer = (description: string, json: z.ZodType, status: 200 | 201 = 200): AnswerEntry => ({
  status,
  description,
  json,
  headers: [],
});

const CREATE_EXAMPLES: readonly Example[] = [
  {
    name: 'narrow',
    summary: 'A key that makes PDFs, from one network',
    value: { name: 'Invoices', scopes: ['convert:pdf'], allowlist: ['192.0.2.0/24', '2001:db8::/48'] },
  },
  {
    name: 'test',
    summary: 'A test key with limits',
    value: {
      name: 'Continuous integration',
      mode: 'test',
      scopes: ['convert:*'],
      rate_limit: 30,
      monthly_credit_cap: 500,
    },
  },
  {
    name: 'pattern',
    summary: 'A key by method and path, that ends',
    value: { name: 'Until then', scopes: ['POST /v1/convert/*', 'GET /v1/keys'], expires_at: '2099-12-31T23:59:59Z' },
  },
];

const list: Endpoint = {
  method: 'get',
  path: '/v1/keys',
  operation: 'list_keys',
  tag: TAG,
  summary: 'List keys',
  description:
    'Newest first, those that were revoked or have expired too. Of a key, its beginning and its end are shown.',
  query: listQuery,
  answer: answer('The keys.', keyListAnswer),
  errors: ['invalid_request', 'unknown_field', ...GATE_ERRORS],
};

const create: Endpoint = {
  method: 'post',
  path: '/v1/keys',
  operation: 'create_key',
  tag: TAG,
  summary: 'Make a key',
  description:
    'A key can be given what the key that makes it has itself, and no more. [Scopes](scopes.md) lists what can be given.',
  request: {
    name: 'CreateKeyRequest',
    schema: createRequest,
    required: [],
    multipart: false,
    examples: CREATE_EXAMPLES,
  },
  answer: { ...answer('The key. `secret` is shown only now.', newKeyAnswer, 201), shownOnce: true },
  errors: WITH_BODY,
};

const get: Endpoint = {
  method: 'get',
  path: '/v1/keys/{id}',
  operation: 'get_key',
  tag: TAG,
  summary: 'Look at a key',
  description: 'When it was used last is a few seconds late.',
  params: keyId,
  answer: answer('The key.', keyAnswer),
  errors: [...GATE_ERRORS, 'not_found'],
};

const update: Endpoint = {
  method: 'patch',
  path: '/v1/keys/{id}',
  operation: 'update_key',
  tag: TAG,
  summary: 'Change a key',
  description:
    'What is not named stays. It takes effect within a second. You can change keys that may do no more than your own.',
  params: keyId,
  request: {
    name: 'UpdateKeyRequest',
    schema: updateRequest,
    required: [],
    multipart: false,
    examples: [
      { name: 'allowlist', summary: 'From everywhere, under a new name', value: { name: 'Press', allowlist: [] } },
    ],
  },
  answer: answer('The key.', keyAnswer),
  errors: OF_ONE,
};

const rotate: Endpoint = {
  method: 'post',
  path: '/v1/keys/{id}/rotate',
  operation: 'rotate_key',
  tag: TAG,
  summary: 'Replace a key',
  description: 'Makes a key with the same rights. Both work until the overlap is over; then the old one has expired.',
  params: keyId,
  request: {
    name: 'RotateKeyRequest',
    schema: rotateRequest,
    required: [],
    multipart: false,
    optional: true,
    examples: [{ name: 'overlap', summary: 'With an hour to change over', value: { overlap_hours: 1 } }],
  },
  answer: { ...answer('The new key. `secret` is shown only now.', newKeyAnswer, 201), shownOnce: true },
  errors: OF_ONE,
};

const revoke: Endpoint = {
  method: 'delete',
  path: '/v1/keys/{id}',
  operation: 'revoke_key',
  tag: TAG,
  summary: 'Revoke a key',
  description: 'It stops to work within a second, for good. It stays in the list.',
  params: keyId,
  answer: answer('The key as it is now.', keyAnswer),
  errors: [...GATE_ERRORS, 'not_found'],
};

const account: Endpoint = {
  method: 'get',
  path: '/v1/account',
  operation: 'account',
  tag: 'Account',
  summary: 'Who am I?',
  description:
    'The organisation and the rights of the key, or of the person, that asks. Everybody may ask who is let in.',
  answer: answer('Organisation, key or person, and limits.', accountAnswer),
  errors: GATE_ERRORS,
};

export const KEY_ENDPOINTS: readonly Endpoint[] = [list, create, get, update, rotate, revoke, account];
