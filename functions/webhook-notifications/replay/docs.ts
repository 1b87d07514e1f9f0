import { webhookEndpointNotFound } from '#shared/api/problems';
import { defineDocs } from '#shared/http/docs';
import { contract } from './contract';

export const docs = defineDocs(contract, {
  sdk: [
    'webhookNotifications.replay',
    'Sends the oldest notifications of a range again, 1,000 at most; `nextCreatedFrom` is where to go on. With `endpointId` they go to that endpoint alone, also those of before it was made.',
  ],
  description:
    'Sends the notifications of a range again, unchanged in id and body, oldest first, at most 1,000 in a call: also those that were `SENT`, and those that were `NOT_SENT` for want of a URL or left out by `eventTypes`. Left out are those on their way, and a `FAILED` one that has used its three manual retries. Every filter may be absent. `accepted` tells how many go out; when the range holds more, `nextCreatedFrom` is the `createdFrom` to go on with. A replay counts apart from manual retries, and what it sends does not keep new events waiting. While no URL is set nothing is accepted. With `endpointId` they are sent to that endpoint alone, also what happened before it was made: of the events that it chooses now, whatever became of them at the first endpoint. `status` is then that of its own deliveries, `NOT_SENT` where it has none. A notification shows twenty endpoints at most: one more takes the place of the oldest deleted one.',
  body: {
    about: 'Which notifications to send again.',
    endpointId: 'Of the endpoint that they are sent to; absent, the first one.',
    status: 'Only this status. PENDING ones are never replayed.',
    eventType: 'Only this event.',
    createdFrom: 'Created at or after this ISO 8601 instant.',
    createdTo: 'Created at or before this ISO 8601 instant.',
  },
  example: {
    body: { status: 'SENT', eventType: 'COMPLETED_CROSS_RAMP', createdFrom: '2026-01-15T16:00:00.000Z' },
    data: { accepted: 1, nextCreatedFrom: null },
  },
  refusals: [webhookEndpointNotFound()],
});
