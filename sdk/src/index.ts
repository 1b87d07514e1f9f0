export type { ChangeFeed, FollowOptions } from './change-feed.js';
export { PartnerRamp } from './client.js';
export {
  type CallFacts,
  type FieldError,
  RampConnectionError,
  RampError,
  RampTimeoutError,
  RampWebhookError,
  type WebhookRefusal,
} from './errors.js';
export { DECIMALS } from './generated/decimals.js';
export type * from './generated/openapi.js';
export type { Listing, Paged } from './listing.js';
export {
  addDecimals,
  compareDecimals,
  fromMinorUnits,
  subtractDecimals,
  toDecimal,
  toJsonNumber,
  toMinorUnits,
} from './money.js';
export type { Body, Data, OperationId, Query } from './operation-types.js';
export type { AttemptReport, CallLimits, ClientOptions, Environment, RequestOptions } from './options.js';
export type { RampPromise, RampResponse } from './ramp-promise.js';
export type { RetryPolicy } from './retry-policy.js';
export {
  type VerifyOptions,
  verifyWebhook,
  type WebhookDelivery,
  type WebhookEvent,
  type WebhookEventName,
  type WebhookEventOf,
  type WebhookHeaders,
} from './webhooks.js';
