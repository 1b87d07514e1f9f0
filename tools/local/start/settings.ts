import { resolve } from 'node:path';
import { RUN_VARIABLES, type RunVariables } from '#local/lambda/function-environment';
import { parseRetrySchedule } from '#shared/webhooks/domain/retry-schedule';

/** Settings of `npm start`. */
export interface StartSettings {
  readonly port: number;
  /** Absolute. */
  readonly dataDir: string | undefined;
  readonly run: RunVariables;
}

/** Error for an invalid environment variable. Its one-line message is shown to the user. */
export class SettingError extends Error {
  override readonly name = 'SettingError';
}

const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'];

type Check = (value: string) => string | undefined;

/** Checks of the environment variables. Each check returns the required format if the value is invalid, otherwise `undefined`. */
const checks: Readonly<Record<(typeof RUN_VARIABLES)[number], Check>> = {
  SANDBOX_STEP_MS: (value) => wholeFrom(value, 0, 'a whole number of milliseconds, 0 or more'),
  QUOTE_TTL_S: (value) => wholeFrom(value, 1, 'a whole number of seconds, 1 or more'),
  RATE_LIMIT_RPS: (value) => wholeFrom(value, 0, 'a whole number of requests per second, 0 for no limit'),
  CLOCK_OFFSET_S: (value) =>
    /^[+-]?\d{1,10}$/.test(value) ? undefined : 'a whole number of seconds, which may be negative',
  LOG_LEVEL: (value) => (LOG_LEVELS.includes(value.toLowerCase()) ? undefined : `one of ${LOG_LEVELS.join(', ')}`),
  PAYMENT_PROOFS: (value) => (['ON', 'OFF'].includes(value) ? undefined : 'ON or OFF'),
  WEBHOOK_DELAYS_S: (value) => {
    try {
      parseRetrySchedule(value);
      return undefined;
    } catch {
      return 'five whole numbers of seconds from 0 to 900, separated by commas';
    }
  },
};

/**
 * Reads the settings of a local run. An unset or empty variable has its default value.
 * @throws SettingError with the variable, its value and the required format
 */
export function readSettings(environment: NodeJS.ProcessEnv): StartSettings {
  const given = (name: string) => environment[name]?.trim() ?? '';
  const run: Partial<Record<(typeof RUN_VARIABLES)[number], string>> = {};
  for (const name of RUN_VARIABLES) {
    const value = given(name);
    if (value === '') continue;
    const problem = checks[name](value);
    if (problem !== undefined) throw new SettingError(`${name} must be ${problem}, not "${value}".`);
    run[name] = value;
  }
  const folder = (name: string) => (given(name) === '' ? undefined : resolve(given(name)));
  return {
    port: readPort(given('PORT')),
    dataDir: folder('DATA_DIR'),
    run,
  };
}

function readPort(value: string): number {
  if (value === '') return 3000;
  const port = /^\d{1,5}$/.test(value) ? Number(value) : Number.NaN;
  if (port <= 65_535) return port;
  throw new SettingError(`PORT must be a whole number from 0 to 65535, not "${value}".`);
}

function wholeFrom(value: string, least: number, what: string): string | undefined {
  return /^\d{1,9}$/.test(value) && Number(value) >= least ? undefined : what;
}
