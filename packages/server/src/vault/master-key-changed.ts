import { ApiError } from '../errors.ts';

/** Why something cannot be opened or sealed here: the database belongs to a master key that this process does not have. */
class MasterKeyChanged extends Error {}

/** Another server, or this one when it has been started anew, can do what was asked for. */
export const masterKeyChanged = (): ApiError =>
  new ApiError('database_unavailable', {
    detail:
      'The master key was changed, and this server does not have the new one yet. Send the request again in a moment.',
    cause: new MasterKeyChanged(),
  });

export const isMasterKeyChanged = (error: unknown): boolean =>
  error instanceof ApiError && error.cause instanceof MasterKeyChanged;
