import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { RunVariables } from '#local/lambda/function-environment';
import { openLogFile } from '#local/lambda/log-sink';
import { ApiClient } from '#local/partner/api-client';
import { type RunningStack, startStack } from '#local/stack';
import { deployableTemplates } from '#local/start/templates';
import { createPartner } from '#shared/partners/repository';
import { checkLog } from '#test/support/log-canary';

export interface TestStack {
  readonly stack: RunningStack;
  readonly baseUrl: string;
  /** File with everything the functions printed. */
  readonly logFile: string;
  /** A client of a new partner. */
  newPartner(name?: string): Promise<ApiClient>;
  stop(): Promise<void>;
}

/** Settings that shorten a journey from minutes to a moment. */
export const FAST = { SANDBOX_STEP_MS: '50', WEBHOOK_DELAYS_S: '0,1,1,1,1' } as const satisfies RunVariables;

/** The local stack on a free port, on the bundles that are deployed. */
export async function startTestStack(
  options: { settings?: RunVariables; dataDir?: string; crashPoints?: boolean } = {},
): Promise<TestStack> {
  const root = resolve(import.meta.dirname, '../..');
  const { crashPoints = false } = options;
  const cdkOut = await deployableTemplates({ root, print: () => undefined }, crashPoints);
  const logs = mkdtempSync(join(tmpdir(), 'partner-ramp-test-'));
  const logFile = join(logs, 'functions.log');
  const logSink = openLogFile(logFile);
  const stack = await startStack({
    port: 0,
    cdkOut,
    // Tests send more requests a second than a partner may; the limit has its own test.
    settings: { ...FAST, RATE_LIMIT_RPS: '0', ...options.settings },
    logSink,
    ...(options.dataDir === undefined ? {} : { dataDir: options.dataDir }),
  });
  process.env.TABLE_NAME = stack.tableName;
  process.env.AWS_ENDPOINT_URL_DYNAMODB = stack.dynamodbEndpoint;
  process.env.AWS_ENDPOINT_URL_S3 = stack.s3Endpoint;
  process.env.FILES_BUCKET = stack.bucketNames[0];
  process.env.AWS_REGION = 'us-east-1';
  process.env.AWS_ACCESS_KEY_ID = 'local';
  process.env.AWS_SECRET_ACCESS_KEY = 'local';
  return {
    stack,
    baseUrl: stack.baseUrl,
    logFile,
    newPartner: async (name = 'Test partner') => newClient(stack.baseUrl, name),
    stop: async () => {
      await stack.stop();
      checkLog(logFile);
      rmSync(logs, { recursive: true, force: true });
    },
  };
}

async function newClient(baseUrl: string, name: string): Promise<ApiClient> {
  const created = await createPartner({ name, stage: 'sandbox', atMs: Date.now() });
  return new ApiClient(baseUrl, created.apiKey, created.partnerId);
}
