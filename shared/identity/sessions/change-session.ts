import { retryOnConflict } from '#shared/dynamodb/retry-on-conflict';
import {
  type OpenVerificationSession,
  openVerificationSession,
  type VerificationLinkState,
} from './open-verification-session';
import { type SessionContent, saveVerificationSession, type VerificationSession } from './repository';

/**
 * Changes what was entered, on top of what other devices entered in the meantime: nothing of theirs is lost, and a link
 * that was used, expired or replaced since then takes nothing.
 *
 * @param found the session as the request has read it
 * @param change what is to be written over a session; `undefined` where it is so already
 * @returns the session after it, or why the link cannot be used any more
 * @throws WriteContention
 */
export async function changeSession(
  found: OpenVerificationSession,
  { token, nowMs }: { readonly token: string; readonly nowMs: number },
  change: (session: VerificationSession) => Partial<SessionContent> | undefined,
): Promise<VerificationLinkState> {
  return retryOnConflict(async (attempt) => {
    const current = attempt === 1 ? found : await openVerificationSession(token, nowMs);
    if (current.state !== 'open') return current;
    const changes = change(current.session);
    if (changes === undefined) return current;
    const session = await saveVerificationSession(current.session, changes);
    return session && { ...current, session };
  });
}
