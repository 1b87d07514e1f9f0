import { invalidInput } from '#shared/api/problems';
import { idempotent } from '#shared/handlers/idempotent-operation';
import type { Request } from '#shared/handlers/partner-endpoint';
import type { Receiver } from '#shared/receivers/item';
import { createReceiver as saveReceiver } from '#shared/receivers/repository';
import { toReceiverResponse } from '#shared/receivers/response';
import { readOwnUser } from '#shared/users/read-own-user';
import { newId } from '#shared/values/ids';
import { contract } from './contract';

type CreateRequest = Request<typeof contract>;
type Body = CreateRequest['body'];

const readUser = ({ body, caller }: CreateRequest) => readOwnUser(body.userId, caller);
const owner = async (request: CreateRequest) => (await readUser(request)).id;

/** Registers a person or business as the receiver of a user's payments. */
export const createReceiver = idempotent({ contract, owner }, async (request, record) => {
  const { caller, body, nowMs } = request;
  const user = await readUser(request);
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
  };
  const recorded = await record(toReceiverResponse(receiver));
  await saveReceiver(receiver, recorded.writes);
  return recorded.reply;
});

/** Returns the fields of the receiver's type, without fields of the other type. @throws Problem if a name is missing */
function identityFields(body: Body) {
  if (body.receiverType === 'BUSINESS') {
    checkNames(body, ['businessName']);
    const { businessName, countryOfConstitution, dateOfConstitution } = body;
    return { businessName, countryOfConstitution, dateOfConstitution };
  }
  checkNames(body, ['firstName', 'lastName']);
  const { firstName, lastName, countryOfBirth, dateOfBirth, phoneNumber } = body;
  return { firstName, lastName, countryOfBirth, dateOfBirth, phoneNumber };
}

function checkNames(body: Body, needed: readonly ('businessName' | 'firstName' | 'lastName')[]): void {
  const missing = needed.filter((field) => body[field] === undefined);
  const message = `Required for receivers of type ${body.receiverType}`;
  if (missing.length > 0) throw invalidInput(missing.map((field) => ({ field, message })));
}
