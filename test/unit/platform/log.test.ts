import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { workers } from '#shared/api/endpoints';
import { log, logError, logInfo, metric, providerMetric, writeMetrics } from '#shared/platform/observability/log';
import { logRequest } from '#shared/platform/observability/request-log';

const lines: string[] = [];
const counted = z.object({
  Dimensions: z.array(z.array(z.string())),
  Metrics: z.array(z.object({ Name: z.string() })),
});
const emf = z.object({ CloudWatchMetrics: z.array(counted) });

beforeEach(() => {
  lines.length = 0;
  process.env.LOG_LEVEL = 'INFO';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    lines.push(String(text));
    return true;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
});

const parsed = () => lines.map((line): Record<string, unknown> => JSON.parse(line));

describe('the log', () => {
  it('writes one line of the known fields, whatever else an object has', () => {
    const fields = { notificationId: 'n', attempt: 2, partnerId: undefined };
    logInfo('Attempt made', Object.assign(fields, { body: 'canary', url: 'https://canary' }));
    expect(parsed()).toEqual([
      {
        level: 'info',
        // Lambda requires this name, and the format of RFC 3339.
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        message: 'Attempt made',
        notificationId: 'n',
        attempt: 2,
      },
    ]);
    expect(lines[0]?.endsWith('\n')).toBe(true);
  });

  it.each([
    ['debug', 4],
    ['info', 3],
    ['WARN', 2],
    ['error', 1],
    ['silent', 0],
    ['', 3],
    ['loud', 3],
  ])('at level %j writes %i of four lines', (level, count) => {
    process.env.LOG_LEVEL = level;
    log('debug', 'a');
    logInfo('b');
    log('warn', 'c');
    log('error', 'd');
    expect(lines).toHaveLength(count);
  });

  it('writes only those parts of an error that cannot hold input', () => {
    const cause = new TypeError('canary-cause');
    const error = new RangeError('canary\n    at canary-line', { cause });
    logError('It failed', Object.assign(error, { code: 'E_CODE', config: 'canary' }), { worker: 'w' });
    expect(parsed()).toMatchObject([
      {
        level: 'error',
        message: 'It failed',
        worker: 'w',
        errorName: 'RangeError',
        errorCode: 'E_CODE',
        causeName: 'TypeError',
        frames: expect.stringContaining('log.test'),
      },
    ]);
    logError('It failed', 'canary');
    logError('It failed', Object.assign(new Error('x'), { code: 'canary with words' }));
    expect(lines.join('')).not.toContain('canary');
  });
});

describe('metrics', () => {
  it('of one invocation are one line of the embedded metric format', () => {
    process.env.STAGE = 'sandbox';
    metric('redriven', 3, { NTF: 3 });
    metric('firstAttemptMs', 12);
    metric('redriven', 1, { NTF: 1 });
    metric('firstAttemptMs', 15);
    expect(lines).toEqual([]);
    writeMetrics();
    writeMetrics();
    expect(parsed()).toEqual([
      {
        Stage: 'sandbox',
        redriven: 4,
        firstAttemptMs: [12, 15],
        counts: { NTF: 4 },
        _aws: {
          Timestamp: expect.any(Number),
          CloudWatchMetrics: [
            {
              Namespace: 'PartnerRamp',
              Dimensions: [['Stage']],
              Metrics: [
                { Name: 'redriven', Unit: 'Count' },
                { Name: 'firstAttemptMs', Unit: 'Milliseconds' },
              ],
            },
          ],
        },
      },
    ]);
  });

  it('are written at every level but silent', () => {
    for (const level of ['error', 'silent']) {
      process.env.LOG_LEVEL = level;
      metric('delivered', 1);
      writeMetrics();
    }
    expect(parsed()).toMatchObject([{ delivered: 1 }]);
  });
});

describe('the metrics of a provider', () => {
  it('is a line at once, counted by provider and in total', () => {
    process.env.STAGE = 'sandbox';
    providerMetric('circuitOpened', 'rates');
    providerMetric('providerCallFailed', 'custody');
    const inTotal = { Namespace: 'PartnerRamp', Dimensions: [['Stage'], ['Stage', 'provider']] };
    expect(parsed()).toMatchObject([
      {
        Stage: 'sandbox',
        provider: 'rates',
        circuitOpened: 1,
        _aws: { CloudWatchMetrics: [{ ...inTotal, Metrics: [{ Name: 'circuitOpened', Unit: 'Count' }] }] },
      },
      {
        provider: 'custody',
        providerCallFailed: 1,
        _aws: { CloudWatchMetrics: [{ ...inTotal, Metrics: [{ Name: 'providerCallFailed' }] }] },
      },
    ]);
    writeMetrics();
    expect(lines).toHaveLength(2);
  });
});

it.each(workers)('the worker $id ends with its metrics', ({ folder }) => {
  const handler = readFileSync(resolve(import.meta.dirname, `../../../functions/${folder}/handler.ts`), 'utf8');
  // The second one ends with it for every worker that reads a queue.
  expect(handler).toMatch(/writeMetrics|processMessages\(/);
});

describe('the line of a request', () => {
  const facts = { requestId: 'r', endpoint: 'createUser', partnerId: 'p', status: 201, durationMs: 7 };

  it('holds its metrics, and all others of the request', () => {
    process.env.STAGE = 'sandbox';
    metric('redriven', 1);
    logRequest({ ...facts, ...{ email: 'canary' } });
    expect(parsed()).toMatchObject([
      {
        ...facts,
        level: 'info',
        message: 'request',
        Stage: 'sandbox',
        redriven: 1,
        _aws: {
          CloudWatchMetrics: [
            { Dimensions: [['Stage'], ['Stage', 'endpoint']], Metrics: [{ Name: 'durationMs' }] },
            { Dimensions: [['Stage']], Metrics: [{ Name: 'redriven' }] },
          ],
        },
      },
    ]);
    expect(lines.join('')).not.toContain('canary');
  });

  it.each(['debug', 'info', 'warn', 'error'])('is written at level %s, with its measurements', (level) => {
    process.env.LOG_LEVEL = level;
    logRequest(facts);
    expect(parsed()).toMatchObject([{ level: 'info', durationMs: 7, _aws: { CloudWatchMetrics: [{}] } }]);
  });

  it.each([
    ['the code that was answered', 'NOT_FOUND', 'NOT_FOUND'],
    ['its status where there is no code', undefined, 'HTTP_404'],
  ])('counts an error by endpoint and by %s', (_name, code, counted) => {
    process.env.LOG_LEVEL = 'warn';
    logRequest({ ...facts, status: 404, code });
    expect(parsed()).toMatchObject([
      {
        errors: 1,
        code: counted,
        _aws: {
          CloudWatchMetrics: [
            { Metrics: [{ Name: 'durationMs' }] },
            {
              Dimensions: [
                ['Stage', 'endpoint'],
                ['Stage', 'code'],
              ],
              Metrics: [{ Name: 'errors', Unit: 'Count' }],
            },
          ],
        },
      },
    ]);
  });

  it('counts an unexpected failure by endpoint, for the release of its function, and in all', () => {
    metric('unexpectedFailure', 1);
    logRequest({ ...facts, status: 500, code: 'INTERNAL_SERVER_ERROR' });
    const [line = {}] = parsed();
    const { CloudWatchMetrics } = emf.parse(line._aws);
    const failures = CloudWatchMetrics.filter(({ Metrics }) =>
      Metrics.some(({ Name }) => Name === 'unexpectedFailure'),
    );
    expect(line).toMatchObject({ unexpectedFailure: 1, endpoint: 'createUser' });
    expect(failures.flatMap(({ Dimensions }) => Dimensions)).toEqual([['Stage', 'endpoint'], ['Stage']]);
    // Every dimension and metric is a member of the line.
    for (const { Dimensions, Metrics } of CloudWatchMetrics) {
      for (const name of [...Dimensions.flat(), ...Metrics.map(({ Name }) => Name)])
        expect(line[name], name).toBeDefined();
    }
  });
});
