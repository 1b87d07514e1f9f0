import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readSettings } from '#local/start/settings';
import { removeState, type StackState, writeState } from '#local/start/state-file';

describe('the settings of a local run', () => {
  it('have defaults, also for empty values', () => {
    expect(readSettings({ PORT: '', QUOTE_TTL_S: ' ' })).toEqual({
      port: 3000,
      dataDir: undefined,
      run: {},
    });
  });

  it('are used as given', () => {
    const given = {
      SANDBOX_STEP_MS: '0',
      WEBHOOK_DELAYS_S: '0,1,1,2,2',
      QUOTE_TTL_S: '5',
      CLOCK_OFFSET_S: '-3600',
      RATE_LIMIT_RPS: '50',
      LOG_LEVEL: 'debug',
    };
    expect(readSettings({ ...given, PORT: '0', DATA_DIR: 'kept', HOME: '/x' })).toEqual({
      port: 0,
      dataDir: resolve('kept'),
      run: given,
    });
  });

  it.each<[name: string, value: string, must: string]>([
    ['PORT', 'http', 'a whole number from 0 to 65535'],
    ['PORT', '65536', 'a whole number from 0 to 65535'],
    ['PORT', '-1', 'a whole number from 0 to 65535'],
    ['SANDBOX_STEP_MS', '1.5', 'a whole number of milliseconds'],
    ['SANDBOX_STEP_MS', '-1', 'a whole number of milliseconds'],
    ['WEBHOOK_DELAYS_S', '0,60,300', 'five whole numbers of seconds from 0 to 900'],
    ['WEBHOOK_DELAYS_S', '0,60,300,600,901', 'five whole numbers of seconds from 0 to 900'],
    ['QUOTE_TTL_S', '0', 'a whole number of seconds, 1 or more'],
    ['CLOCK_OFFSET_S', '1h', 'a whole number of seconds, which may be negative'],
    ['RATE_LIMIT_RPS', 'off', 'a whole number of requests per second'],
    ['PAYMENT_PROOFS', 'on', 'ON or OFF'],
    ['LOG_LEVEL', 'loud', 'one of debug, info, warn, error, silent'],
  ])('refuse %s=%s', (name, value, must) => {
    expect(() => readSettings({ [name]: value })).toThrow(new RegExp(`^${name} must be ${must}.*, not "${value}"\\.$`));
  });
});

describe('the state file', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'state-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const state: StackState = {
    pid: process.pid,
    baseUrl: 'http://127.0.0.1:1',
    dynamodbEndpoint: 'http://127.0.0.1:2',
    sqsEndpoint: 'http://127.0.0.1:3',
    kmsEndpoint: 'http://127.0.0.1:4',
    tableName: 'table',
    s3Endpoint: 'http://127.0.0.1:3',
    controlEndpoint: 'http://127.0.0.1:4',
    controlSecret: 's',
    filesBucket: 'files',
    providerEventsSecrets: {},
    queues: { firstAttempts: 'http://q' },
    stage: 'sandbox',
    dataDir: null,
    keyFile: '/k',
  };

  it('is readable by its owner only, and is removed when the stack stops', () => {
    const file = join(folder, 'deep', 'stack.json');
    writeState(file, state);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(state);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    removeState(file);
    expect(statSync(file, { throwIfNoEntry: false })).toBeUndefined();
  });

  it.skipIf(process.platform === 'win32')(
    'takes from others the right to write to its folder, and nothing else (skipped: Windows has no modes of files)',
    () => {
      for (const [before, after] of [
        [0o777, 0o755],
        [0o770, 0o750],
        [0o700, 0o700],
      ] as const) {
        chmodSync(folder, before);
        writeState(join(folder, 'stack.json'), state);
        expect(statSync(folder).mode & 0o777).toBe(after);
      }
    },
  );

  it('of another stack is kept', () => {
    const file = join(folder, 'stack.json');
    writeFileSync(file, JSON.stringify({ ...state, pid: process.pid + 1 }));
    removeState(file);
    expect(statSync(file).isFile()).toBe(true);
  });
});
