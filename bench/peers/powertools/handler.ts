import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import { header } from '#shared/http/gateway-event';
import { unexpected } from '#shared/http/unexpected-error';
import { logRequest } from '#shared/platform/observability/request-log';
import { invalidInput, Problem } from '../../../shared/api/problems';
import { jsonAnswer, problemAnswer } from '../../../shared/http/responses';
import { callerOf } from '../shared/caller';
import { create, type Order, orderOf } from './create';
import { createOnce, idempotency, idempotencyProblem } from './idempotency';

/** Creates a cross-ramp. The edge is written by hand; repeated requests are the library's. */
export async function handler(event: APIGatewayProxyEvent, context: Context): Promise<APIGatewayProxyResult> {
  const startedMs = Date.now();
  idempotency.registerLambdaContext(context);
  const { response, code, partnerId } = await answer(event);
  const { requestId } = event.requestContext;
  logRequest({
    requestId,
    endpoint: 'createCrossRamp',
    partnerId,
    status: response.statusCode,
    code,
    durationMs: Date.now() - startedMs,
  });
  return { ...response, headers: { ...response.headers, 'x-request-id': requestId } };
}

interface Answered {
  readonly response: APIGatewayProxyResult;
  readonly code?: string;
  readonly partnerId?: string;
}

async function answer(event: APIGatewayProxyEvent): Promise<Answered> {
  try {
    const caller = await callerOf(header(event, 'partner-api-key'));
    const order = orderOf(caller, jsonOf(event.body), header(event, 'idempotency-key'));
    const { status, text } = await answerTo(order);
    return { response: jsonAnswer(status, text), partnerId: caller.partnerId };
  } catch (error) {
    const known = idempotencyProblem(error) ?? error;
    const problem = known instanceof Problem ? known : unexpected(known, event.requestContext.requestId);
    return { response: problemAnswer(problem), code: problem.code };
  }
}

function answerTo(order: Order) {
  return order.claim === undefined ? create(order) : createOnce(order.claim, order);
}

function jsonOf(body: string | null): unknown {
  try {
    return body === null || body === '' ? {} : JSON.parse(body);
  } catch {
    throw invalidInput([{ field: 'body', message: 'Must be valid JSON' }]);
  }
}
