import { invalidInput } from '#shared/api/problems';
import { receiverView } from '#shared/api/views/receiver';
import { createReceiver as saveReceiver } from '#shared/data/receivers';
import { newId } from '#shared/domain/ids';
import type { Receiver } from '#shared/domain/receivers/receiver';
import type { Request } from '#shared/http/edge';
import { answerOnce } from '#shared/operations/answer-once';
import { ownerInBody, readOwnUser } from '#shared/operations/ownership';
import { contract } from './contract';

type Body = Request<typeof contract>['body'];

/** Registers a person or business whom the user pays. */
export const createReceiver = answerOnce({ contract, owner: ownerInBody }, async (request, record) => {
  const { caller, body, nowMs } = request;
  const user = await readOwnUser(body.userId, caller);
  const receiver: Receiver = {
    id: newId(nowMs),
    partnerId: caller.partnerId,
    userId: user.id,
    receiverType: body.receiverType,
    email: body.email,
    taxId: body.taxId,
    ...identityOf(body),
    version: 1,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    deletedAtMs: undefined,
  };
  const answer = await record(receiverView(receiver));
  await saveReceiver(receiver, answer.writes);
  return answer.reply;
});

type Identity = Pick<
  Receiver,
  | 'firstName'
  | 'lastName'
  | 'countryOfBirth'
  | 'dateOfBirth'
  | 'phoneNumber'
  | 'businessName'
  | 'countryOfConstitution'
  | 'dateOfConstitution'
>;

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
function identityOf(body: Body): Identity {
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
