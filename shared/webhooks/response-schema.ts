import * as z from 'zod/mini';
import { id, listOf, pageSchema, shownText, timestamp, wholeNumber } from '#shared/api/response-fields';
import { healthStatuses } from './domain/endpoint-health';
import { deliveryStatuses, eventNames, notificationStatuses } from './domain/events';
import { faultModes } from './domain/fault-injection';

export const WebhookSettings = z.strictObject({
  id,
  partnerId: id,
  url: z.nullable(shownText),
  eventTypes: z.nullable(listOf(z.enum(eventNames))),
  secretRotatedAt: z.nullable(timestamp),
  previousSecretsExpireAt: listOf(timestamp),
  createdAt: timestamp,
  updatedAt: timestamp,
  secret: z.optional(shownText),
});

export const WebhookEndpoint = z.strictObject({
  id,
  isDefault: z.boolean(),
  url: z.nullable(shownText),
  eventBusArn: z.nullable(shownText),
  eventSource: z.nullable(shownText),
  eventAccountId: z.nullable(shownText),
  eventTypes: z.nullable(listOf(z.enum(eventNames))),
  secretRotatedAt: z.nullable(timestamp),
  previousSecretsExpireAt: listOf(timestamp),
  health: z.strictObject({
    status: z.enum(healthStatuses),
    lastSuccessAt: z.nullable(timestamp),
    lastFailureAt: z.nullable(timestamp),
    failingSince: z.nullable(timestamp),
    lastError: z.nullable(shownText),
  }),
  createdAt: timestamp,
  updatedAt: timestamp,
  secret: z.optional(shownText),
});

export const WebhookEndpointPage = pageSchema(WebhookEndpoint);

export const RotatedSecret = z.strictObject({ secret: shownText, previousExpiresAt: timestamp });

const attempts = listOf(
  z.strictObject({
    at: timestamp,
    statusCode: z.nullable(wholeNumber),
    durationMs: z.number(),
    error: z.nullable(shownText),
    responseBody: z.optional(z.nullable(shownText)),
  }),
);

const summary = {
  id,
  status: z.enum(notificationStatuses),
  retryAttempts: wholeNumber,
  manualRetryCount: wholeNumber,
  createdAt: timestamp,
  updatedAt: timestamp,
};

export const WebhookNotificationItem = z.strictObject({ ...summary, eventType: shownText });

export const WebhookNotificationPage = pageSchema(WebhookNotificationItem);

export const WebhookNotification = z.strictObject({
  ...summary,
  payload: z.record(shownText, z.unknown()),
  latestErrorPayload: z.nullable(z.record(shownText, z.unknown())),
  nextAttemptAt: z.nullable(timestamp),
  lastManualRetryAt: z.nullable(timestamp),
  replayCount: wholeNumber,
  version: wholeNumber,
  attempts,
  deliveries: z.optional(
    listOf(
      z.strictObject({
        endpointId: id,
        status: z.enum(deliveryStatuses),
        retryAttempts: wholeNumber,
        manualRetryCount: wholeNumber,
        nextAttemptAt: z.nullable(timestamp),
        attempts,
      }),
    ),
  ),
});

export const AcceptedReplay = z.strictObject({ accepted: wholeNumber, nextCreatedFrom: z.nullable(timestamp) });

export const WebhookFaults = z.strictObject({ mode: z.enum(faultModes), rate: z.number() });
