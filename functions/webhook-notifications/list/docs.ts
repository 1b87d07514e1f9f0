import { defineDocs } from '#shared/http/docs';
import { sentNotification } from '#shared/webhooks/examples';
import { contract } from './contract';

export const docs = defineDocs(contract, {
  sdk: ['webhookNotifications.list', 'Lists notifications, newest first unless asked otherwise.'],
  description:
    'Lists the notifications made for you, newest first unless asked otherwise, with their delivery status. `status`, `eventType`, `transactionId`, `userId`, `createdFrom` and `createdTo` narrow the list and can be combined; with `userId`, dates, or a status and an event, one request looks at a bounded part of the list, as for transactions. A notification is on record when the answer that caused it arrives, whether or not it could be sent.',
  parameters: {
    eventType: 'Only this event.',
    transactionId: 'Only what tells of this transaction; an unknown one has nothing.',
  },
  example: {
    query: { status: 'SENT', limit: 2 },
    data: {
      count: 7,
      total: 7,
      data: [
        { ...sentNotification, eventType: 'COMPLETED_CROSS_RAMP' },
        {
          ...sentNotification,
          id: '019bc2bd-cb00-7c9e-8d17-3e60b2f4a9c5',
          createdAt: '2026-01-15T16:30:18.396Z',
          updatedAt: '2026-01-15T16:30:18.611Z',
          eventType: 'BANK_TRANSFER_PENDING_CROSS_RAMP',
        },
      ],
      nextCursor: 'azNYcTB2VDliUnpBOjAxOWJjMmJkLWNiMDAtN2M5ZS04ZDE3LTNlNjBiMmY0YTljNQ',
    },
  },
});
