/** Runs Schemathesis once with the OpenAPI document and a separate stack. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { openApiDocument } from '#docs/openapi/document';
import { ApiClient } from '#local/partner/api-client';
import { documentedEndpoints } from '#shared/contract/endpoints';
import { createPartner } from '#shared/partners/repository';
import { startTestStack } from '#test/support/test-stack';
import { prepareCalls, preparedDocument } from './prepared-document';

const ROOT = resolve(import.meta.dirname, '../..');
const HOOKS = join(import.meta.dirname, 'schemathesis');

/** Quotes do not expire during a run, and webhooks are delivered or dropped immediately. */
const SETTINGS = { QUOTE_TTL_S: '600', WEBHOOK_DELAYS_S: '0,0,0,0,0' };

/** Test phases of each operation. */
const PHASES = ['--phases', 'examples,coverage,fuzzing', '--max-examples', '8'];

export interface FuzzOptions {
  /** Path of schemathesis. */
  readonly program: string;
  readonly seed: number;
  /** Id of the only operation to test. @default all; each of them must return 2xx at least once */
  readonly only?: string | undefined;
}

/** @returns true if no failure was found */
export async function fuzzDocument({ program, seed, only }: FuzzOptions): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'partner-ramp-fuzz-'));
  const logFile = join(folder, 'functions.log');
  const stack = await startTestStack({ settings: SETTINGS, logFile });
  try {
    const { baseUrl } = stack;
    const partner = await stack.newPartner();
    const file = join(folder, 'openapi.json');
    const prepare = async (by: ApiClient, ids?: readonly string[]) =>
      writeFileSync(file, JSON.stringify(preparedDocument(openApiDocument(), await prepareCalls(by, ids))));
    await prepare(partner);
    const seen = join(folder, 'seen.txt');
    writeFileSync(seen, '');
    const environment = { RAMP_URL: baseUrl, RAMP_KEY: partner.apiKey, RAMP_SEEN: seen };
    const codes: number[] = [];
    const run = async (id = only, env = environment) => {
      const chosen = id === undefined ? [] : ['--include-operation-id', id];
      codes.push(await runSchemathesis(program, env, [file, '--seed', String(seed), ...chosen, ...PHASES]));
    };
    await run();
    if (only === undefined) {
      // Repeats each operation that never succeeded, with a new partner. Requests of other operations can have removed its
      // prerequisites, for example a failed notification.
      for (const id of neverSucceeded(readFileSync(seen, 'utf8'))) {
        const { apiKey, partnerId } = await createPartner({ name: id, stage: 'sandbox', atMs: Date.now() });
        await prepare(new ApiClient(baseUrl, apiKey, partnerId), [id]);
        await run(id, { ...environment, RAMP_KEY: apiKey });
      }
    }
    const problems = [
      ...(only === undefined ? neverSucceeded(readFileSync(seen, 'utf8')).map(toProblem) : []),
      ...errorsIn(readFileSync(logFile, 'utf8')),
    ];
    for (const problem of problems) console.error(problem);
    return codes.every((code) => code === 0) && problems.length === 0;
  } finally {
    await stack.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @returns the exit code */
async function runSchemathesis(
  program: string,
  env: Readonly<Record<string, string>>,
  options: readonly string[],
): Promise<number> {
  const command = ['--config-file', join(HOOKS, 'schemathesis.toml'), 'run', '--no-color', '--exclude-deprecated'];
  const child = spawn(program, [...command, ...options], {
    cwd: ROOT,
    env: { ...process.env, ...env, PYTHONPATH: HOOKS, PYTHONDONTWRITEBYTECODE: '1' },
    stdio: 'inherit',
  });
  const [code] = await once(child, 'close');
  return typeof code === 'number' ? code : 1;
}

/** Returns the operations that never succeeded. @param seen text of the file that hooks.py writes */
function neverSucceeded(seen: string): string[] {
  const returned = new Set(seen.split('\n'));
  return documentedEndpoints.map(({ id }) => id).filter((id) => !returned.has(`2xx ${id}`));
}

const toProblem = (id: string) =>
  `${id} never returned 2xx: its scenario (test/scenarios) has to make a call that succeeds`;

function errorsIn(log: string): string[] {
  return log.split('\n').filter((line) => line.includes('"level":"error"'));
}
