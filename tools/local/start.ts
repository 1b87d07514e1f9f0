/**
 * `npm start`: the whole service on this machine, from the templates of the sandbox stage. With `--watch`, as
 * `npm run dev`, changed functions are bundled and swapped while it runs, and each request is a line in the terminal.
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

/** Time in milliseconds after which a stop no longer waits for anything. */
const STOP_LIMIT_MS = 5000;

/** A terminal's Ctrl-C reaches this process directly and again through npm and tsx: one wish, not two. */
const SAME_SIGNAL_MS = 500;

const PARENT_POLL_MS = 500;

/** The port is not available; the message names the action to take. */
class PortError extends Error {
  override readonly name = 'PortError';
}

let stopStack: (() => Promise<void>) | undefined;
let stopping: number | undefined;

async function main(): Promise<void> {
  const settings = readSettings(process.env);
  // Functions run in UTC when deployed.
  process.env.TZ = 'UTC';
  // The SDK advises of the end of its Node.js 20 support at each start; the deployed runtime is newer.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';
  await checkPort(settings.port);
  const logFile = join(settings.dataDir ?? LOCAL_FOLDER, 'functions.log');
  const logSink = openLog(logFile, settings);
  const isWatched = process.argv.includes('--watch');
  const options = { root: ROOT, print: (text: string) => void process.stderr.write(text) };
  const started = startConsole(ROOT, settings.dataDir ?? LOCAL_FOLDER);
  // A start that fails ends this process, and the console with it.
  started.catch(() => {});
  // The stack starts when the templates are there. Its first requests wait for the bundles.
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

/** Opens the log before the build, so that one that cannot be written is known at once. */
function openLog(file: string, { run }: StartSettings): LogSink {
  try {
    const sink = openLogFile(file, run.LOG_LEVEL?.toLowerCase() === 'debug' ? reportToStderr : undefined);
    process.once('exit', () => sink.close());
    return sink;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new SettingError(`The log cannot be written: ${reason}. DATA_DIR chooses another folder for data and log.`);
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
  // A key to data that is gone opens nothing; one of another stack is not ours to remove.
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
    `  Data     ${about.dataDir ?? 'in memory (DATA_DIR=path keeps it)'}`,
    '  npm run listen shows its webhooks. Ctrl-C stops everything.',
    '',
    '',
  ].join('\n');
}

/** Looks before the build, so that a busy port is known at once. */
function checkPort(port: number): Promise<void> {
  return new Promise((done, fail) => {
    const probe = createServer();
    probe.once('error', (error) => fail(portError(error, port)));
    probe.listen({ port, host: '127.0.0.1' }, () => probe.close(() => done()));
  });
}

/** The error to show for a port that cannot be had; any other error as it is. */
function portError(error: unknown, port: number): unknown {
  if (!(error instanceof Error && 'code' in error)) return error;
  if (error.code === 'EADDRINUSE') {
    return new PortError(
      `Port ${port} is in use: stop what listens there, or choose another with PORT (PORT=0 picks a free one).`,
    );
  }
  if (error.code !== 'EACCES') return error;
  return new PortError(`Port ${port} needs more rights than this user has: choose another with PORT.`);
}

async function stop(signal: NodeJS.Signals): Promise<void> {
  if (stopping !== undefined) {
    if (performance.now() - stopping > SAME_SIGNAL_MS) process.exit(1);
    return;
  }
  process.stderr.write(`\n${signal}: stopping …\n`);
  await end(0);
}

/** Stops the stack once, and ends the process with a code. A stop that hangs is cut short. */
async function end(exitCode: number): Promise<void> {
  if (stopping !== undefined) return;
  stopping = performance.now();
  setTimeout(() => process.exit(1), STOP_LIMIT_MS).unref();
  await stopStack?.().catch(() => {});
  process.exit(exitCode);
}

/** One message, then the end: a process that runs on after an error that it does not know can only do harm. */
function fail(kind: string, error: unknown): void {
  if (stopping !== undefined) return;
  process.stderr.write(`${kind}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  void end(1);
}

/** Finds the line for the terminal, and the exit code. */
function explain(error: unknown): { readonly line: string; readonly exitCode: number } {
  if (error instanceof SettingError) return { line: error.message, exitCode: 2 };
  if (error instanceof PortError) return { line: error.message, exitCode: 1 };
  if (error instanceof BuildFailedError) return { line: 'The build failed; see above.', exitCode: 1 };
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  const detail = process.env.LOG_LEVEL?.toLowerCase() === 'debug' ? `\n${stack ?? ''}` : '';
  return { line: `The local stack did not start: ${message}${detail}`, exitCode: 1 };
}

/** A parent may be killed without a signal to its children. The stack must not outlive it. */
function watchParent(): void {
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && void stop('SIGHUP'), PARENT_POLL_MS).unref();
}

process.on('SIGINT', (signal) => void stop(signal));
process.on('SIGTERM', (signal) => void stop(signal));
process.on('SIGHUP', (signal) => void stop(signal));
// Lambda ends the environment of a function that leaves an error uncaught. Functions share this process.
process.on('uncaughtException', (error) => fail('Uncaught error', error));
process.on('unhandledRejection', (error) => fail('Unhandled rejection', error));
// An output without a reader fails at each write, and reporting that would be one more write to it.
for (const output of [process.stdout, process.stderr]) output.on('error', () => void end(1));
watchParent();

/** Ends a failed start with one line that names the action to take. */
async function failStart(error: unknown): Promise<void> {
  if (stopping !== undefined) return;
  const { line, exitCode } = explain(error);
  process.stderr.write(`${line}\n`);
  await end(exitCode);
}

await main().catch(failStart);
