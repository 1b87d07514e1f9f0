import { toDisplayNames, type User } from '#shared/users/domain/user';
import type { StageName } from '#shared/values/stage-name';
import { eventFacts } from './events';

/** The JSON object sent to partners. Never contains a signing link or a bank account number. */
export type Payload = Readonly<Record<string, PayloadValue>>;

type PayloadValue = string | number | null | readonly string[] | { readonly [name: string]: PayloadValue | undefined };

/** Fields of every payload, for all events (contract, Webhooks). */
export interface PayloadEnvelope {
  /** Stage of the event. Partners use it to reject sandbox events in production. */
  readonly environment: StageName;
  readonly id: string;
  readonly occurredAtMs: number;
  /** Id of the user that the event is about; null for a test. */
  readonly userId: string | null;
  /** Position among the notifications of the same transaction or user, from 1. A partner's tests have a separate sequence. */
  readonly sequence: number;
}

/** Returns the payload to send: the content of the event and the fields of the envelope. */
export function withEnvelope(
  { environment, id, occurredAtMs, userId, sequence }: PayloadEnvelope,
  content: Payload,
): Payload {
  return { environment, ...content, id, userId, sequence, occurredAt: new Date(occurredAtMs).toISOString() };
}

/** Returns fields of the user that the payload is about. `externalUserId` is the partner's id for the user, or else our id. */
export function userFields(user: User): Payload {
  return { externalUserId: user.externalUserId ?? user.id, ...toDisplayNames(user) };
}

/** Returns the payload of a test notification, which has no real event. */
export function testPayload(): Payload {
  return { type: eventFacts.TEST_EVENT.type, event: 'TEST_EVENT' };
}
