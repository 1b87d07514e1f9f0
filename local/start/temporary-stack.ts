import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { RunVariables } from '#local/lambda/function-environment';
import { openLogFile } from '#local/lambda/log-sink';
import { ApiClient } from '#local/partner/api-client';
import { startStack } from '#local/stack';
import { ensureReadyPartner } from '#local/start/ready-partner';
import { deployableTemplates } from '#local/start/templates';

const ROOT = resolve(import.meta.dirname, '../..');

/** A local stack of a program's own, with a partner, that leaves nothing behind. */
export interface TemporaryStack {
  readonly baseUrl: string;
  /** The partner with its key. */
  readonly partner: ApiClient;
  /** Returns the output of the functions so far. */
  readonly log: () => string;
  stop(): Promise<void>;
}

/** Starts one on a free port, with data in memory. @param settings over those of `npm start` */
export async function startTemporaryStack(settings: RunVariables): Promise<TemporaryStack> {
  const folder = mkdtempSync(join(tmpdir(), 'partner-ramp-stack-'));
  const logFile = join(folder, 'functions.log');
  const logSink = openLogFile(logFile);
  const remove = () => {
    logSink.close();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const cdkOut = await deployableTemplates({ root: ROOT, print: () => undefined }, false);
    const stack = await startStack({ port: 0, cdkOut, settings, logSink });
    const { dynamodbEndpoint: endpoint, tableName, baseUrl } = stack;
    const { apiKey } = await ensureReadyPartner({ endpoint, tableName, keyFile: join(folder, 'partner-key') });
    return {
      baseUrl,
      partner: new ApiClient(baseUrl, apiKey, ''),
      log: () => readFileSync(logFile, 'utf8'),
      stop: async () => {
        await stack.stop();
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}
