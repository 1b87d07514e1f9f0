import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { requestTimeouts } from '#shared/platform/config/cloud-clients';
import { required } from '#shared/platform/config/environment';
import { namingCalls } from '#shared/platform/observability/denied-call';
import type { DeliveryMessage, StepMessage } from './messages';

/** Maximum number of events in one `PutEvents` call (EventBridge limit). */
export const MAX_ENTRIES = 10;

const EVENT_SOURCE = 'partner-ramp';

/** Event of a committed change. Contains only ids and counters that identify an item. */
export type BusEvent =
  | { readonly detailType: 'notification.ready' | 'notification.replayed'; readonly detail: DeliveryMessage }
  | { readonly detailType: 'step.ready'; readonly detail: StepMessage };

export type EventBus = ReturnType<typeof eventBridgeBus>;

/** Client of the event bus named by EVENT_BUS_NAME. */
export function eventBridgeBus() {
  const client = namingCalls(new EventBridgeClient({ maxAttempts: 3, requestHandler: requestTimeouts }));
  return {
    /** Sends up to ten events; does not send refused events again. Returns for each event whether the bus accepted it. */
    async put(events: readonly BusEvent[]): Promise<boolean[]> {
      const { Entries = [] } = await client.send(
        new PutEventsCommand({
          Entries: events.map(({ detailType, detail }) => ({
            EventBusName: required('EVENT_BUS_NAME'),
            Source: EVENT_SOURCE,
            DetailType: detailType,
            Detail: JSON.stringify(detail),
          })),
        }),
      );
      return events.map((_, index) => Entries[index]?.EventId !== undefined && Entries[index].ErrorCode === undefined);
    },
  };
}
