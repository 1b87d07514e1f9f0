import { lastUnsignedOwner } from '#shared/api/problems';
import { retryOnConflict } from '#shared/dynamodb/retry-on-conflict';
import { type Operation, partnerEndpoint } from '#shared/handlers/partner-endpoint';
import { stage } from '#shared/platform/config/environment';
import { readOwnBusinessToChange, requirePerson } from '#shared/signatures/associated-persons/read-own-business';
import { removePerson } from '#shared/signatures/associated-persons/repository';
import { keepsSigner } from '#shared/signatures/domain/associated-person';
import { toIsoTime } from '#shared/values/iso-time';
import { contract } from './contract';

/**
 * Removes a person of a business. The person's signing link stops working. Signed declarations are kept. In production, an owner
 * without a signature can be removed only if an owner with a signature remains (docs/adr/022).
 */
export const deleteAssociatedPerson: Operation<typeof contract> = ({ caller, params, nowMs }) =>
  retryOnConflict(async () => {
    const business = await readOwnBusinessToChange(params.userId, caller);
    const person = requirePerson(business, params.personId);
    if (stage() === 'production' && !keepsSigner(business.persons, person)) throw lastUnsignedOwner(person.id);
    const removed = await removePerson(business, person, nowMs);
    return removed ? { data: { id: person.id, deletedAt: toIsoTime(nowMs) } } : undefined;
  });

export const handler = partnerEndpoint(contract, deleteAssociatedPerson);
