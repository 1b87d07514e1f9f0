import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { log, logDebug, logError, logInfo } from '#shared/observability/log';
import { metric } from '#shared/observability/metric';

const lines: string[] = [];

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
  it('writes one line of the known fields, whatever an object carries', () => {
    const fields = { notificationId: 'n', attempt: 2, partnerId: undefined };
    logInfo('Attempt made', Object.assign(fields, { body: 'canary', url: 'https://canary' }));
    expect(parsed()).toEqual([
      { level: 'info', time: expect.any(String), message: 'Attempt made', notificationId: 'n', attempt: 2 },
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
    logDebug('a');
    logInfo('b');
    log('warn', 'c');
    log('error', 'd');
    expect(lines).toHaveLength(count);
  });

  it('writes of an error what cannot hold input', () => {
    const cause = new TypeError('canary-cause');
    logError(
      'It failed',
      Object.assign(new RangeError('canary\n    at canary-line', { cause }), {
        code: 'E_CODE',
        config: 'canary',
      }),
      { worker: 'w' },
    );
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

describe('a metric', () => {
  it('is a line of the embedded metric format', () => {
    process.env.STAGE = 'sandbox';
    metric('swept', 3, { NTF: 3 });
    metric('firstAttemptMs', 12);
    expect(parsed()).toMatchObject([
      {
        Stage: 'sandbox',
        swept: 3,
        counts: { NTF: 3 },
        _aws: {
          CloudWatchMetrics: [
            {
              Namespace: 'PartnerRamp',
              Dimensions: [['Stage']],
              Metrics: [{ Name: 'swept', Unit: 'Count' }],
            },
          ],
        },
      },
      {
        firstAttemptMs: 12,
        _aws: { CloudWatchMetrics: [{ Metrics: [{ Name: 'firstAttemptMs', Unit: 'Milliseconds' }] }] },
      },
    ]);
  });
});
