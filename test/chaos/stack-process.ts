/**
 * The local stack as a separate process, to be killed, on the templates in CHAOS_CDK_OUT. Their bundles pass
 * the crash points: CHAOS_CRASH (`point:count`) names one, and the process kills itself when it passes it for the
 * count-th time.
 */
import { join } from 'node:path';
import { readSettings } from '#local/start/settings';

process.env.TZ = 'UTC';
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';
const { port, dataDir, run } = readSettings(process.env);
const cdkOut = process.env.CHAOS_CDK_OUT;
if (dataDir === undefined || cdkOut === undefined) throw new Error('DATA_DIR or CHAOS_CDK_OUT is missing');

const [point, count] = (process.env.CHAOS_CRASH ?? '').split(':');
let left = Number(count);
globalThis.atCrashPoint = (name) => {
  if (name !== point) return;
  left -= 1;
  if (left === 0) process.kill(process.pid, 'SIGKILL');
};
// It must not outlive the process that kills it.
const parent = process.ppid;
setInterval(() => process.ppid !== parent && process.kill(process.pid, 'SIGKILL'), 500).unref();
// One message, then the end, as `npm start` does. A closed output must not lead to a loop of failing writes.
const fail = (error: unknown) => process.stderr.write(`Uncaught: ${String(error)}\n`, () => process.exit(1));
process.on('uncaughtException', fail);
process.on('unhandledRejection', fail);
for (const output of [process.stdout, process.stderr]) output.on('error', () => process.exit(1));

const { openLogFile } = await import('#local/lambda/log-sink');
const { startStack } = await import('#local/stack');
const { ensureReadyPartner } = await import('#local/start/ready-partner');
const logSink = openLogFile(join(dataDir, 'functions.log'));
const stack = await startStack({ port, dataDir, cdkOut, logSink, settings: { RATE_LIMIT_RPS: '0', ...run } });
const { baseUrl, dynamodbEndpoint: endpoint, tableName } = stack;
const { apiKey } = await ensureReadyPartner({ endpoint, tableName, keyFile: join(dataDir, 'partner-key') });
process.once('SIGTERM', () => void stack.stop().then(() => process.exit(0)));
process.stdout.write(`READY ${JSON.stringify({ baseUrl, endpoint, tableName, apiKey })}\n`);
