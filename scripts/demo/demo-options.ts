import { parseArgs } from 'node:util';
import { useLocalTable } from '#local/start/local-table';
import { OperationFailed, UsageError } from '#ops/errors';
import { findRunningStack } from '#ops/running-stack';
import { createPartner } from '#shared/partners/repository';
import { nowMs } from '#shared/platform/config/clock';

export const demoUsage = `Usage: npm run demo -- [options]

Goes through the cross-ramp journey of a person, then of a business whose owners sign, on the running local stack
(npm start), with a partner of its own.

  --base-url URL  Origin of the API to use instead (or RAMP_BASE_URL)
  --key KEY       Partner key to use instead (or RAMP_API_KEY)
  --help          Show this

RAMP_WEBHOOK_SECRET is the signing secret of a partner that has one already.`;

export interface DemoTarget {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly partner: string;
  readonly webhookSecret: string | undefined;
}

/** Reads a command line; `undefined` when only help is wanted. @throws UsageError */
export function readDemoArguments(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): { readonly baseUrl: string | undefined; readonly apiKey: string | undefined } | undefined {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        'base-url': { type: 'string' },
        key: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    });
    if (values.help) return undefined;
    const baseUrl = values['base-url'] ?? (environment.RAMP_BASE_URL || undefined);
    if (baseUrl !== undefined && !/^https?:$/.test(readProtocol(baseUrl)))
      throw new UsageError(`--base-url is an http or https address, not "${baseUrl}"`);
    return { baseUrl, apiKey: values.key ?? (environment.RAMP_API_KEY || undefined) };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UsageError(error.message.split(/\.?\s*(?:To specify|\n)/)[0] ?? error.message);
  }
}

function readProtocol(url: string): string {
  return URL.canParse(url) ? new URL(url).protocol : '';
}

/** Resolves the address and the partner of the demo. A partner is made for it unless a key is given. */
export async function demoTarget(
  given: { readonly baseUrl: string | undefined; readonly apiKey: string | undefined },
  environment: NodeJS.ProcessEnv,
): Promise<DemoTarget> {
  const webhookSecret = environment.RAMP_WEBHOOK_SECRET || undefined;
  if (given.apiKey !== undefined) {
    const baseUrl = given.baseUrl ?? (await findRunningStack()).baseUrl;
    return { baseUrl, apiKey: given.apiKey, partner: 'that of the given key', webhookSecret };
  }
  const { baseUrl, dynamodbEndpoint, tableName } = await findRunningStack();
  if (given.baseUrl !== undefined && new URL(given.baseUrl).origin !== new URL(baseUrl).origin)
    throw new OperationFailed(
      'A partner can be made for the local stack only: give a key as well (--key or RAMP_API_KEY).',
    );
  useLocalTable(dynamodbEndpoint, tableName);
  const { apiKey, partnerId } = await createPartner({
    name: 'Demo partner',
    stage: 'sandbox',
    atMs: nowMs(),
    operator: 'npm run demo',
  });
  return { baseUrl, apiKey, partner: `${partnerId}, made for this demo`, webhookSecret: undefined };
}
