import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Programs } from '#cloud/plan/programs';
import { Report } from '#cloud/plan/report';
import type { ApiClient } from '#local/partner/api-client';
import { startTemporaryStack, type TemporaryStack } from '#local/start/temporary-stack';
import { CLIENTS, type GeneratedClient, workshopIn } from '#test/clients/clients';
import { SAMPLE_LANGUAGES, verifySamples } from '#test/clients/samples';
import { installTools, TOOLCHAINS, type Toolchain, toolsIn } from '#test/clients/tools';

/** Journeys of a moment, and as many requests as are made. */
const SETTINGS = { SANDBOX_STEP_MS: '50', WEBHOOK_DELAYS_S: '0,1,1,1,1', RATE_LIMIT_RPS: '0' };

/** The Postman collection, which its own runner executes. */
const COLLECTION = 'collection';
const POSTMAN = resolve(import.meta.dirname, '../../docs/postman');

/** The samples of the reference in languages of others. They need no stack. */
const SAMPLES = 'samples';

export const CLIENT_NAMES: readonly string[] = [...CLIENTS.map(({ name }) => name), COLLECTION, SAMPLES];

export interface RunOptions {
  /** Names of clients. */
  readonly clients: readonly string[];
  /** Leaves a client out whose tools cannot be installed, and says so, instead of failing. */
  readonly wherePossible: boolean;
  /** Folder of the tools, kept for later runs. @default one that is removed */
  readonly toolsFolder: string | undefined;
  readonly write: (line: string) => void;
  /** Ends the run early. */
  readonly signal: AbortSignal;
}

/** Makes clients with other people's generators, and has each make a journey on the local stack. @returns whether all is well */
export async function verifyClients({
  clients,
  wherePossible,
  toolsFolder,
  write,
  signal,
}: RunOptions): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'partner-ramp-verify-clients-'));
  const logs = join(folder, 'logs');
  const tools = toolsFolder ?? join(folder, 'tools');
  for (const each of [logs, tools]) mkdirSync(each, { recursive: true });
  const programs = new Programs({ folder, logs, home: homedir() });
  const report = new Report(write);
  signal.addEventListener('abort', () => programs.stop());
  const startedMs = performance.now();
  let stack: TemporaryStack | undefined;
  const leftOut: string[] = [];
  try {
    const chosen = CLIENTS.filter(({ name }) => clients.includes(name));
    const withCollection = clients.includes(COLLECTION);
    const needs: Needs[] = withCollection ? [...chosen, { name: COLLECTION, toolchains: ['npm'] }] : chosen;
    const installed = await installAll(needs, { programs, tools, report, wherePossible, write });
    const lacks = ({ toolchains }: Needs) => !toolchains.every((toolchain) => installed.has(toolchain));
    leftOut.push(...needs.filter(lacks).map(({ name }) => name));
    rmSync(join(tools, 'clients'), { recursive: true, force: true });
    if (clients.includes(SAMPLES))
      leftOut.push(...(await verifyAllSamples({ programs, tools, report, wherePossible })));
    if (needs.length > 0) {
      stack = await report.needed(
        'all',
        'local stack',
        () => startTemporaryStack(SETTINGS),
        ({ baseUrl }) => baseUrl,
      );
      const verification = { programs, tools, report, partner: stack.partner };
      for (const client of chosen) {
        signal.throwIfAborted();
        if (!leftOut.includes(client.name)) await verifyClient(client, verification);
      }
      if (withCollection && !leftOut.includes(COLLECTION))
        await report.phase(COLLECTION, 'journeys', () => runCollection(verification));
    }
  } catch {
    // It is in the report.
  } finally {
    programs.stop();
    await stack?.stop();
  }
  write(`\n${report.table()}`);
  const isGood = report.isGood && !signal.aborted;
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(0);
  write(`\n${isGood ? 'All of it is well' : `NOT all of it is well (logs: ${logs})`}, after ${seconds} s.`);
  if (leftOut.length > 0) write(`Not tried: ${leftOut.join(', ')}.`);
  if (isGood) rmSync(folder, { recursive: true, force: true });
  return isGood;
}

interface Installation {
  readonly programs: Programs;
  readonly tools: string;
  readonly report: Report;
  readonly wherePossible: boolean;
  readonly write: (line: string) => void;
}

type Needs = Pick<GeneratedClient, 'name' | 'toolchains'>;

/** @returns what could be installed of what the clients need */
async function installAll(
  clients: readonly Needs[],
  { programs, tools, report, wherePossible, write }: Installation,
): Promise<ReadonlySet<Toolchain>> {
  const installed = new Set<Toolchain>();
  for (const toolchain of TOOLCHAINS) {
    const users = clients.filter(({ toolchains }) => toolchains.includes(toolchain)).map(({ name }) => name);
    if (users.length === 0) continue;
    const install = async () => {
      await installTools(programs, tools, toolchain);
      installed.add(toolchain);
    };
    if (!wherePossible) await report.phase(toolchain, 'install', install);
    else
      await install().catch((error: unknown) => {
        const reason = error instanceof Error ? error.message : String(error);
        write(`Skipped for want of ${toolchain}: ${users.join(', ')} (${reason})`);
      });
  }
  return installed;
}

/** @returns what was left out for want of a tool chain */
async function verifyAllSamples({
  programs,
  tools,
  report,
  wherePossible,
}: Omit<Installation, 'write'>): Promise<string[]> {
  const { environment } = toolsIn(tools);
  const leftOut: string[] = [];
  for (const language of SAMPLE_LANGUAGES) {
    const [command, ...args] = language.probe;
    const isThere = await programs.succeed({ name: command, command, args, environment }).then(
      () => true,
      () => false,
    );
    if (!isThere && wherePossible) leftOut.push(`${SAMPLES} in ${language.name}`);
    else await report.phase(SAMPLES, language.name, () => verifySamples(language, { programs, tools, environment }));
  }
  return leftOut;
}

interface Verification {
  readonly programs: Programs;
  /** Folder of the tools. */
  readonly tools: string;
  readonly report: Report;
  readonly partner: ApiClient;
}

async function verifyClient(
  client: GeneratedClient,
  { programs, tools, report, partner }: Verification,
): Promise<void> {
  const { name } = client;
  const workshop = workshopIn(programs, tools, client);
  const journey = await report.phase(name, 'generated and compiled', () => client.make(workshop));
  if (journey === undefined) return;
  await report.phase(name, 'journey', async () => {
    const { baseUrl, apiKey } = partner;
    const environment = {
      ...workshop.tools.environment,
      ...{ BASE_URL: baseUrl, PARTNER_API_KEY: apiKey, USER_EMAIL: `${name}@example.com` },
    };
    const printed = await programs.succeed({ ...journey, environment });
    await checkOnRamp(partner, printed.trim(), name);
  });
}

/** Checks that the service has the on-ramp that a journey says it has made. @throws Error */
async function checkOnRamp(partner: ApiClient, transactionId: string, name: string): Promise<void> {
  const { body } = await partner.get(`/transactions/${transactionId}`);
  const { type, fiatAmount, userId } = body.data ?? {};
  const user = await partner.get(`/users/${userId}`);
  const found = `${type} of ${fiatAmount} for ${user.body.data?.email}`;
  if (found !== `ON_RAMP of 10.01 for ${name}@example.com`) throw new Error(`${transactionId} is ${found}`);
}

/** Has the collection's runner make its journeys. @throws ProgramFailed when a test of the collection fails */
async function runCollection({ programs, tools, partner }: Verification): Promise<void> {
  const { npmProgram, environment } = toolsIn(tools);
  await programs.succeed({
    name: COLLECTION,
    command: npmProgram('newman'),
    args: [
      ...['run', join(POSTMAN, 'partner-ramp.postman_collection.json'), '--folder', 'Journeys'],
      ...['--environment', join(POSTMAN, 'local.postman_environment.json')],
      ...['--env-var', `baseUrl=${partner.baseUrl}`, '--env-var', `partnerApiKey=${partner.apiKey}`],
    ],
    environment,
  });
  const { body } = await partner.get('/transactions?type=CROSS_RAMP');
  const found = body.data.data.map(({ status }: { status: string }) => status);
  if (found.join() !== 'COMPLETED') throw new Error(`Cross-ramps of the collection: ${found.join() || 'none'}`);
}
