import {
  InternalServerError,
  ProvisionedThroughputExceededException,
  ThrottlingException,
  TransactionInProgressException,
} from '@aws-sdk/client-dynamodb';
import { describe, expect, it } from 'vitest';
import { Problem, quoteFailed } from '#shared/api/problems';
import { TableUnavailable, WriteContention } from '#shared/dynamodb/retry-on-conflict';
import { toProblem } from '#shared/http/unexpected-error';
import { FileNotRead, FileNotStored } from '#shared/platform/files/files';
import { takeMetrics } from '#shared/platform/observability/log';
import { ProviderCallFailed } from '#shared/platform/providers/call';
import { RateUnavailable } from '#shared/quotes/domain/rate';

const of = (httpStatusCode: number) => ({ message: 'refused', $metadata: { httpStatusCode } });
const named = (name: string) => Object.assign(new Error(name), { name });
const withCode = (code: string) => Object.assign(new Error(code), { code });

describe('an error that is not one of our own', () => {
  it.each([
    ['throttling of a transaction', new TableUnavailable('throttled')],
    ['throttling of the table', new ThrottlingException(of(400))],
    ['a hot partition', new ProvisionedThroughputExceededException(of(400))],
    ['a transaction that is still under way', new TransactionInProgressException(of(400))],
    ['an error of the table', new InternalServerError(of(500))],
    ['throttling of the key service', named('ThrottlingException')],
    ['a call that took too long', named('TimeoutError')],
    ['a connection that broke off', withCode('ECONNRESET')],
    ['a connection that was refused', withCode('ECONNREFUSED')],
    ['a provider that does not respond', new ProviderCallFailed('TIMEOUT')],
    ['a bucket that gives no response', new FileNotStored(0)],
    ['a bucket that asks to slow down', new FileNotRead(503)],
  ])('gets 503 with Retry-After and is counted for %s', (_what, error) => {
    takeMetrics();
    const problem = toProblem(error, 'request');
    expect([problem.status, problem.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    expect(problem.details.headers).toEqual({ 'retry-after': '1' });
    expect(problem.message).not.toContain('refused');
    expect(takeMetrics().members).toMatchObject({ serviceUnavailable: 1 });
  });

  it('gets 409 with Retry-After for contention alone, which is not counted', () => {
    takeMetrics();
    const problem = toProblem(new WriteContention('met others'), 'request');
    expect([problem.status, problem.code, problem.details.headers]).toEqual([409, 'CONFLICT', { 'retry-after': '1' }]);
    expect(takeMetrics().members).toEqual({});
  });

  it.each([
    ['a mistake in our code', new TypeError('x is not a function')],
    ['a call that the table refuses every time', named('ValidationException')],
    ['a permission that is missing', named('AccessDeniedException')],
    ['a bucket that refuses the call', new FileNotStored(403)],
  ])('gets 500 and is counted for %s', (_what, error) => {
    takeMetrics();
    expect(toProblem(error, 'request')).toMatchObject({ status: 500, code: 'INTERNAL_SERVER_ERROR' });
    expect(takeMetrics().members).toEqual({ unexpectedFailure: 1 });
  });

  it.each([
    ['what a provider refuses', new ProviderCallFailed('REFUSED', 400)],
    ['prices that a provider does not give, which the contract foresees', quoteFailed(new RateUnavailable('none'))],
    ['wrong input', new Problem('QUOTE_EXPIRED', 'wrong')],
  ])('is not counted for %s: no third party may roll a release back', (_what, error) => {
    takeMetrics();
    toProblem(error, 'request');
    expect(takeMetrics().members).toEqual({});
  });
});
