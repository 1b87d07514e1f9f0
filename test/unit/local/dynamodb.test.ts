import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { DynamoDBClient, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import initSqlJs from 'sql.js';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type DynamoDbEngine, dynamoDbCommand, startDynamoDbEngine } from '#local/engines/dynamodb/dynamodb-engine';
import { ensureTable, type TableProperties } from '#local/engines/dynamodb/table';
import { localClient } from '#local/engines/local-cloud';
import { until } from '#local/partner/api-client';
import { freePort } from '#local/processes/free-port';

const PROPERTIES: TableProperties = {
  KeySchema: [{ AttributeName: 'PK', KeyType: 'HASH' }],
  AttributeDefinitions: [{ AttributeName: 'PK', AttributeType: 'S' }],
  StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
};

let dataDir: string;
const report = vi.fn();
const engines: DynamoDbEngine[] = [];
const children: ChildProcess[] = [];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'engine-'));
});
afterEach(async () => {
  for (const engine of engines.splice(0)) await engine.stop();
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await rm(dataDir, { recursive: true, force: true });
  report.mockClear();
});

async function start(options: { dataDir?: string } = {}): Promise<DynamoDbEngine> {
  const engine = await startDynamoDbEngine({ ...options, report });
  engines.push(engine);
  return engine;
}

async function withClient<Result>(endpoint: string, use: (client: DynamoDBClient) => Promise<Result>): Promise<Result> {
  const client = new DynamoDBClient(localClient(endpoint));
  try {
    return await use(client);
  } finally {
    client.destroy();
  }
}

async function write(endpoint: string, key: string): Promise<void> {
  await ensureTable({ endpoint, tableName: 'things', properties: PROPERTIES });
  await withClient(endpoint, (client) =>
    client.send(new PutItemCommand({ TableName: 'things', Item: { PK: { S: key } } })),
  );
}

async function holds(endpoint: string, key: string): Promise<boolean> {
  const { Item } = await withClient(endpoint, (client) =>
    client.send(new GetItemCommand({ TableName: 'things', Key: { PK: { S: key } } })),
  );
  return Item !== undefined;
}

function isRunning(pid: number | undefined): boolean {
  if (pid === undefined) throw new Error('no process id');
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe('database engine', () => {
  it('runs on a temporary file and removes it', async () => {
    const engine = await start();
    await write(engine.endpoint, 'one');
    const [folder] = openFolders(await commandLine(engine.pid));
    expect(existsSync(folder ?? '')).toBe(true);
    await engine.stop();
    expect(isRunning(engine.pid)).toBe(false);
    expect(existsSync(folder ?? '')).toBe(false);
    expect(report).not.toHaveBeenCalled();
  });

  it('cannot be found by a web page that scans the ports of 127.0.0.1', async (context) => {
    if (process.platform !== 'linux') return context.skip('only Linux has the whole of 127.0.0.0/8');
    const { endpoint } = await start();
    const { hostname, port } = new URL(endpoint);
    await write(endpoint, 'one');
    expect(hostname).toMatch(/^127\.\d+\.\d+\.\d+$/);
    expect(hostname).not.toBe('127.0.0.1');
    // Reads the item, because another program could use this port on 127.0.0.1. Only the engine would return the item.
    await expect(holds(`http://127.0.0.1:${port}`, 'one')).rejects.toThrow();
  });

  it('keeps its data, on an indexed file that its owner alone may read', async () => {
    const first = await start({ dataDir });
    await write(first.endpoint, 'one');
    await first.stop();
    const second = await start({ dataDir });
    expect(await holds(second.endpoint, 'one')).toBe(true);
    await second.stop();

    const file = join(dataDir, 'dynamodb.db');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readdir(dataDir)).not.toContain('dynamodb.db.draft');
    const { Database } = await initSqlJs();
    const database = new Database(await readFile(file));
    // SQLite throws if the index does not exist.
    database.run('SELECT 1 FROM _stream_records INDEXED BY stream_records_by_number WHERE table_name = 1');
    database.run('SELECT 1 FROM _stream_records INDEXED BY stream_records_by_shard WHERE table_name = 1');
    database.close();
  });

  it('does not start twice on one folder', async () => {
    await start({ dataDir });
    await expect(startDynamoDbEngine({ dataDir })).rejects.toThrow(/is in use by process \d+/);
  });

  it('uses the server it is given', async () => {
    const engine = await startDynamoDbEngine({ externalEndpoint: 'http://127.0.0.1:1' });
    expect(engine).toMatchObject({ endpoint: 'http://127.0.0.1:1', pid: undefined });
    await engine.stop();
  });

  it('says when the engine dies', async () => {
    const engine = await start();
    process.kill(engine.pid ?? 0, 'SIGKILL');
    await until(() => report.mock.calls.length > 0);
    expect(report).toHaveBeenCalledWith(expect.stringMatching(/ended unexpectedly: SIGKILL/));
  });

  it('ends with a runner that is killed, and the file can be opened again', async () => {
    const parent = spawn(
      process.execPath,
      ['--import', 'tsx', fileURLToPath(new URL('./engine-parent.ts', import.meta.url)), dataDir],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    children.push(parent);
    const [line] = await once(createInterface({ input: parent.stdout }), 'line');
    const { endpoint, pid } = JSON.parse(String(line));
    await write(endpoint, 'before the kill');

    parent.kill('SIGKILL');
    await until(() => !isRunning(pid));
    const next = await start({ dataDir });
    expect(await holds(next.endpoint, 'before the kill')).toBe(true);
  });

  it('ends an engine that a killed run left on the file', async () => {
    await (await start({ dataDir })).stop();
    const { command, args } = dynamoDbCommand();
    const file = join(dataDir, 'dynamodb.db');
    const stale = spawn(command, [...args, 'serve', '--port', String(await freePort()), '--db-path', file], {
      stdio: 'ignore',
    });
    children.push(stale);
    const claim = { enginePid: stale.pid, runnerPid: 2 ** 30, runnerCommand: 'a run that is gone' };
    await writeFile(join(dataDir, 'dynamodb.pid'), JSON.stringify(claim));
    await until(async () => (await commandLine(stale.pid)).includes(file));

    const next = await start({ dataDir });
    expect(stale.exitCode ?? stale.signalCode).not.toBeNull();
    await write(next.endpoint, 'after');
  });

  it('does not kill another process that has the old process id', async () => {
    const stranger = spawn(process.execPath, ['-e', 'setInterval(() => {}, 60000)'], { stdio: 'ignore' });
    children.push(stranger);
    const claim = { enginePid: stranger.pid, runnerPid: 2 ** 30, runnerCommand: 'a run that is gone' };
    await writeFile(join(dataDir, 'dynamodb.pid'), JSON.stringify(claim));
    await start({ dataDir });
    expect(isRunning(stranger.pid)).toBe(true);
  });
});

async function commandLine(pid: number | undefined): Promise<string> {
  return (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ');
}

function openFolders(line: string): readonly string[] {
  return [...line.matchAll(/(\/\S+)\/dynamodb\.db/g)].flatMap(([, folder]) => folder ?? []);
}
