import { iso } from '#shared/api/views/time';
import { removeOwner } from '#shared/data/owners';
import type { Operation } from '#shared/http/edge';
import { personOf, readOwnBusiness } from '#shared/operations/own-business';
import { inRounds } from '#shared/operations/rounds';
import type { contract } from './contract';

/** Takes a person off a business. Its link opens nothing from then on; what it signed is kept. */
export const deleteAssociatedPerson: Operation<typeof contract> = ({ caller, params, nowMs }) =>
  inRounds(async () => {
    const ownership = await readOwnBusiness(params.userId, caller);
    const person = personOf(ownership, params.personId);
    const removed = await removeOwner(ownership, person, nowMs);
    return removed ? { data: { id: person.id, deletedAt: iso(nowMs) } } : undefined;
  });
