/**
 * Sends one event to the event bus of a partner (docs/adr/015). Every error counts as a failed attempt and not as our error,
 * because the partner owns the bus.
 */
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
  readonly event: string;
  /** Same body as for a URL. The body contains the notification id, which partners use to drop duplicates. */
  readonly body: string;
}

export type EventBusSender = ReturnType<typeof createEventBusSender>;

/**
 * Maximum number of cached clients, one per region. It is higher than the number of AWS regions. Without a limit, partners could
 * fill the memory with clients for nonexistent regions.
 */
const MAX_CLIENTS = 50;

/** Format of AWS error codes. Other text could come from a third party and is not stored. */
const ERROR_CODE = /^[A-Za-z]{1,60}$/;

/** @param clientIn creates the client of a region. @default the SDK client with the function's role */
export function createEventBusSender(clientIn: (region: string) => EventBridgeClient = newClient) {
  const clients = boundedCache<EventBridgeClient>({ maxEntries: MAX_CLIENTS });
  return {
    /** Makes the attempt. Returns a result even if the bus or the call fails; never throws. */
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

/**
 * Creates a client without `namingCalls`: a denied call is logged only as the reason of a failed attempt, not as a missing
 * permission of our role. The usual cause is the partner's bus policy.
 */
function newClient(region: string): EventBridgeClient {
  return new EventBridgeClient({ region, maxAttempts: 3, requestHandler: requestTimeouts });
}

/** Returns only the code of an error, because the error message contains the name of our role. */
function codeText(code: string | undefined): string {
  return code !== undefined && ERROR_CODE.test(code) ? code : 'The event bus did not take the event';
}

/**
 * Returns the reason of a failed call: the service's error code if the service responded. Otherwise returns the same text as for
 * a failed attempt to a URL.
 */
function callFailure(error: unknown): string {
  const isResponse = error instanceof Error && '$fault' in error;
  if (isResponse) return codeText(error.name);
  const isAborted = error instanceof Error && error.name === 'AbortError';
  return isAborted ? `Timed out after ${ATTEMPT_DEADLINE_MS / 1000} s` : failureText(error, ATTEMPT_DEADLINE_MS);
}
