import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import { unexpected } from '#shared/http/unexpected-error';
import { logRequest } from '#shared/platform/observability/request-log';
import { invalidInput, Problem } from '../../../shared/api/problems';
import { problemAnswer } from '../../../shared/http/responses';
import { callerOf } from '../shared/caller';
import { edgeOf, setEdge } from './edge';
import { quotes } from './routers/quotes';
import { ramps } from './routers/ramps';
import { receivers } from './routers/receivers';
import { transactions } from './routers/transactions';
import { users } from './routers/users';
import { webhooks } from './routers/webhooks';

/** The partner API as one Express application. */
export function partnerApi(): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.use(logged, express.json({ limit: '5500kb' }), authenticated);
  for (const router of [ramps, quotes, transactions, users, receivers, webhooks])
    app.use('/api/partner/v2', router());
  app.use(() => {
    throw new Problem('NOT_FOUND', 'Not found');
  });
  app.use(failed);
  return app;
}

const logged: RequestHandler = (request, response, next) => {
  const startedMs = Date.now();
  const requestId = request.get('x-request-id') ?? crypto.randomUUID();
  setEdge(response, { requestId, caller: undefined, endpoint: 'unknown', claim: undefined });
  response.set('x-request-id', requestId);
  response.once('finish', () => {
    const { caller, endpoint } = edgeOf(response);
    logRequest({
      requestId,
      endpoint,
      partnerId: caller?.partnerId,
      status: response.statusCode,
      durationMs: Date.now() - startedMs,
    });
  });
  next();
};

const authenticated: RequestHandler = async (request, response, next) => {
  edgeOf(response).caller = await callerOf(request.get('partner-api-key'));
  next();
};

/** Answers in the envelope, and gives the key of a request that has failed free again. */
const failed: ErrorRequestHandler = async (error, _request, response, _next) => {
  const { claim, requestId } = edgeOf(response);
  const problem = problemOf(error) ?? unexpected(error, requestId);
  await claim?.release();
  const { statusCode, headers, body } = problemAnswer(problem);
  response
    .status(statusCode)
    .set({ ...stringsOf(headers) })
    .send(body);
};

/** The parser's own errors have a type. */
function problemOf(error: unknown): Problem | undefined {
  if (error instanceof Problem) return error;
  if (!(error instanceof Error && 'type' in error)) return undefined;
  if (error.type === 'entity.too.large') return new Problem('PAYLOAD_TOO_LARGE', 'Payload too large');
  return invalidInput([{ field: 'body', message: 'Must be valid JSON' }]);
}

function stringsOf(headers: object | undefined): Record<string, string> {
  return Object.fromEntries(Object.entries(headers ?? {}).map(([name, value]) => [name, String(value)]));
}
