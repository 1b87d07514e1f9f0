import { beforeEach, expect, vi } from 'vitest';
import { runStep } from '#functions/workers/run-step/run-step';
import { readStepAt } from '#shared/dynamodb/due-steps';
import { userKey, verificationKey } from '#shared/dynamodb/keys';
import { readItem, readRange, type StoredRecord } from '#shared/dynamodb/table';
import { newWebhookSecret } from '#shared/http/signature';
import type { IdentityVerification } from '#shared/identity/domain/identity-verification';
import { decodeVerification } from '#shared/identity/item';
import { saveVerificationStart } from '#shared/identity/repository';
import { verificationProvider } from '#shared/providers/verification/http';
import type { User } from '#shared/users/domain/user';
import { findUser, insertUser } from '#shared/users/repository';
import { anIdentityVerification, aUser } from '#test/support/builders/users';
import { noProviders } from '#test/support/no-providers';
import { type LoopbackProvider, startLoopbackProvider } from '#test/support/servers/loopback-provider';
import { startLoopbackSecrets } from '#test/support/servers/loopback-secrets';
import { startedForTests } from '#test/support/started-for-tests';
import { startMemoryTable } from '#test/unit/delivery/table';

const ARN = 'arn:aws:secretsmanager:us-east-1:111122223333:secret:verification-AbCdEf';
export const API_KEY = 'provider-key-0123456789';
export const SECRET = newWebhookSecret();
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** A user and the submitted verification of the user. */
export interface Case {
  readonly user: User;
  readonly verification: IdentityVerification;
}

export interface ProductionWorld {
  readonly provider: LoopbackProvider;
  /** Clears the recorded requests of the provider and resets its responses. */
  reset(): void;
  stop(): Promise<void>;
}

/** Starts the dependencies of a production verification: an in-memory table, a provider and its secret. */
async function startProduction(): Promise<ProductionWorld> {
  const { stop } = startMemoryTable(20261123);
  const [provider, secrets] = await Promise.all([startLoopbackProvider(), startLoopbackSecrets()]);
  secrets.secrets.set(ARN, JSON.stringify({ apiKey: API_KEY, callbackSecrets: [SECRET] }));
  const reset = () => {
    vi.stubEnv('STAGE', 'production');
    vi.stubEnv('FILES_BUCKET', 'files');
    vi.stubEnv('AWS_ENDPOINT_URL_SECRETS_MANAGER', secrets.url);
    vi.stubEnv('VERIFICATION_SECRET_ARN', ARN);
    vi.stubEnv('VERIFICATION_URL', provider.url);
    provider.seen.length = 0;
    provider.script.length = 0;
    provider.response = { status: 'PENDING', reference: 'case-1' };
  };
  return {
    provider,
    reset,
    async stop() {
      await Promise.all([stop(), provider.stop(), secrets.stop()]);
    },
  };
}

/** Starts the dependencies of a production verification for a test file, and resets them before each test. */
export function productionForTests(): () => ProductionWorld {
  const world = startedForTests(startProduction);
  beforeEach(() => world().reset());
  return world;
}

/** Stores a user with a verification that was just submitted. */
export async function submitted(overrides: Partial<IdentityVerification> = {}): Promise<Case> {
  const user = aUser();
  await insertUser(user);
  const verification = anIdentityVerification(user, overrides);
  expect(await saveVerificationStart(user, verification, { stepAtMs: undefined })).toBe(true);
  return { user, verification };
}

function toPlace({ user, verification }: Case) {
  return verificationKey(user.id, verification.id);
}

export async function readStored(of: Case): Promise<StoredRecord> {
  return (await readItem(toPlace(of))) ?? {};
}

export async function readVerification(of: Case): Promise<IdentityVerification> {
  return decodeVerification(await readStored(of));
}

export async function readUser({ user }: Case): Promise<User> {
  return (await findUser(user.id)) ?? user;
}

/** Returns the events that the partner was notified of, in order. */
export async function readEvents({ user }: Case): Promise<unknown[]> {
  const { items } = await readRange({ partition: userKey(user.id).PK, prefix: 'NTF#' });
  return items.map(({ event }) => event);
}

/** Runs the step `afterMs` milliseconds after the submission, as a worker does for a message. */
export function takeStep(of: Case, afterMs: number) {
  const { PK: pk, SK: sk } = toPlace(of);
  const atMs = of.verification.submittedAtMs + afterMs;
  return runStep(
    { v: 1, entity: 'KYC', pk, sk, partnerId: of.user.partnerId, dueAt: 0 },
    { ...noProviders, now: () => atMs, stepMs: 0, verificationProvider },
  );
}

/** Returns the due time of the next step, in ms after the submission. */
export async function nextStepAfter(of: Case): Promise<number | undefined> {
  const item = await readStored(of);
  expect(item.dueAt).toBe(item.stepAt);
  const stepAt = readStepAt(item);
  return stepAt === undefined ? undefined : stepAt - of.verification.submittedAtMs;
}
