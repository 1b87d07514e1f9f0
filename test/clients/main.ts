/**
 * `npm run test:slow -- clients`: tests the API with generated Java and Python clients, and the MCP server with an MCP client.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Programs } from '#cloud/programs';
import makeGenerated from '#infra/build/generated';
import type { ApiClient } from '#local/partner/api-client';
import { CLIENTS, type ForeignClient, installTools, shellVariables, type Workshop } from '#test/clients/clients';
import { startTestStack } from '#test/support/test-stack';

const USAGE = `Usage: npm run test:slow -- clients [options]

Generates Java and Python clients from docs/openapi-for-generators.json, compiles them with strict settings, and runs a journey
with each client on a local stack. Needs JDK 17 with Maven, and Python 3.10 or later with venv. The client "mcp" is the client of
the Model Context Protocol, with its inspector. It needs only npm's registry.

  --client NAME     test only this client: ${CLIENTS.map(({ name }) => name).join(', ')}
  --where-possible  skip a client whose tools cannot be installed, instead of failing
  --tools PATH      keep the installed tools in this folder, and use the tools that are already there
  --help            print this help`;

interface Options {
  /** File for the log lines of the Lambda functions. */
  readonly logFile: string;
  readonly clients: readonly ForeignClient[];
  readonly wherePossible: boolean;
  readonly tools: string;
  readonly programs: Programs;
}

/** Tests the clients. With `wherePossible`, skips a client whose tools cannot be installed. @throws Error at the first failure */
async function verifyClients({ logFile, clients, wherePossible, tools, programs }: Options): Promise<void> {
  await makeGenerated();
  const stack = await startTestStack({ logFile });
  try {
    const partner = await stack.newPartner();
    for (const client of clients) {
      const startedMs = performance.now();
      const workshop = { programs, tools, folder: join(tools, 'clients', client.name) };
      rmSync(workshop.folder, { recursive: true, force: true });
      mkdirSync(workshop.folder, { recursive: true });
      try {
        await installTools(client, workshop);
      } catch (error) {
        if (!wherePossible) throw error;
        print(`${client.name} was skipped: ${error instanceof Error ? error.message : String(error)}`);
        continue;
      }
      await playJourney(client, workshop, partner);
      print(`${client.name} passed after ${Math.round((performance.now() - startedMs) / 1000)} s`);
    }
  } finally {
    await stack.stop();
  }
}

/**
 * Runs a client's test program, which creates an on-ramp, and reads this on-ramp with the API.
 * @throws Error if the type, amount or user of the on-ramp is not as expected
 */
async function playJourney(client: ForeignClient, workshop: Workshop, partner: ApiClient): Promise<void> {
  const email = `${client.name}@example.com`;
  const journey = await client.make(workshop);
  const settings = { BASE_URL: partner.baseUrl, PARTNER_API_KEY: partner.apiKey, USER_EMAIL: email };
  const environment = { ...shellVariables(), ...settings };
  const transactionId = (await workshop.programs.succeed({ ...journey, environment })).trim();
  const { body } = await partner.get(`/transactions/${transactionId}`);
  const { type, fiatAmount, userId } = body.data ?? {};
  const user = await partner.get(`/users/${userId}`);
  const found = `${type} of ${fiatAmount} for ${user.body.data?.email}`;
  if (found !== `ON_RAMP of 10.01 for ${email}`) throw new Error(`${transactionId} is ${found}`);
}

const print = (line: string) => void process.stdout.write(`${line}\n`);

async function main(): Promise<number> {
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';
  const { values } = parseArgs({
    options: {
      client: { type: 'string' },
      'where-possible': { type: 'boolean', default: false },
      tools: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  const clients = CLIENTS.filter(({ name }) => values.client === undefined || name === values.client);
  if (values.help || clients.length === 0) {
    print(USAGE);
    return values.help ? 0 : 2;
  }
  const folder = mkdtempSync(join(tmpdir(), 'partner-ramp-verify-clients-'));
  const logs = join(folder, 'logs');
  const tools = values.tools ?? join(folder, 'tools');
  for (const each of [logs, tools]) mkdirSync(each, { recursive: true });
  const programs = new Programs({ folder, logs, home: homedir() });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => programs.stop());
  try {
    await verifyClients({
      logFile: join(logs, 'functions.log'),
      clients,
      wherePossible: values['where-possible'],
      tools,
      programs,
    });
    rmSync(folder, { recursive: true, force: true });
    return 0;
  } catch (error) {
    print(`FAILED: ${error instanceof Error ? error.message : String(error)}\nLogs: ${logs}`);
    return 1;
  } finally {
    programs.stop();
  }
}

process.exitCode = await main();
