import { invalidInput, tooManyPersons } from '#shared/api/problems';
import { retryOnConflict } from '#shared/dynamodb/retry-on-conflict';
import { idempotent } from '#shared/http/idempotency/idempotent-operation';
import type { Request } from '#shared/http/partner-endpoint';
import { readOwnBusinessToChange } from '#shared/signatures/associated-persons/read-own-business';
import { addPerson } from '#shared/signatures/associated-persons/repository';
import { toAssociatedPersonResponse } from '#shared/signatures/associated-persons/response';
import { type AssociatedPerson, MAX_PERSONS } from '#shared/signatures/domain/associated-person';
import { sharesExceedWhole, toOwnershipUnits } from '#shared/signatures/domain/ownership-percent';
import { ownUserIdFromPath } from '#shared/users/read-own-user';
import { newId } from '#shared/values/ids';
import { contract } from './contract';

type CreateRequest = Request<typeof contract>;

/** Stores a person of a business. A new owner blocks peso transactions until the owner has signed. */
export const createAssociatedPerson = idempotent({ contract, owner: ownUserIdFromPath }, (request, record) => {
  const ownershipUnits = parseShare(request.body.ownershipPercent);
  return retryOnConflict(async () => {
    const business = await readOwnBusinessToChange(request.params.userId, request.caller);
    if (business.persons.length >= MAX_PERSONS) {
      throw tooManyPersons(MAX_PERSONS);
    }
    const person = toAssociatedPerson(request, ownershipUnits);
    if (sharesExceedWhole([...business.persons, person])) {
      throw invalidShare('The shares of all beneficial owners together must be at most 100');
    }
    const answer = await record(toAssociatedPersonResponse(person));
    return (await addPerson(business, person, answer.writes)) ? answer.reply : undefined;
  });
});

function parseShare(percent: number | undefined): number | undefined {
  if (percent === undefined) return undefined;
  const units = toOwnershipUnits(percent);
  if (typeof units !== 'number') throw invalidShare(units.violation);
  return units;
}

function invalidShare(message: string) {
  return invalidInput([{ field: 'ownershipPercent', message }]);
}

function toAssociatedPerson(
  { body, params, caller, nowMs }: CreateRequest,
  ownershipUnits: number | undefined,
): AssociatedPerson {
  const { role, firstName, lastName, email, dateOfBirth, nationality, taxId } = body;
  return {
    id: newId(nowMs),
    userId: params.userId,
    partnerId: caller.partnerId,
    role,
    firstName,
    lastName,
    email,
    dateOfBirth,
    nationality,
    taxId,
    ownershipUnits,
    declaration: undefined,
    requestFailure: undefined,
    version: 1,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
  };
}
