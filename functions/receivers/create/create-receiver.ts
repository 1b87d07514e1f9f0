import { invalidInput } from '#shared/api/problems';
import { idempotent } from '#shared/http/idempotency/idempotent-operation';
import type { Request } from '#shared/http/partner-endpoint';
import type { Receiver } from '#shared/receivers/domain/receiver';
import { createReceiver as saveReceiver } from '#shared/receivers/repository';
import { toReceiverResponse } from '#shared/receivers/response';
import { ownUserIdFromBody, readOwnUser } from '#shared/users/read-own-user';
import { newId } from '#shared/values/ids';
import { contract } from './contract';

type Body = Request<typeof contract>['body'];

/** Registers a person or business whom the user pays. */
export const createReceiver = idempotent({ contract, owner: ownUserIdFromBody }, async (request, record) => {
  const { caller, body, nowMs } = request;
  const user = await readOwnUser(body.userId, caller);
  const receiver: Receiver = {
    id: newId(nowMs),
    partnerId: caller.partnerId,
    userId: user.id,
    receiverType: body.receiverType,
    email: body.email,
    taxId: body.taxId,
    ...identityFields(body),
    version: 1,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    deletedAtMs: undefined,
  };
  const answer = await record(toReceiverResponse(receiver));
  await saveReceiver(receiver, answer.writes);
  return answer.reply;
});

const noIdentity = {
  firstName: undefined,
  lastName: undefined,
  countryOfBirth: undefined,
  dateOfBirth: undefined,
  phoneNumber: undefined,
  businessName: undefined,
  countryOfConstitution: undefined,
  dateOfConstitution: undefined,
};

/** The fields of the receiver's type; those of the other type are not kept. @throws Problem when a name is missing */
function identityFields(body: Body) {
  if (body.receiverType === 'BUSINESS') {
    checkNames(body, ['businessName']);
    const { businessName, countryOfConstitution, dateOfConstitution } = body;
    return { ...noIdentity, businessName, countryOfConstitution, dateOfConstitution };
  }
  checkNames(body, ['firstName', 'lastName']);
  const { firstName, lastName, countryOfBirth, dateOfBirth, phoneNumber } = body;
  return { ...noIdentity, firstName, lastName, countryOfBirth, dateOfBirth, phoneNumber };
}

function checkNames(body: Body, needed: readonly ('businessName' | 'firstName' | 'lastName')[]): void {
  const missing = needed.filter((field) => body[field] === undefined);
  const message = `Required for receivers of type ${body.receiverType}`;
  if (missing.length > 0) throw invalidInput(missing.map((field) => ({ field, message })));
}
