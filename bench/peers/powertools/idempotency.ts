import {
  IdempotencyAlreadyInProgressError,
  IdempotencyConfig,
  IdempotencyValidationError,
  makeIdempotent,
} from '@aws-lambda-powertools/idempotency';
import { DynamoDBPersistenceLayer } from '@aws-lambda-powertools/idempotency/dynamodb';
import { documents } from '#shared/dynamodb/table';
import { required } from '#shared/platform/config/environment';
import { Problem } from '../../../shared/api/problems';
import { type Claim, create, type Order } from './create';

/** The service's window. */
const EXPIRES_AFTER_S = 48 * 3600;

/** A key is a user's of a partner; the whole body must be equal, in whatever order its members come. */
export const idempotency = new IdempotencyConfig({
  eventKeyJmesPath: '[partnerId, userId, idempotencyKey]',
  payloadValidationJmesPath: 'payload',
  throwOnNoIdempotencyKey: true,
  expiresAfterSeconds: EXPIRES_AFTER_S,
});

/** A table of its own with its default attributes, on the connections that the service's table uses. */
const persistenceStore = new DynamoDBPersistenceLayer({
  tableName: required('IDEMPOTENCY_TABLE_NAME'),
  clientConfig: { requestHandler: documents().config.requestHandler },
});

/** Creates, or answers what the same request was answered before. */
export const createOnce = makeIdempotent((_claim: Claim, order: Order) => create(order), {
  persistenceStore,
  config: idempotency,
});

/** What a caller is told of a refusal of the library's; undefined for any other error. */
export function idempotencyProblem(error: unknown): Problem | undefined {
  if (error instanceof IdempotencyValidationError)
    return new Problem('IDEMPOTENCY_KEY_REUSED', 'The idempotency key was used for a different request');
  if (error instanceof IdempotencyAlreadyInProgressError)
    return new Problem('CONFLICT', 'A request with this idempotency key is in progress');
  return undefined;
}
