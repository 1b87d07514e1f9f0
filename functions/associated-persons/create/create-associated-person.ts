import { badRequest, invalidInput } from '#shared/api/problems';
import { associatedPersonView } from '#shared/api/views/associated-person';
import { addOwner } from '#shared/data/owners';
import { newId } from '#shared/domain/ids';
import { sharesExceedWhole, unitsOfPercent } from '#shared/domain/owners/ownership-percent';
import { MAX_PERSONS, type Person } from '#shared/domain/owners/person';
import type { Request } from '#shared/http/edge';
import { answerOnce } from '#shared/operations/answer-once';
import { readOwnBusiness } from '#shared/operations/own-business';
import { ownerInPath } from '#shared/operations/ownership';
import { inRounds } from '#shared/operations/rounds';
import { contract } from './contract';

type CreateRequest = Request<typeof contract>;

/** Puts a person of a business on record. A new owner closes the gate in front of peso transactions. */
export const createAssociatedPerson = answerOnce({ contract, owner: ownerInPath }, (request, record) => {
  const ownershipUnits = checkedShare(request.body.ownershipPercent);
  return inRounds(async () => {
    const ownership = await readOwnBusiness(request.params.userId, request.caller);
    if (ownership.persons.length >= MAX_PERSONS) {
      throw badRequest(`A business can have at most ${MAX_PERSONS} associated persons`);
    }
    const person = personFrom(request, ownershipUnits);
    if (sharesExceedWhole([...ownership.persons, person])) {
      throw wrongShare('The shares of all beneficial owners together must be at most 100');
    }
    const answer = await record(associatedPersonView(person));
    return (await addOwner(ownership, person, answer.writes)) ? answer.reply : undefined;
  });
});

function checkedShare(percent: number | undefined): number | undefined {
  if (percent === undefined) return undefined;
  const units = unitsOfPercent(percent);
  if (typeof units !== 'number') throw wrongShare(units.fault);
  return units;
}

function wrongShare(message: string) {
  return invalidInput([{ field: 'ownershipPercent', message }]);
}

function personFrom(
  { body, params, caller, nowMs }: CreateRequest,
  ownershipUnits: number | undefined,
): Person {
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
    cedula: undefined,
    requestFailure: undefined,
    version: 1,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
  };
}
