import { createHash, randomInt } from 'node:crypto';
import { accessSync, constants, existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, mkdtemp, readFile, rename, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { type Report, reportToStderr } from '#local/engines/local-cloud';
import { endStaleEngine, removePidFile, writePidFile } from '#local/processes/engine-pid-file';
import { freePort } from '#local/processes/free-port';
import { type GuardedProcess, startGuardedProcess } from '#local/processes/guarded-process';
import { type ProcessGuard, startProcessGuard } from '#local/processes/process-guard';
import { makeOnce } from '#local/start/make-once';

/**
 * The tested version of dynoxide. We add indexes to its table `_stream_records`, which can have other columns in another version.
 */
const ENGINE_VERSION = '1.2.1';
const PLATFORM_PACKAGES: Readonly<Record<string, string>> = { 'linux-x64': '@dynoxide/linux-x64' };

/** Returns the command of the DynamoDB engine and its first arguments. */
export function dynamoDbCommand(): { readonly command: string; readonly args: readonly string[] } {
  const platformPackage = PLATFORM_PACKAGES[`${process.platform}-${process.arch}`];
  if (platformPackage === undefined) return { command: 'npx', args: ['--yes', `dynoxide@${ENGINE_VERSION}`] };
  try {
    const manifest = createRequire(import.meta.url).resolve(`${platformPackage}/package.json`);
    return { command: join(dirname(manifest), 'dynoxide'), args: [] };
  } catch (cause) {
    throw new Error(
      `The database engine is missing. Run npm ci with optional dependencies (${platformPackage}), or set DYNAMODB_ENDPOINT to a DynamoDB-compatible server.`,
      { cause },
    );
  }
}

/** Maximum number of starts: another process can bind the port that we found free, before the engine binds it. */
const MAX_PORT_ATTEMPTS = 3;
/** Maximum number of starts and stops while we make an empty database. Only a correct stop completes its file. */
const MAX_CLOSE_ATTEMPTS = 3;

export interface DynamoDbEngineOptions {
  /** Folder for the database file, kept across restarts. @default a temporary folder that is removed on stop */
  readonly dataDir?: string | undefined;
  /** A running DynamoDB-compatible server to use. @default `DYNAMODB_ENDPOINT` */
  readonly externalEndpoint?: string | undefined;
  readonly report?: Report;
}

export interface DynamoDbEngine {
  /** URL of the DynamoDB API and the DynamoDB Streams API. */
  readonly endpoint: string;
  /** Process id of the engine; `undefined` for an external server. */
  readonly pid: number | undefined;
  stop(): Promise<void>;
}

/** Starts the DynamoDB engine. Creates the database file if the file does not exist. */
export async function startDynamoDbEngine(options: DynamoDbEngineOptions = {}): Promise<DynamoDbEngine> {
  const external = options.externalEndpoint ?? process.env.DYNAMODB_ENDPOINT;
  if (external) return { endpoint: external, pid: undefined, stop: async () => {} };

  const { command, args } = dynamoDbCommand();
  const folder = await openFolder(options.dataDir);
  const guard = startProcessGuard(options.dataDir === undefined ? folder : undefined);
  const file = join(folder, 'dynamodb.db');
  const pidFile = join(folder, 'dynamodb.pid');
  const report = options.report ?? reportToStderr;
  const serve: Serve = (databaseFile) => launch({ command, args, databaseFile, folder, guard, report });
  try {
    await endStaleEngine(pidFile, file);
    if (!existsSync(file)) await makeFile(file, serve);
    const { endpoint, engine } = await serve(file);
    await writePidFile(pidFile, engine.pid);
    return {
      endpoint,
      pid: engine.pid,
      async stop() {
        await engine.stop();
        await removePidFile(pidFile);
        await guard.release();
      },
    };
  } catch (error) {
    await guard.release(); // Ends the engine too, if it runs.
    throw error;
  }
}

async function openFolder(dataDir: string | undefined): Promise<string> {
  if (dataDir === undefined) return await mkdtemp(join(memoryFolder(), 'partner-ramp-dynamodb-'));
  // The folder contains personal data, so only its owner has access.
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  return resolve(dataDir);
}

/**
 * Without these indexes, every write to a table with a stream reads all stream records since the table's creation. With 40,000
 * records, a PutItem takes 17 ms instead of less than 1 ms (measured with dynoxide 1.2.1, which never deletes stream records).
 */
const INDEXES = [
  'CREATE INDEX IF NOT EXISTS stream_records_by_number ON _stream_records(table_name, CAST(sequence_number AS INTEGER))',
  'CREATE INDEX IF NOT EXISTS stream_records_by_shard ON _stream_records(table_name, shard_id, CAST(sequence_number AS INTEGER))',
];

/**
 * Folder of an empty database file with our indexes. Each new database is a copy of this file. Without it, the engine would start
 * twice: once before we add the indexes, and once after.
 */
const EMPTY_DATABASES = resolve(import.meta.dirname, '../../../../.local/empty-databases');
const EMPTY_DATABASE = 'dynamodb.db';
const emptyDatabaseKey = createHash('sha256')
  .update([ENGINE_VERSION, ...INDEXES].join('\n'))
  .digest('hex')
  .slice(0, 32);

/** Copies the empty database under a temporary name, then renames the copy. A killed process then leaves no incomplete file. */
async function makeFile(file: string, serve: Serve): Promise<void> {
  const folder = await makeOnce({
    home: EMPTY_DATABASES,
    key: () => emptyDatabaseKey,
    make: (folder) => makeEmptyDatabase(folder, serve),
  });
  const draft = `${file}.draft`;
  await copyFile(join(folder, EMPTY_DATABASE), draft);
  await chmod(draft, 0o600);
  await rename(draft, file);
}

/** Lets the engine create the file, then adds the missing indexes. */
async function makeEmptyDatabase(folder: string, serve: Serve): Promise<void> {
  await mkdir(folder, { recursive: true });
  const file = join(folder, EMPTY_DATABASE);
  for (let attempt = 1; ; attempt += 1) {
    const { engine } = await serve(file);
    await engine.stop();
    // The engine merges the write-ahead log into the file when it stops correctly. Otherwise, its next start reads the log.
    if (!existsSync(`${file}-wal`)) break;
    if (attempt === MAX_CLOSE_ATTEMPTS) throw new Error(`The database engine does not close ${file} correctly.`);
  }
  await addStreamRecordIndexes(file);
}

interface Launched {
  readonly endpoint: string;
  readonly engine: GuardedProcess;
}

type Serve = (databaseFile: string) => Promise<Launched>;

interface Launch {
  readonly command: string;
  readonly args: readonly string[];
  readonly databaseFile: string;
  readonly folder: string;
  readonly guard: ProcessGuard;
  readonly report: Report;
}

async function launch({ command, args, databaseFile, folder, guard, report }: Launch): Promise<Launched> {
  for (let attempt = 1; ; attempt += 1) {
    const host = engineHost();
    const port = await freePort(host);
    try {
      const engine = await startGuardedProcess({
        command,
        args: [...args, 'serve', '--host', host, '--port', String(port), '--db-path', databaseFile],
        logFile: join(folder, 'dynamodb.log'),
        readyText: 'listening on',
        guard,
        report,
      });
      const endpoint = `http://${host}:${port}`;
      await firstResponse(endpoint).catch(async (cause: unknown) => {
        await engine.stop();
        throw new Error('The database engine started but does not respond.', { cause });
      });
      return { endpoint, engine };
    } catch (error) {
      const portWasTaken = error instanceof Error && error.message.includes('already in use');
      if (!portWasTaken || attempt === MAX_PORT_ATTEMPTS) throw error;
    }
  }
}

/**
 * Waits for any HTTP response, which shows that the engine handles signals. Its ready line appears earlier. A stop before the
 * response would not close the database file correctly.
 */
function firstResponse(endpoint: string): Promise<void> {
  return new Promise((resolve, reject) => {
    get(endpoint, { agent: false }, (response) => {
      response.resume();
      resolve();
    }).once('error', reject);
  });
}

/**
 * Returns a loopback address for the engine, which has no access control and responds to web pages of any origin. A web page can
 * scan the ports of 127.0.0.1, but not of all loopback addresses of Linux (127.0.0.0/8, RFC 5735).
 */
function engineHost(): string {
  if (process.platform !== 'linux') return '127.0.0.1';
  return ['127', randomInt(1, 255), randomInt(1, 255), randomInt(1, 255)].join('.');
}

/** Returns a folder for temporary data, in memory if the system allows it. On a disk, each commit would wait for the disk. */
function memoryFolder(): string {
  try {
    accessSync('/dev/shm', constants.W_OK);
    return '/dev/shm';
  } catch {
    return tmpdir();
  }
}

/**
 * Adds the missing indexes to a new database file after the engine has closed the file. Do not use this function for the file of
 * a killed engine: sql.js ignores the write-ahead log.
 */
async function addStreamRecordIndexes(file: string): Promise<void> {
  // Load sql.js only here: a start with an existing file does not need it.
  const { default: initSqlJs } = await import('sql.js');
  const { Database } = await initSqlJs();
  const database = new Database(await readFile(file));
  for (const statement of INDEXES) database.run(statement);
  await writeFile(file, database.export());
  database.close();
}
