/** Sends one event to the event bus of a partner (docs/adr/015). The bus is not ours: every result of it is the outcome of an attempt. */
import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { boundedCache } from '#shared/platform/bounded-cache';
import { requestTimeouts } from '#shared/platform/config/cloud-clients';
import { failureText } from '#shared/platform/network/failure-text';
import type { AttemptResult } from './domain/delivery';
import { eventSource, parseEventBusArn } from './domain/event-bus';
import { ATTEMPT_DEADLINE_MS } from './domain/retry-schedule';

export interface OutboundEvent {
  readonly eventBusArn: string;
  readonly partnerId: string;
  /** The name of the webhook's event. */
  readonly event: string;
  /** The body that a URL would be sent. It carries the id of its notification, by which a partner drops doubles. */
  readonly body: string;
}

export type EventBusSender = ReturnType<typeof createEventBusSender>;

/** More than AWS has regions: the name of one that does not exist costs a client until it is evicted. */
const MAX_CLIENTS = 50;

/** The form of error codes that services return. Anything else could be text of somebody else's. */
const ERROR_CODE = /^[A-Za-z]{1,60}$/;

/** @param clientIn makes the client of a region. @default the SDK's client, with the role of the function */
export function createEventBusSender(clientIn: (region: string) => EventBridgeClient = newClient) {
  const clients = boundedCache<EventBridgeClient>({ maxEntries: MAX_CLIENTS });
  return {
    /** Makes the attempt. It returns for every result of the bus, and never throws. */
    async put({ eventBusArn, partnerId, event, body }: OutboundEvent): Promise<AttemptResult> {
      const startedMs = performance.now();
      const outcome = (error: string | null, eventId?: string): AttemptResult => ({
        statusCode: null,
        durationMs: Math.round(performance.now() - startedMs),
        error,
        ...(eventId === undefined ? {} : { responseBody: JSON.stringify({ EventId: eventId }) }),
      });
      try {
        const { region } = parseEventBusArn(eventBusArn);
        const client = await clients.get(region, async () => clientIn(region));
        const entry = { EventBusName: eventBusArn, Source: eventSource(partnerId), DetailType: event, Detail: body };
        const { Entries: [taken] = [] } = await client.send(new PutEventsCommand({ Entries: [entry] }), {
          abortSignal: AbortSignal.timeout(ATTEMPT_DEADLINE_MS),
        });
        const isTaken = taken?.EventId !== undefined && taken.ErrorCode === undefined;
        return isTaken ? outcome(null, taken.EventId) : outcome(codeText(taken?.ErrorCode));
      } catch (error) {
        return outcome(callFailure(error));
      }
    },
  };
}

/** No call is named in the log as one that our role lacks the right to: mostly it is the policy of the bus that refuses. */
function newClient(region: string): EventBridgeClient {
  return new EventBridgeClient({ region, maxAttempts: 3, requestHandler: requestTimeouts });
}

/** Stores only the code of a refusal: its message contains the name of our role. */
function codeText(code: string | undefined): string {
  return code !== undefined && ERROR_CODE.test(code) ? code : 'The event bus did not take the event';
}

/** Returns why a call as a whole failed: the service's code if it responded, else the text that an attempt at a URL would have. */
function callFailure(error: unknown): string {
  const isResponse = error instanceof Error && '$fault' in error;
  if (isResponse) return codeText(error.name);
  const isAborted = error instanceof Error && error.name === 'AbortError';
  return isAborted ? `Timed out after ${ATTEMPT_DEADLINE_MS / 1000} s` : failureText(error, ATTEMPT_DEADLINE_MS);
}
