/**
 * Actions and waits of journeys. A journey is a sequence of sandbox calls with which the command `trigger` causes a webhook
 * event.
 */
import { randomUUID } from 'node:crypto';
import type { PartnerRamp } from '../../client.js';
import type { Kyc, SimulateTransactionRequest, WebhookNotificationItem } from '../../generated/openapi.js';
import { CommandFailed } from '../errors.js';
import { poll } from '../poll.js';

/** Data that a journey requires: the API client, an abort signal, an output, and optional settings. */
export interface JourneyContext {
  readonly ramp: PartnerRamp;
  readonly signal: AbortSignal;
  /** Prints one line for each completed action or wait. */
  step(text: string): void;
  /** A verified user for the transactions. @default a new user */
  readonly userId?: string | undefined;
  /** Maximum wait for one condition, in ms. @default two minutes */
  readonly limitMs?: number;
}

/** The transaction or user that the event of a journey is about, or the notification of the event. */
export type Subject =
  | { readonly transactionId: string }
  | { readonly userId: string }
  | { readonly notificationId: string };

/** Causes a webhook event with a sequence of API calls. */
export type Journey = (context: JourneyContext) => Promise<Subject>;

/** An action on a transaction. */
export type TransactionStep = (id: string, context: JourneyContext) => Promise<unknown>;

/** Maximum wait for one condition, in ms. In the sandbox, a complete journey takes at most 30 seconds. */
const LIMIT_MS = 120_000;

/** Calls `find` until it returns a value. @throws CommandFailed after the limit */
export async function waitFor<T>(
  what: string,
  { signal, limitMs = LIMIT_MS }: JourneyContext,
  find: () => T | undefined | Promise<T | undefined>,
): Promise<T> {
  const found = await poll(find, limitMs, signal);
  if (found === undefined) throw new CommandFailed(`${what} did not arrive within ${limitMs / 1000} s`);
  return found;
}

/** @throws CommandFailed in production, because journeys are possible only in the sandbox */
export async function refuseProduction(ramp: PartnerRamp, signal: AbortSignal): Promise<void> {
  const { environment } = await ramp.capabilities.get({}, { signal });
  if (environment !== 'sandbox') throw new CommandFailed('This is production. The command works only in the sandbox');
}

/** Registers a sandbox user. @returns the id of the user */
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
 * @param lastName decides the result: `Rejected` is rejected, `Review` requires a review, and any other name is verified
 */
export async function submit({ ramp, signal, step }: JourneyContext, userId: string, lastName: string): Promise<void> {
  await ramp.kyc.start(userId, { country: 'MX', firstName: 'Ana', lastName }, { signal });
  step(`verification submitted, last name ${lastName}`);
}

/** Returns the id of a verified user for a transaction. */
export async function payingUser(context: JourneyContext): Promise<string> {
  return context.userId ?? verifiedUser(context, 'García');
}

/** Registers and verifies a sandbox user. @returns the id of the user */
export async function verifiedUser(context: JourneyContext, lastName: string): Promise<string> {
  const userId = await newUser(context);
  await submit(context, userId, lastName);
  await decided(context, userId, 'VERIFIED');
  return userId;
}

/** Waits until the verification of a user has the given status. */
export async function decided(context: JourneyContext, userId: string, status: Kyc['status']): Promise<void> {
  const { ramp, signal, step } = context;
  await waitFor('The result of the verification', context, async () =>
    (await ramp.kyc.get(userId, { signal })).status === status ? true : undefined,
  );
  step(status.toLowerCase());
}

/** Adds a beneficial owner to a business. @returns the id of the owner */
export async function addOwner({ ramp, signal, step }: JourneyContext, userId: string): Promise<string> {
  const name = { firstName: 'Lucía', lastName: 'Hernández' } as const;
  const owner = { ...name, role: 'UBO', email: `owner-of-${userId}@example.com` } as const;
  const { id } = await ramp.associatedPersons.create(userId, owner, { signal });
  step(`owner ${id}`);
  return id;
}

/** Requests the signature of a beneficial owner, then simulates the signature in the sandbox. */
export async function sign({ ramp, signal, step }: JourneyContext, userId: string, ownerId: string): Promise<void> {
  await ramp.signatures.request(userId, {}, { signal });
  step(`owner ${ownerId} received a request to sign`);
  await ramp.sandbox.signDeclaration(userId, ownerId, { signal });
  step('signed');
}

/** Creates a verification link. @returns the URL of the link; anyone who has the URL can open the page */
export async function makeLink({ ramp, signal, step }: JourneyContext, userId: string): Promise<string> {
  const { kycLink } = await ramp.kyc.createLink(userId, { country: 'MX' }, { signal });
  step('verification link created');
  return kycLink;
}

/** An action on a verification link. */
export type LinkStep = (
  context: JourneyContext,
  link: { readonly userId: string; readonly address: string },
) => Promise<void>;

/** Opens the page of a verification link like a browser. */
export const openPage: LinkStep = async ({ signal, step }, { address }) => {
  const { ok, status } = await fetch(address, { signal });
  if (!ok) throw new CommandFailed(`The page of the verification link returned ${status}`);
  step('page opened');
};

export const expireLink: LinkStep = async ({ ramp, signal, step }, { userId }) => {
  await ramp.sandbox.expireVerificationLink(userId, { signal });
  step('link expired');
};

/** Returns an action that simulates an event of a transaction. */
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

/** Waits until the transaction has a hold. */
export const held: TransactionStep = async (id, context) => {
  await waitFor('The hold', context, async () => {
    const { hold } = await context.ramp.transactions.get(id, { signal: context.signal });
    return hold ?? undefined;
  });
  context.step('held');
};

/** Waits until the transaction has the status `COMPLETED`. */
export const complete: TransactionStep = async (id, context) => {
  await waitFor('The completion', context, async () =>
    (await context.ramp.transactions.get(id, { signal: context.signal })).status === 'COMPLETED' ? true : undefined,
  );
  context.step('COMPLETED');
};

/** Waits until the notification of a journey's event is stored, and returns the notification. */
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
