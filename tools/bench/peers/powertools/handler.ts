/** Creates a cross-ramp with Powertools' idempotency. This file handles HTTP itself, and the rest is code of the service. */
import * as idempotency from '@aws-lambda-powertools/idempotency';
import { DynamoDBPersistenceLayer } from '@aws-lambda-powertools/idempotency/dynamodb';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import { contract } from '../../../../functions/cross-ramp/create/contract';
import { createCrossRamp } from '../../../../functions/cross-ramp/create/create-cross-ramp';
import { invalidApiKey, Problem } from '../../../../shared/api/problems';
import { documentClient } from '../../../../shared/dynamodb/table';
import type { Request } from '../../../../shared/handlers/partner-endpoint';
import { header, readBaseUrl } from '../../../../shared/http/gateway-event';
import { jsonResponse, problemResponse, successBody } from '../../../../shared/http/responses';
import { toProblem } from '../../../../shared/http/unexpected-error';
import { parseInput } from '../../../../shared/http/validation';
import { findCaller, markUsed } from '../../../../shared/partners/api-keys/repository';
import type { Caller } from '../../../../shared/partners/domain/partner';
import { nowMs, required } from '../../../../shared/platform/config/environment';
import { logRequest } from '../../../../shared/platform/observability/request-log';

/** An idempotency key belongs to one user of a partner. A repeated request must have the same body, in any order of fields. */
const config = new idempotency.IdempotencyConfig({
  eventKeyJmesPath: '[partnerId, userId, key]',
  payloadValidationJmesPath: 'payload',
  throwOnNoIdempotencyKey: true,
  // The service's window.
  expiresAfterSeconds: 48 * 3600,
});

/** A separate table with Powertools' default attributes. Its client uses the HTTP connections of the service's table client. */
const persistenceStore = new DynamoDBPersistenceLayer({
  tableName: required('IDEMPOTENCY_TABLE_NAME'),
  clientConfig: { requestHandler: documentClient().config.requestHandler },
});

/** Creates a cross-ramp with the service's rules, price and items, but without the service's idempotency record. */
const createOnce = idempotency.makeIdempotent(
  async (_claim: object, caller: Caller, body: Request<typeof contract>['body']) => {
    const request = { caller, body, params: {}, query: {}, idempotency: undefined, baseUrl: '' };
    const reply = await createCrossRamp({ ...request, nowMs: nowMs() });
    if (!('data' in reply)) throw new Error('A creation returns data');
    return { status: contract.status, text: successBody(reply.data) };
  },
  { persistenceStore, config },
);

export async function handler(event: APIGatewayProxyEvent, context: Context): Promise<APIGatewayProxyResult> {
  const startedMs = Date.now();
  config.registerLambdaContext(context);
  const { requestId } = event.requestContext;
  const response = await respond(event).catch((error: unknown) => {
    const problem =
      error instanceof idempotency.IdempotencyAlreadyInProgressError
        ? new Problem('CONFLICT', 'A request with this idempotency key is in progress', { reason: 'WRITE_CONTENTION' })
        : toProblem(error, requestId);
    return problemResponse(problem, { requestId, baseUrl: readBaseUrl(event) });
  });
  const durationMs = Date.now() - startedMs;
  logRequest({ requestId, endpoint: 'createCrossRamp', status: response.statusCode, durationMs });
  return { ...response, headers: { ...response.headers, 'x-request-id': requestId } };
}

async function respond(event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> {
  const apiKey = header(event, 'partner-api-key') ?? '';
  const caller = await findCaller(apiKey, nowMs());
  if (caller === undefined || caller.suspended) throw invalidApiKey();
  await markUsed(apiKey, caller, nowMs());
  const payload: unknown = JSON.parse(event.body ?? '{}');
  const body = parseInput(contract.body, payload);
  const claim = { partnerId: caller.partnerId, userId: body.userId, key: header(event, 'idempotency-key'), payload };
  const { status, text } = await createOnce(claim, caller, body);
  return jsonResponse(status, text);
}
