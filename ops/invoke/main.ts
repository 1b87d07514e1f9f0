/**
 * `npm run invoke -- <function> [--event FILE] [--partner NAME]`: runs one handler from its source in this process, on
 * the table, queues and keys of the running local stack, so that a debugger stops in it.
 */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { invocationContext } from '#local/lambda/invocation-context';
import { OperationFailed, UsageError } from '#ops/errors';
import { exampleEvent, withApiKey } from '#ops/invoke/events';
import { findRunningStack, type RunningStackState } from '#ops/running-stack';
import { type EndpointRow, endpoints } from '#shared/api/endpoints';
import { type WorkerRow, workers } from '#shared/api/workers';

const ROOT = resolve(import.meta.dirname, '../..');

const USAGE = `Usage: npm run invoke -- <function> [--event FILE] [--partner NAME]

  <function>       id of an endpoint or a worker, e.g. createUser or deliverWebhook
  --event FILE     the event as JSON; endpoints take the example of their documentation without it.
                   RECORD_EVENTS=folder npm start (or npm run dev) writes the events of a run
  --partner NAME   calls as the partner of this name, which is created at its first use; else as the ready partner

The local stack must be running: npm start, or npm run dev.`;

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: { event: { type: 'string' }, partner: { type: 'string' }, help: { type: 'boolean' } },
    allowPositionals: true,
  });
  if (values.help === true) {
    process.stdout.write(`${USAGE}\n`);
    return 0;
  }
  const [id, ...more] = positionals;
  if (id === undefined || more.length > 0) throw new UsageError(USAGE);
  const row = [...endpoints, ...workers].find((candidate) => candidate.id === id);
  if (row === undefined) throw new UsageError(`There is no function ${id}.${similar(id)}`);
  const state = await findRunningStack();
  const fn = state.functions?.[id];
  if (fn === undefined) throw new UsageError(`The running stack has no function ${id}: restart it.`);
  const given = values.event === undefined ? undefined : readEvent(values.event);
  const event = given ?? (await example(row));
  const apiKey = 'scope' in row && row.scope === 'partner' ? await apiKeyFor(state, values.partner) : undefined;
  useEnvironment(fn.environment, fn.folder);
  return run(row, apiKey === undefined ? event : withApiKey(event, apiKey));
}

/** Runs the handler and prints what it answers. The exit code is 1 for an error and for an answer of 500 or more. */
async function run(row: EndpointRow | WorkerRow, event: unknown): Promise<number> {
  const module: unknown = await import(pathToFileURL(join(ROOT, 'functions', row.folder, 'handler.ts')).href);
  const { handler } = z.object({ handler: z.custom<Handler>((value) => typeof value === 'function') }).parse(module);
  const timeoutMs = ('timeoutS' in row ? row.timeoutS : 29) * 1000;
  const startedAt = performance.now();
  const answer = await handler(event, invocationContext({ name: row.id, arn: row.id, memoryMb: 512, timeoutMs }));
  const ms = Math.round(performance.now() - startedAt);
  const response = z.object({ statusCode: z.number(), body: z.string() }).safeParse(answer);
  if (!response.success) {
    process.stdout.write(`${JSON.stringify(answer, null, 2)}\n${row.id}: ${ms} ms\n`);
    return 0;
  }
  const { statusCode, body } = response.data;
  process.stdout.write(`${pretty(body)}\n${row.id}: ${statusCode} in ${ms} ms\n`);
  return statusCode < 500 ? 0 : 1;
}

type Handler = (event: unknown, context: unknown) => unknown;

function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

function readEvent(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new UsageError(`${file} holds no event: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function example(row: EndpointRow | WorkerRow): Promise<unknown> {
  if (!('scope' in row) || row.scope !== 'partner')
    throw new UsageError(`${row.id} has no example: give an event with --event FILE.`);
  return exampleEvent(row);
}

async function apiKeyFor(state: RunningStackState, name: string | undefined): Promise<string> {
  if (name !== undefined && !/^[\w-]{1,40}$/.test(name))
    throw new UsageError('A partner name has 1 to 40 letters, digits, hyphens and underscores.');
  const { ensureReadyPartner } = await import('#local/start/ready-partner');
  const keyFile =
    name === undefined ? (state.keyFile ?? join(ROOT, '.local/partner-key')) : join(ROOT, '.local/partners', name);
  const { apiKey } = await ensureReadyPartner({
    endpoint: state.dynamodbEndpoint,
    tableName: state.tableName,
    keyFile,
    ...(name !== undefined && { name }),
  });
  return apiKey;
}

/** The function's environment, over that of this process: a debugger and PATH must remain. */
function useEnvironment(environment: Readonly<Record<string, string>>, folder: string): void {
  Object.assign(process.env, environment);
  // A bundle is CommonJS, and reads the files beside it by this name.
  Object.assign(globalThis, { __dirname: folder });
}

function similar(id: string): string {
  const names = [...endpoints, ...workers].map((row) => row.id);
  const begins = (text: string, start: string) => text.toLowerCase().startsWith(start.toLowerCase());
  const found = names.filter((name) => begins(name, id) || begins(id, name)).slice(0, 5);
  return found.length === 0 ? '' : ` Did you mean ${found.join(', ')}?`;
}

try {
  process.exitCode = await main();
} catch (error) {
  if (
    !(error instanceof UsageError) &&
    !(error instanceof OperationFailed) &&
    !(error instanceof TypeError && 'code' in error)
  )
    throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = error instanceof OperationFailed ? 1 : 2;
}
