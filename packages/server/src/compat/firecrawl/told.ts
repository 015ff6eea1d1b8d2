import { ApiError, toApiError } from '../../errors.ts';

/** Clients of the first version show the sentence of a 400, and of a 501 the number alone. */
export function told<Result>(act: () => Result): Result {
  try {
    return act();
  } catch (error) {
    const { code, message, issues } = toApiError(error);
    throw code === 'not_supported' ? new ApiError('invalid_request', { detail: message, issues }) : error;
  }
}
