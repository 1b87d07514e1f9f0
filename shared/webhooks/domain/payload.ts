import { toDisplayNames, type User } from '#shared/users/domain/user';
import type { StageName } from '#shared/values/stage-name';
import { eventFacts } from './events';

/** The flat object that partners are sent. No signing link and no bank number stands in one. */
export type Payload = Readonly<Record<string, PayloadValue>>;

type PayloadValue = string | number | null | readonly string[] | { readonly [name: string]: PayloadValue | undefined };

/** Members of every payload, of any event (contract, Webhooks). */
export interface PayloadEnvelope {
  /** Environment of the event: a sandbox moves no money. */
  readonly environment: StageName;
  /** Id of the notification. */
  readonly id: string;
  readonly occurredAtMs: number;
  /** The user that it concerns; null for a test. */
  readonly userId: string | null;
  /** Position among the notifications of the same subject, from 1. */
  readonly sequence: number;
}

/** The sent payload: the event's own fields and the fields of every payload. */
export function withEnvelope(
  { environment, id, occurredAtMs, userId, sequence }: PayloadEnvelope,
  content: Payload,
): Payload {
  return { environment, ...content, id, userId, sequence, occurredAt: new Date(occurredAtMs).toISOString() };
}

/** User that the payload is about: an external id the partner chose, or ours. */
export function userFields(user: User): Payload {
  return { externalUserId: user.externalUserId ?? user.id, ...toDisplayNames(user) };
}

/** The payload of a test. Nothing has happened. */
export function testPayload(): Payload {
  return { type: eventFacts.TEST_EVENT.type, event: 'TEST_EVENT' };
}
