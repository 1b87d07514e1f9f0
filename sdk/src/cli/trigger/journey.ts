/** Steps that journeys are made of. */
import { randomUUID } from 'node:crypto';
import type { PartnerRamp } from '../../client.js';
import type { Kyc, SimulateTransactionRequest, WebhookNotificationItem } from '../../generated/openapi.js';
import { CommandFailed } from '../errors.js';
import { poll } from '../poll.js';

/** The client, the signal and the output of a journey. */
export interface JourneyContext {
  readonly ramp: PartnerRamp;
  readonly signal: AbortSignal;
  /** Takes a line for each step. */
  step(text: string): void;
  /** A verified user to make transactions for. @default a new one */
  readonly userId?: string | undefined;
  /** Longest wait for one condition, in ms. @default two minutes */
  readonly limitMs?: number;
}

/** Subject of the event at the end of a journey. */
export type Subject =
  | { readonly transactionId: string }
  | { readonly userId: string }
  | { readonly notificationId: string };

/** Runs the steps that lead to an event. */
export type Journey = (context: JourneyContext) => Promise<Subject>;

/** Something that is done to a transaction. */
export type TransactionStep = (id: string, context: JourneyContext) => Promise<unknown>;

/** Time limit. At the sandbox's pace a journey takes at most half a minute. */
const LIMIT_MS = 120_000;

/**
 * Calls `find` until it returns a value.
 * @throws CommandFailed after the limit
 */
export async function waitFor<T>(
  what: string,
  { signal, limitMs = LIMIT_MS }: JourneyContext,
  find: () => T | undefined | Promise<T | undefined>,
): Promise<T> {
  const found = await poll(find, limitMs, signal);
  if (found === undefined) throw new CommandFailed(`${what} did not come in ${limitMs / 1000} s`);
  return found;
}

/** @throws CommandFailed in production, where journeys are not possible */
export async function refuseProduction(ramp: PartnerRamp, signal: AbortSignal): Promise<void> {
  const { environment } = await ramp.capabilities.get({}, { signal });
  if (environment !== 'sandbox') throw new CommandFailed('This is production: only the sandbox lets things happen');
}

/** Registers a user of the sandbox. @returns its id */
export async function newUser({ ramp, signal, step }: JourneyContext, isBusiness = false): Promise<string> {
  const email = `trigger-${randomUUID()}@example.com`;
  const { userId } = await ramp.users.create(
    isBusiness ? { type: 'BUSINESS', businessName: 'ACME, S.A. de C.V.', email } : { type: 'INDIVIDUAL', email },
    { signal },
  );
  step(`user ${userId}`);
  return userId;
}

/**
 * Submits a user for verification.
 * @param lastName decides the outcome: Rejected, Review, or any other
 */
export async function submit({ ramp, signal, step }: JourneyContext, userId: string, lastName: string): Promise<void> {
  await ramp.kyc.start(userId, { country: 'MX', firstName: 'Ana', lastName }, { signal });
  step(`verification submitted, last name ${lastName}`);
}

/** The user to make a transaction for, verified. */
export async function payingUser(context: JourneyContext): Promise<string> {
  return context.userId ?? verifiedUser(context, 'García');
}

/** Registers and verifies a user of the sandbox. @returns its id */
export async function verifiedUser(context: JourneyContext, lastName: string): Promise<string> {
  const userId = await newUser(context);
  await submit(context, userId, lastName);
  await decided(context, userId, 'VERIFIED');
  return userId;
}

/** Waits until the verification of a user is decided so. */
export async function decided(context: JourneyContext, userId: string, status: Kyc['status']): Promise<void> {
  const { ramp, signal, step } = context;
  await waitFor('The verification', context, async () =>
    (await ramp.kyc.get(userId, { signal })).status === status ? true : undefined,
  );
  step(status.toLowerCase());
}

/** Adds a beneficial owner to a business. @returns its id */
export async function addOwner({ ramp, signal, step }: JourneyContext, userId: string): Promise<string> {
  const name = { firstName: 'Lucía', lastName: 'Hernández' } as const;
  const owner = { ...name, role: 'UBO', email: `owner-of-${userId}@example.com` } as const;
  const { id } = await ramp.associatedPersons.create(userId, owner, { signal });
  step(`owner ${id}`);
  return id;
}

/** Requests the signature of an owner, and signs in their place. */
export async function sign({ ramp, signal, step }: JourneyContext, userId: string, ownerId: string): Promise<void> {
  await ramp.signatures.request(userId, {}, { signal });
  step(`owner ${ownerId} asked to sign`);
  await ramp.sandbox.signDeclaration(userId, ownerId, { signal });
  step('signed');
}

/** Makes a verification link. @returns its address, which opens the page for everyone who has it */
export async function makeLink({ ramp, signal, step }: JourneyContext, userId: string): Promise<string> {
  const { kycLink } = await ramp.kyc.createLink(userId, { country: 'MX' }, { signal });
  step('verification link made');
  return kycLink;
}

/** Something that is done with a verification link. */
export type LinkStep = (
  context: JourneyContext,
  link: { readonly userId: string; readonly address: string },
) => Promise<void>;

/** Opens the page of a link as a browser does. */
export const openPage: LinkStep = async ({ signal, step }, { address }) => {
  const { ok, status } = await fetch(address, { signal });
  if (!ok) throw new CommandFailed(`The page of the link returned ${status}`);
  step('page opened');
};

export const expireLink: LinkStep = async ({ ramp, signal, step }, { userId }) => {
  await ramp.sandbox.expireVerificationLink(userId, { signal });
  step('link ended');
};

/** Lets something happen to a transaction. */
export function simulate(event: SimulateTransactionRequest['event']): TransactionStep {
  return async (id, { ramp, signal, step }) => {
    await ramp.sandbox.simulateTransaction(id, { event }, { signal });
    step(`simulated ${event}`);
  };
}

export const cancel: TransactionStep = async (id, { ramp, signal, step }) => {
  await ramp.transactions.cancel(id, { signal });
  step('cancelled');
};

export const execute: TransactionStep = async (transactionId, { ramp, signal, step }) => {
  await ramp.offRamps.execute({ transactionId }, { signal });
  step('executed');
};

/** Waits until a transaction is held. */
export const held: TransactionStep = async (id, context) => {
  await waitFor('The hold', context, async () => {
    const { hold } = await context.ramp.transactions.get(id, { signal: context.signal });
    return hold ?? undefined;
  });
  context.step('held');
};

/** Waits until a transaction has completed. */
export const complete: TransactionStep = async (id, context) => {
  await waitFor('The completion', context, async () =>
    (await context.ramp.transactions.get(id, { signal: context.signal })).status === 'COMPLETED' ? true : undefined,
  );
  context.step('COMPLETED');
};

/** Returns the notification of a journey's event, as soon as it is stored. */
export function notificationOf(
  eventType: WebhookNotificationItem['eventType'],
  subject: Subject,
  context: JourneyContext,
) {
  const { ramp, signal } = context;
  return waitFor(eventType, context, async () => {
    if ('notificationId' in subject) return { id: subject.notificationId };
    const { data } = await ramp.webhookNotifications.list({ ...subject, limit: 100 }, { signal });
    return data.find((item) => item.eventType === eventType);
  });
}
