import { type Problem, userExists } from '#shared/api/problems';
import type { UserExists } from './repository';

/** The answer to an address or external id in use: which field, and which of the caller's users has it. */
export function toUserConflict(error: UserExists): Problem {
  const errors = error.taken.map(({ field, userId }) => ({
    field,
    message: `Already used by user ${userId}`,
  }));
  return userExists(errors, error);
}
