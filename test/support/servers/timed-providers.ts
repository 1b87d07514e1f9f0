import { setTimeout as sleep } from 'node:timers/promises';
import { Chance } from '#local/chance';
import { keepsIdleConnections } from '#local/processes/idle-connections';
import { startHttpServer } from './http-server';

/** Answer times of slow providers, in ms, and the share of their answers that are failures. */
export const PROVIDER_TIMES = { p50Ms: 120, p99Ms: 380, faults: 0.007 };

/** A secret, an account and a rate, by the path that asks for it. */
const ANSWERS: readonly (readonly [path: RegExp, answer: () => object])[] = [
  [/^\/secrets/, () => ({ SecretString: JSON.stringify({ apiKey: 'secret-of-a-provider' }) })],
  [/\/deposit-accounts\//, () => ({ country: 'MX', accountIdentifier: '646180110400000007', bankName: 'STP' })],
  [/\/rates\//, () => ({ mid: '0.0541', asOf: new Date().toISOString() })],
];

export interface TimedProviders {
  /** Settings of functions that ask them as a stage of production does. */
  settings(speed: 'slow' | 'instant'): Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/**
 * Providers of rates and deposit accounts, and the secrets service, on loopback. The slow ones take log-normal times and
 * fail now and then, in the same order with each start; the others answer at once.
 */
export async function startTimedProviders(): Promise<TimedProviders> {
  const chance = new Chance(1);
  const { url, stop } = await startHttpServer(async ({ url = '' }, response) => {
    const isSlow = url.startsWith('/slow/');
    if (isSlow) await sleep(chance.logNormal(PROVIDER_TIMES.p50Ms, PROVIDER_TIMES.p99Ms));
    const status = isSlow && chance.happens(PROVIDER_TIMES.faults) ? 503 : 200;
    const [, answer = () => ({})] = ANSWERS.find(([path]) => path.test(url)) ?? [];
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer()));
  }, keepsIdleConnections);
  return {
    settings: (speed) => ({
      STAGE: 'production',
      AWS_ENDPOINT_URL_SECRETS_MANAGER: `${url}/secrets`,
      RATES_URL: `${url}/${speed}`,
      RATES_SECRET_ARN: 'rates',
      RATES_MAX_AGE_S: '30',
      BANKING_URL: `${url}/${speed}`,
      BANKING_SECRET_ARN: 'banking',
    }),
    stop,
  };
}
