/** Finds users by what a partner or the person itself names. */
import { existingPartner } from '#ops/commands/partner';
import { instantText } from '#ops/text';
import { listPartners } from '#shared/partners/repository';
import type { User } from '#shared/users/domain/user';
import { findPartnerIdByUser } from '#shared/users/erasure/repository';
import { findUser, findUserIdsOf, findUsers, type UserHandle } from '#shared/users/repository';

/** A user as a search shows it: nothing of the person. */
export interface FoundUser {
  readonly id: string;
  readonly partnerId: string;
  readonly state: 'LIVE' | 'ERASED';
  readonly type: string | null;
  readonly kycStatus: string | null;
  readonly verificationId: string | null;
  readonly createdAt: string | null;
  readonly updatedAt: string | null;
}

/** The user with an id; one that was erased keeps its id and its partner. */
export async function findUserById(id: string): Promise<FoundUser[]> {
  const live = await findUser(id);
  if (live !== undefined) return [toFoundUser(live)];
  const partnerId = await findPartnerIdByUser(id);
  if (partnerId === undefined) return [];
  const unknown = { type: null, kycStatus: null, verificationId: null, createdAt: null, updatedAt: null };
  return [{ id, partnerId, state: 'ERASED', ...unknown }];
}

/**
 * The users of one partner, or of all, with an address or external id. Costs one read unit a partner, and one for each user
 * found, however many users there are.
 * @throws OperationFailed for an unknown partner
 */
export async function findUsersBy(by: UserHandle, partnerId: string | undefined): Promise<FoundUser[]> {
  const partners = partnerId === undefined ? await listPartners() : [await existingPartner(partnerId)];
  const ids = await findUserIdsOf(
    partners.map(({ id }) => id),
    by,
  );
  const found: FoundUser[] = [];
  for (let from = 0; from < ids.length; from += MAX_BATCH_READ)
    for (const one of (await findUsers(ids.slice(from, from + MAX_BATCH_READ))).map(toFoundUser)) found.push(one);
  return found;
}

/** Keys of one batch read (service limit). */
const MAX_BATCH_READ = 100;

function toFoundUser(user: User): FoundUser {
  const { id, partnerId, type, kycStatus, verificationId = null, createdAtMs, updatedAtMs } = user;
  const instants = { createdAt: instantText(createdAtMs), updatedAt: instantText(updatedAtMs) };
  return { id, partnerId, state: 'LIVE', type, kycStatus, verificationId, ...instants };
}
