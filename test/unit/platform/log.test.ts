import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { endpoints, workers } from '#shared/contract/endpoints';
import {
  log,
  logError,
  logInfo,
  type MetricName,
  metric,
  providerMetric,
  writeMetrics,
} from '#shared/platform/observability/log';
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
        // Lambda requires the field `timestamp` in RFC 3339 format.
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
  it('is a line at once, which names the provider', () => {
    process.env.STAGE = 'sandbox';
    providerMetric('circuitOpened', 'rates');
    providerMetric('providerCallFailed', 'custody');
    const inTotal = { Namespace: 'PartnerRamp', Dimensions: [['Stage']] };
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
  // Workers that read a queue write their metrics in `processMessages`.
  expect(handler).toMatch(/writeMetrics|processMessages\(/);
});

const facts = { requestId: 'r', endpoint: 'createUser', partnerId: 'p', status: 201, durationMs: 7 };

describe('the line of a request', () => {
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
            { Dimensions: [['Stage']], Metrics: [{ Name: 'durationMs' }] },
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
    ['the code of the response', 'NOT_FOUND', 'NOT_FOUND'],
    ['its status if there is no code', undefined, 'HTTP_404'],
  ])('names %s, for queries, and makes no metric of it', (_name, code, named) => {
    process.env.LOG_LEVEL = 'warn';
    logRequest({ ...facts, status: 404, code });
    expect(parsed()).toMatchObject([
      { code: named, _aws: { CloudWatchMetrics: [{ Metrics: [{ Name: 'durationMs' }] }] } },
    ]);
  });

  it('counts an unexpected failure, which a filter of the log counts for operations that move money', () => {
    metric('unexpectedFailure', 1);
    logRequest({ ...facts, status: 500, code: 'INTERNAL_SERVER_ERROR' });
    const [line = {}] = parsed();
    expect(line).toMatchObject({ unexpectedFailure: 1, endpoint: 'createUser' });
    // Every dimension and metric is a field of the log line.
    for (const { Dimensions, Metrics } of emf.parse(line._aws).CloudWatchMetrics) {
      for (const name of [...Dimensions.flat(), ...Metrics.map(({ Name }) => Name)])
        expect(line[name], name).toBeDefined();
    }
  });
});

/** All metrics of the service. The type ensures that the list is complete. */
const everyMetric: Readonly<Record<MetricName, true>> = {
  ...{ firstAttemptMs: true, delivered: true, attemptFailed: true, deliveryFailed: true, deliveryBlocked: true },
  ...{ undeliverable: true, providerSilent: true, providerEventRefused: true, orderWaits: true, redriven: true },
  ...{ redrivenWebhooks: true, unreadableRecord: true, signedFileChanged: true, auditChanged: true },
  ...{ entryUnbalanced: true, eventsRefused: true, requestRateUnknown: true, serviceUnavailable: true },
  ...{ unexpectedFailure: true, changesDeferred: true, changesUnreadable: true, providerCallFailed: true },
  ...{ circuitOpened: true, statesEntered: true, transactionsPaidIn: true, transactionsCompleted: true },
  ...{ transactionsAwaitingManualTransfer: true, transactionsEndedUnpaid: true, quotesLocked: true, quotesUsed: true },
  ...{ 'transactionsCreated:ON_RAMP': true, 'transactionsCreated:OFF_RAMP': true },
  ...{ 'transactionsCreated:CROSS_RAMP': true, 'verification:VERIFIED': true, 'verification:REJECTED': true },
  ...{ 'verification:REVIEW_NEEDED': true, 'signature:REQUESTED': true, 'signature:SIGNED': true },
};
const isMetric = (name: string): name is MetricName => name in everyMetric;
/** Number of metric series that metric filters create from log lines (infra/constructs/service-metric.ts). */
const BY_FILTERS = 3;

it('a stage has at most 50 series, whatever endpoints, codes and providers occur', () => {
  process.env.STAGE = 'production';
  for (const name of Object.keys(everyMetric).filter(isMetric)) {
    if (name === 'providerCallFailed' || name === 'circuitOpened')
      for (const provider of ['rates', 'custody', 'banking']) providerMetric(name, provider);
    else metric(name, 1);
  }
  writeMetrics();
  for (const { id: endpoint } of endpoints)
    for (const code of [undefined, 'NOT_FOUND', 'THROTTLED'])
      logRequest({ ...facts, endpoint, code, status: code === undefined ? 201 : 404 });
  const series = parsed().flatMap((line) =>
    emf
      .parse(line._aws)
      .CloudWatchMetrics.flatMap(({ Dimensions, Metrics }) =>
        Dimensions.flatMap((names) =>
          Metrics.map(({ Name }) => [Name, ...names.map((name) => String(line[name]))].join(' ')),
        ),
      ),
  );
  expect(series.length).toBeGreaterThan(300);
  expect(new Set(series).size).toBe(Object.keys(everyMetric).length + 1);
  expect(new Set(series).size + BY_FILTERS).toBeLessThanOrEqual(50);
});
