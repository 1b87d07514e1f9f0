/**
 * Tools of the drill of docs/disaster-recovery.md: the operator tool on a running stack, and a provider that reports.
 */
import { randomUUID } from 'node:crypto';
import { vi } from 'vitest';
import { ApiClient, type ApiResponse } from '#local/partner/api-client';
import type { runOps as RunOps } from '#ops/program';
import { signatureHeader } from '#shared/http/signature';
import type { TestStack } from '#test/support/test-stack';

/** The tool as a process has it that works on the stack of one data folder. */
let tool: { readonly dataDir: string; readonly run: typeof RunOps } | undefined;

/**
 * A command of the operator tool on the stack of a data folder. Returns its JSON. It runs in a separate environment, and
 * on other modules after a change of the stack, since one instance of the tool works on one table;
 * `test/programs/operator-tool.test.ts` runs the program.
 * @throws Error when it does not end with 0
 */
// biome-ignore lint/suspicious/noExplicitAny: tests look into outputs of every shape and assert what they find
export async function runOps(dataDir: string, ...args: string[]): Promise<any> {
  const before = { ...process.env };
  if (tool?.dataDir !== dataDir) {
    vi.resetModules();
    tool = { dataDir, run: (await import('#ops/program')).runOps };
  }
  const printed = { out: '', error: '' };
  const code = await tool.run([...args, '--data-dir', dataDir, '--json'], {
    out: (text) => {
      printed.out += text;
    },
    error: (text) => {
      printed.error += text;
    },
    ask: async () => undefined,
  });
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
  Object.assign(process.env, before);
  if (code !== 0) throw new Error(printed.error);
  return JSON.parse(printed.out);
}

/** The options that name the table of a stack as the one that was replaced. */
export function asLostTable({ stack }: TestStack): string[] {
  return ['--lost-table', stack.tableName, '--lost-endpoint', stack.dynamodbEndpoint];
}

/** A provider's report of the deposit of 2000.07 pesos; a second one has the same id. */
export function reportDeposit({ stack, baseUrl }: TestStack, transactionId: string): Promise<ApiResponse> {
  const event = { provider: 'banking', eventId: 'deposit-1', transactionId, type: 'DEPOSIT_RECEIVED' };
  const body = JSON.stringify({ ...event, amount: '2000.07', currency: 'MXN' });
  const [id, timestampS] = [randomUUID(), Math.floor(Date.now() / 1000)];
  const signature = signatureHeader({ id, timestampS, body }, [stack.providerEventsSecrets.banking]);
  const headers = { 'webhook-id': id, 'webhook-timestamp': String(timestampS), 'webhook-signature': signature };
  return new ApiClient(baseUrl, '', '').post('/provider-events', undefined, { raw: body, key: null, headers });
}
