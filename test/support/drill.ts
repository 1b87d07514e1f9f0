/** Tools for the drill of docs/disaster-recovery.md: the operator tool for a running stack, and a provider that sends reports. */
import { randomUUID } from 'node:crypto';
import { vi } from 'vitest';
import { ApiClient, type ApiResponse } from '#local/partner/api-client';
import type { runOps as RunOps } from '#ops/program';
import { signatureHeader } from '#shared/http/signature';
import type { TestStack } from '#test/support/test-stack';

/** The loaded operator tool with its data folder. */
let tool: { readonly dataDir: string; readonly run: typeof RunOps } | undefined;

/**
 * Runs a command of the operator tool in this process, for the stack of a data folder. Loads the tool again for another stack,
 * because a loaded tool uses one table.
 * @returns the JSON output of the command
 * @throws Error if the exit code is not 0
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

/** Returns command options that declare the table of a stack as the lost table, which a restored table replaces. */
export function asLostTable({ stack }: TestStack): string[] {
  return ['--lost-table', stack.tableName, '--lost-endpoint', stack.dynamodbEndpoint];
}

/** Reports a deposit of 2000.07 MXN, always with the same `eventId`. A second call for a transaction reports a duplicate. */
export function reportDeposit({ stack, baseUrl }: TestStack, transactionId: string): Promise<ApiResponse> {
  const event = { provider: 'banking', eventId: 'deposit-1', transactionId, type: 'DEPOSIT_RECEIVED' };
  const body = JSON.stringify({ ...event, amount: '2000.07', currency: 'MXN' });
  const [id, timestampS] = [randomUUID(), Math.floor(Date.now() / 1000)];
  const signature = signatureHeader({ id, timestampS, body }, [stack.providerEventsSecrets.banking]);
  const headers = { 'webhook-id': id, 'webhook-timestamp': String(timestampS), 'webhook-signature': signature };
  return new ApiClient(baseUrl, '', '').post('/provider-events', undefined, { raw: body, key: null, headers });
}
