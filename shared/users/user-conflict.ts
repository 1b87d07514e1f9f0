import { userExists } from '#shared/api/problems';
import { UserExists } from './repository';

/**
 * The outcome of a write of a user.
 * @throws Problem for an address or external id in use: which field, and which of the caller's users has it
 */
export async function reportUserConflict<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if (!(error instanceof UserExists)) throw error;
    const taken = error.taken.map(({ field, userId }) => ({ field, message: `Already used by user ${userId}` }));
    throw userExists(taken, error);
  }
}
