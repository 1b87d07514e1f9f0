import { randomUUID } from 'node:crypto';
import {
  assertTrusted,
  awaitCompletion,
  createCrossRamp,
  crossRampOrder,
  type Journey,
  registerUser,
  TARGET_ACCOUNT,
  userWebhooks,
  verifyUser,
} from '#scripts/demo/journey';
import { JourneyError } from '#scripts/demo/journey-error';
import { RampError } from '#sdk/errors';
import { waitFor } from './wait-for';

const BUSINESS_NAME = 'Comercial Azteca, S.A. de C.V.';

/** Owners of the business, with their shares in percent. */
const OWNERS = [
  { firstName: 'Lucía', lastName: 'Hernández', ownershipPercent: 60 },
  { firstName: 'Diego', lastName: 'Ramírez', ownershipPercent: 40 },
];

/** A business may convert pesos only after its owners have signed. */
export async function playBusiness(journey: Journey): Promise<void> {
  const userId = await verifyBusiness(journey);
  const owners = await addOwners(journey, userId);
  await expectUnsignedRefusal(journey, userId);
  await requestSignatures(journey, userId, owners);
  await signAll(journey, userId, owners);
  const { id } = await createCrossRamp(journey, userId);
  await awaitCompletion(journey, id);
}

async function verifyBusiness(journey: Journey): Promise<string> {
  journey.story.step('Register a business');
  const userId = await registerUser(journey, { type: 'BUSINESS', businessName: BUSINESS_NAME });
  journey.story.step('Submit its verification');
  await verifyUser(journey, userId, { businessName: BUSINESS_NAME });
  return userId;
}

/** @returns the ids of the owners */
async function addOwners({ api, story }: Journey, userId: string): Promise<string[]> {
  story.step('Put its two beneficial owners on record');
  const ids: string[] = [];
  for (const owner of OWNERS) {
    const email = `owner-${randomUUID()}@example.com`;
    const { id } = await api.associatedPersons.create(userId, { ...owner, role: 'UBO', email });
    ids.push(id);
    story.note(`${owner.firstName} ${owner.lastName}, ${owner.ownershipPercent} %, person ${id}`);
  }
  return ids;
}

async function expectUnsignedRefusal({ api, story }: Journey, userId: string): Promise<void> {
  story.step('Try a cross-ramp in pesos before they have signed');
  const order = { userId, ...crossRampOrder, targetBankAccount: TARGET_ACCOUNT };
  const refusal = await api.crossRamps.create(order).then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(refusal instanceof RampError)) throw refusal ?? new JourneyError('A cross-ramp was created without signatures');
  if (refusal.code !== 'SIGNATURE_REQUIREMENT_NOT_MET') throw refusal;
  story.note(`refused: ${refusal.status} ${refusal.code}, ${refusal.apiMessage}`);
}

async function requestSignatures({ api, story }: Journey, userId: string, owners: readonly string[]): Promise<void> {
  story.step('Request their signatures');
  const page = await api.signatures.request(userId);
  for (const owner of owners) {
    const entry = page.data.find(({ associatedPersonId }) => associatedPersonId === owner);
    if (entry?.status !== 'PENDING' || entry.signingUrl === undefined)
      throw new JourneyError(`Owner ${owner} has no link to sign with`);
    // Anyone who has the link can sign: it goes to its owner and is never shown.
    story.note(`${entry.name} has a signing link, not shown: it is a secret of the owner`);
  }
}

/** Lets every owner sign, and waits until the partner has a webhook for each. */
async function signAll(
  { api, receiver, story, deadlineMs }: Journey,
  userId: string,
  owners: readonly string[],
): Promise<void> {
  story.step('Let both sign, as the sandbox does in their place');
  for (const owner of owners) {
    const entry = await api.sandbox.signDeclaration(userId, owner);
    if (entry.status !== 'SIGNED')
      throw new JourneyError(`The declaration of ${entry.name} reads ${entry.status} after its signature`);
    story.note(`${entry.name} has signed`);
  }
  const signerIds = () =>
    userWebhooks(receiver, userId)
      .map(({ payload }) => payload)
      .flatMap((payload) => (payload?.event === 'DOCUMENT_SIGNED' ? [payload.associatedPersonId] : []));
  await waitFor('the webhooks DOCUMENT_SIGNED', deadlineMs, () => {
    assertTrusted(receiver);
    return signerIds().length >= owners.length ? true : undefined;
  });
  if (!owners.every((owner) => signerIds().includes(owner)))
    throw new JourneyError('The webhooks DOCUMENT_SIGNED do not tell of each owner once');
  story.note('the partner knows of every signature');
}
