import * as z from 'zod/mini';
import { id, pageSchema, timestamp } from '#shared/api/response-schemas/common';
import { eventNames, notificationStatuses } from './domain/events';
import { faultModes } from './domain/fault-injection';

export const WebhookSettings = z.strictObject({
  id,
  partnerId: id,
  url: z.nullable(z.string()),
  eventTypes: z.nullable(z.array(z.enum(eventNames))),
  secretRotatedAt: z.nullable(timestamp),
  previousSecretsExpireAt: z.array(timestamp),
  createdAt: timestamp,
  updatedAt: timestamp,
  secret: z.optional(z.string()),
});

export const RotatedSecret = z.strictObject({ secret: z.string(), previousExpiresAt: timestamp });

const summary = {
  id,
  status: z.enum(notificationStatuses),
  retryAttempts: z.int(),
  manualRetryCount: z.int(),
  createdAt: timestamp,
  updatedAt: timestamp,
};

export const WebhookNotificationItem = z.strictObject({ ...summary, eventType: z.string() });

export const WebhookNotificationPage = pageSchema(WebhookNotificationItem);

export const WebhookNotification = z.strictObject({
  ...summary,
  payload: z.record(z.string(), z.unknown()),
  latestErrorPayload: z.nullable(z.record(z.string(), z.unknown())),
  nextAttemptAt: z.nullable(timestamp),
  lastManualRetryAt: z.nullable(timestamp),
  replayCount: z.int(),
  version: z.int(),
  attempts: z.array(
    z.strictObject({
      at: timestamp,
      statusCode: z.nullable(z.int()),
      durationMs: z.number(),
      error: z.nullable(z.string()),
      responseBody: z.optional(z.nullable(z.string())),
    }),
  ),
});

export const AcceptedReplay = z.strictObject({ accepted: z.int(), nextCreatedFrom: z.nullable(timestamp) });

export const WebhookFaults = z.strictObject({ mode: z.enum(faultModes), rate: z.number() });
