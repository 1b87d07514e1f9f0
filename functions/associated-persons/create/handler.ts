import { invalidInput, tooManyPersons } from '#shared/api/problems';
import { retryOnConflict } from '#shared/dynamodb/retry-on-conflict';
import { idempotent } from '#shared/handlers/idempotent-operation';
import { partnerEndpoint } from '#shared/handlers/partner-endpoint';
import { readOwnBusinessToChange } from '#shared/signatures/associated-persons/read-own-business';
import { addPerson } from '#shared/signatures/associated-persons/repository';
import { toAssociatedPersonResponse } from '#shared/signatures/associated-persons/response';
import { MAX_PERSONS, newPerson } from '#shared/signatures/domain/associated-person';
import { sharesExceedWhole, toOwnershipUnits } from '#shared/signatures/domain/ownership-percent';
import { ownUserIdFromPath as owner } from '#shared/users/read-own-user';
import { contract } from './contract';

/** Stores a person of a business. A new beneficial owner blocks peso transactions until the owner signs the declaration. */
const createAssociatedPerson = idempotent({ contract, owner }, ({ caller, params, body, nowMs }, record) => {
  const { ownershipPercent, ...details } = body;
  const ownershipUnits = ownershipPercent === undefined ? undefined : toOwnershipUnits(ownershipPercent);
  return retryOnConflict(async () => {
    const business = await readOwnBusinessToChange(params.userId, caller);
    if (business.persons.length >= MAX_PERSONS) throw tooManyPersons(MAX_PERSONS);
    const person = newPerson(business.user, { ...details, ownershipUnits }, nowMs);
    if (sharesExceedWhole([...business.persons, person])) {
      const message = 'The shares of all beneficial owners together must be at most 100';
      throw invalidInput([{ field: 'ownershipPercent', message }]);
    }
    const recorded = await record(toAssociatedPersonResponse(person));
    return (await addPerson(business, person, recorded.writes)) ? recorded.reply : undefined;
  });
});

export const handler = partnerEndpoint(contract, createAssociatedPerson);
