/**
 * `npm start`: runs the whole service on this machine, from the templates of the sandbox stage. `npm run dev` adds `--watch`:
 * changed functions are bundled and reloaded, and each request prints a line.
 */
import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { reportToStderr } from '#local/engines/local-cloud';
import { type LogSink, openLogFile } from '#local/lambda/log-sink';
import type { RunningStack } from '#local/stack';
import { type StackConsole, startConsole } from '#local/start/console';
import { failureLines } from '#local/start/failure-lines';
import { builtFunctions, watchedFunctions } from '#local/start/functions';
import { BuildFailedError } from '#local/start/make-program';
import { readSettings, SettingError, type StartSettings } from '#local/start/settings';
import { removeState, writeState } from '#local/start/state-file';
import { localTemplates } from '#local/start/templates';

const ROOT = resolve(import.meta.dirname, '../..');
const LOCAL_FOLDER = join(ROOT, '.local');

/** Maximum duration of a shutdown in milliseconds; then the process exits. */
const STOP_LIMIT_MS = 5000;

/** One Ctrl-C arrives more than once: directly, and through npm and tsx. Repeated signals within this time (ms) are ignored. */
const SAME_SIGNAL_MS = 500;

const PARENT_POLL_MS = 500;

/** Error for a port that is not available. The message contains the action to take. */
class PortError extends Error {
  override readonly name = 'PortError';
}

let stopStack: (() => Promise<void>) | undefined;
let stopping: number | undefined;

async function main(): Promise<void> {
  const settings = readSettings(process.env);
  // Deployed functions also run in UTC.
  process.env.TZ = 'UTC';
  // Hide the SDK's warning that its support of Node.js 20 ends. The deployed runtime is newer.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';
  await checkPort(settings.port);
  const logFile = join(settings.dataDir ?? LOCAL_FOLDER, 'functions.log');
  const logSink = openLog(logFile, settings);
  const isWatched = process.argv.includes('--watch');
  const options = { root: ROOT, print: (text: string) => void process.stderr.write(text) };
  const started = startConsole(ROOT, settings.dataDir ?? LOCAL_FOLDER);
  // Prevents an unhandled rejection. `announce` awaits `started` later and handles the error.
  started.catch(() => {});
  // The stack starts as soon as the templates exist. The first requests wait for the bundles.
  const built = isWatched ? undefined : builtFunctions(options);
  built?.catch(failStart);
  const [cdkOut, watched, { startStack }] = await Promise.all([
    localTemplates(options),
    isWatched ? watchedFunctions(options) : undefined,
    import('#local/stack'),
  ]);
  const requests = isWatched
    ? (await import('#local/start/request-lines')).requestLines(options.print)
    : failureLines(options.print);
  const { port, dataDir, run: variables } = settings;
  const stack = await startStack({
    port,
    dataDir,
    cdkOut,
    functionsDir: watched?.functionsDir ?? built,
    settings: variables,
    logSink,
    ...requests,
  }).catch((error: unknown) => {
    throw portError(error, port);
  });
  stopStack = () => stack.stop();
  await announce({ stack, started, logFile }, settings);
  watched?.watch(stack);
}

/** Opens the log before the build, so that a log file without write access is reported immediately. */
function openLog(file: string, { run }: StartSettings): LogSink {
  try {
    const sink = openLogFile(file, run.LOG_LEVEL?.toLowerCase() === 'debug' ? reportToStderr : undefined);
    process.once('exit', () => sink.close());
    return sink;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new SettingError(`The log cannot be written: ${reason}. Set DATA_DIR to another folder for data and log.`);
  }
}

interface Started {
  readonly stack: RunningStack;
  readonly started: Promise<StackConsole>;
  readonly logFile: string;
}

async function announce({ stack, started, logFile }: Started, { dataDir }: StartSettings): Promise<void> {
  const folders = [...new Set([dataDir ?? LOCAL_FOLDER, LOCAL_FOLDER])];
  const keyFile = join(dataDir ?? LOCAL_FOLDER, 'partner-key');
  const [, ...copies] = folders.map((folder) => join(folder, 'partner-key'));
  const stateFiles = folders.map((folder) => join(folder, 'stack.json'));
  let removeKeys = () => {};
  stopStack = async () => {
    void started.then((running) => running.stop()).catch(() => {});
    for (const file of stateFiles) removeState(file);
    removeKeys();
    await stack.stop();
  };
  const { ensureReadyPartner, readKey, writeKey } = await import('#local/start/ready-partner');
  const { baseUrl, dynamodbEndpoint, sqsEndpoint, kmsEndpoint, tableName, queues, stage } = stack;
  const { providerEventsSecrets, s3Endpoint, controlEndpoint, controlSecret } = stack;
  const { apiKey } = await ensureReadyPartner({ endpoint: dynamodbEndpoint, tableName, keyFile });
  for (const copy of copies) writeKey(copy, apiKey);
  // Without DATA_DIR, the data is lost at exit, so remove the key file. With DATA_DIR, remove only the copy in LOCAL_FOLDER.
  // Never remove a key that another stack wrote.
  removeKeys = () => {
    for (const file of dataDir === undefined ? [keyFile] : copies)
      if (readKey(file) === apiKey) rmSync(file, { force: true });
  };
  const state = {
    pid: process.pid,
    baseUrl,
    dynamodbEndpoint,
    sqsEndpoint,
    kmsEndpoint,
    s3Endpoint,
    controlEndpoint,
    controlSecret,
    filesBucket: stack.bucketNames[0] ?? '',
    tableName,
    queues,
    stage,
    providerEventsSecrets,
  };
  for (const file of stateFiles)
    writeState(file, { ...state, dataDir: dataDir ?? null, keyFile: join(dirname(file), 'partner-key') });
  if (stopping !== undefined) return;
  const docsUrl = `${baseUrl}/#quick-start`;
  const { consoleUrl } = await started;
  process.stdout.write(banner({ baseUrl, docsUrl, consoleUrl, keyFile, logFile, dataDir }));
  process.stdout.write(`READY ${JSON.stringify({ baseUrl, partnerApiKey: apiKey, docsUrl, consoleUrl })}\n`);
}

function banner(about: {
  readonly baseUrl: string;
  readonly docsUrl: string;
  readonly consoleUrl: string;
  readonly keyFile: string;
  readonly logFile: string;
  readonly dataDir: string | undefined;
}): string {
  return [
    '',
    '  Partner Ramp (sandbox, on this machine)',
    `  API      ${about.baseUrl}/api/partner/v2`,
    `  Docs     ${about.docsUrl}`,
    `  Console  ${about.consoleUrl}`,
    `  Key      ${about.keyFile}`,
    `  Log      ${about.logFile}`,
    `  Data     ${about.dataDir ?? 'in memory (set DATA_DIR=path to keep it)'}`,
    '  npm run listen prints the webhooks. Ctrl-C stops everything.',
    '',
    '',
  ].join('\n');
}

/** Checks the port before the build, so that a port in use is reported immediately. */
function checkPort(port: number): Promise<void> {
  return new Promise((done, fail) => {
    const probe = createServer();
    probe.once('error', (error) => fail(portError(error, port)));
    probe.listen({ port, host: '127.0.0.1' }, () => probe.close(() => done()));
  });
}

/** Returns a `PortError` if the port is in use or not permitted; otherwise the unchanged error. */
function portError(error: unknown, port: number): unknown {
  if (!(error instanceof Error && 'code' in error)) return error;
  if (error.code === 'EADDRINUSE') {
    return new PortError(
      `Port ${port} is in use. Stop the program that uses it, or set PORT to another port (PORT=0 selects a free port).`,
    );
  }
  if (error.code !== 'EACCES') return error;
  return new PortError(`Port ${port} requires more permissions than this user has. Set PORT to another port.`);
}

async function stop(signal: NodeJS.Signals): Promise<void> {
  if (stopping !== undefined) {
    if (performance.now() - stopping > SAME_SIGNAL_MS) process.exit(1);
    return;
  }
  process.stderr.write(`\n${signal}: stopping …\n`);
  await end(0);
}

/** Stops the stack once, then exits with `exitCode`. If the stop exceeds the time limit, the process exits with 1. */
async function end(exitCode: number): Promise<void> {
  if (stopping !== undefined) return;
  stopping = performance.now();
  setTimeout(() => process.exit(1), STOP_LIMIT_MS).unref();
  await stopStack?.().catch(() => {});
  process.exit(exitCode);
}

/** Prints the error once and stops the stack: the state after an unexpected error is unreliable. */
function fail(kind: string, error: unknown): void {
  if (stopping !== undefined) return;
  process.stderr.write(`${kind}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  void end(1);
}

function explain(error: unknown): { readonly line: string; readonly exitCode: number } {
  if (error instanceof SettingError) return { line: error.message, exitCode: 2 };
  if (error instanceof PortError) return { line: error.message, exitCode: 1 };
  if (error instanceof BuildFailedError) return { line: 'The build failed. The reasons are above.', exitCode: 1 };
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  const detail = process.env.LOG_LEVEL?.toLowerCase() === 'debug' ? `\n${stack ?? ''}` : '';
  return { line: `The local stack did not start: ${message}${detail}`, exitCode: 1 };
}

/** Stops the stack when its parent process has ended. A killed parent process sends no signal to its children. */
function watchParent(): void {
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && void stop('SIGHUP'), PARENT_POLL_MS).unref();
}

process.on('SIGINT', (signal) => void stop(signal));
process.on('SIGTERM', (signal) => void stop(signal));
process.on('SIGHUP', (signal) => void stop(signal));
// Lambda ends a function's environment after an uncaught error. Here all functions share this process, so the process stops.
process.on('uncaughtException', (error) => fail('Uncaught error', error));
process.on('unhandledRejection', (error) => fail('Unhandled rejection', error));
// Every write to a closed stdout or stderr fails. A report of the failure would also fail, so stop without a message.
for (const output of [process.stdout, process.stderr]) output.on('error', () => void end(1));
watchParent();

/** Stops after a failed start. Prints one line that contains the action to take. */
async function failStart(error: unknown): Promise<void> {
  if (stopping !== undefined) return;
  const { line, exitCode } = explain(error);
  process.stderr.write(`${line}\n`);
  await end(exitCode);
}

await main().catch(failStart);
