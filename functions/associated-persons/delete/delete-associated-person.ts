import { Problem } from '#shared/api/problems';
import { iso } from '#shared/api/views/time';
import { stage } from '#shared/config/environment';
import { removeOwner } from '#shared/data/owners';
import { leavesSigner } from '#shared/domain/owners/person';
import type { Operation } from '#shared/http/edge';
import { personOf, readOwnBusiness } from '#shared/operations/own-business';
import { inRounds } from '#shared/operations/rounds';
import type { contract } from './contract';

/**
 * Takes a person off a business. Its link opens nothing from then on; what it signed is kept. In production an
 * owner who has not signed stays until another one has (docs/adr/019).
 */
export const deleteAssociatedPerson: Operation<typeof contract> = ({ caller, params, nowMs }) =>
  inRounds(async () => {
    const ownership = await readOwnBusiness(params.userId, caller);
    const person = personOf(ownership, params.personId);
    if (stage() === 'production' && !leavesSigner(ownership.persons, person)) throw lastUnsigned();
    const removed = await removeOwner(ownership, person, nowMs);
    return removed ? { data: { id: person.id, deletedAt: iso(nowMs) } } : undefined;
  });

const lastUnsigned = (): Problem =>
  new Problem(
    'CONFLICT',
    'An owner who has not signed can be removed only while another owner who has signed stays',
  );
