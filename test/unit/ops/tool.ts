import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { runOps } from '#ops/program';
import { stageKey } from '#shared/dynamodb/keys';
import { documentClient } from '#shared/dynamodb/table';
import { type LoopbackIdentity, startLoopbackIdentity } from '#test/support/servers/loopback-identity';
import { startedForTests } from '#test/support/started-for-tests';
import { startTable } from '#test/unit/delivery/table';

/**
 * Prepares a table and the caller's identity for the operator tool.
 * @param options options of every command line in these tests
 */
export function toolOnTable(...options: readonly string[]) {
  const engine = startedForTests(startTable);
  const identity = startedForTests(startLoopbackIdentity);
  const here = () => [...options, '--endpoint', engine().endpoint, '--table', 'delivery-test'];
  return { engine, identity, here };
}

export interface Result {
  readonly code: number;
  readonly out: string;
  readonly error: string;
  readonly asked: readonly string[];
}

/**
 * Runs a command line in this process. Sets the stage of the table in `--table` to `--env`; use `opsOn` for a table of another
 * stage.
 * @param typed input of the operator at a confirmation
 */
export async function ops(args: readonly string[], typed?: string): Promise<Result> {
  const table = optionOf(args, '--table');
  if (table !== undefined) await setStage(optionOf(args, '--env') ?? 'local', table);
  return opsOn(args, typed);
}

/** Runs a command line without changing the table first. */
export async function opsOn(args: readonly string[], typed?: string): Promise<Result> {
  const result = { out: '', error: '', asked: [] as string[] };
  const code = await runOps(args, {
    out: (text) => {
      result.out += text;
    },
    error: (text) => {
      result.error += text;
    },
    ask: async (question) => {
      result.asked.push(question);
      return typed;
    },
  });
  return { code, ...result };
}

/** Sets the stage record of a table. */
export async function setStage(stage: string, TableName: string): Promise<void> {
  const Item = { ...stageKey, entity: 'STAGE', stage };
  await documentClient().send(new PutCommand({ TableName, Item }));
}

function optionOf(args: readonly string[], option: string): string | undefined {
  const at = args.indexOf(option);
  return at < 0 ? undefined : args[at + 1];
}

export const SECOND_PERSON = 'arn:aws:sts::000000000000:assumed-role/Operators/otto';
const PLACE = ['--env', '--endpoint', '--table'];

/** Runs a command line and approves its proposal as a second person. `args` must contain `--json` and `--env production`. */
export async function approved(args: readonly string[], identity: LoopbackIdentity): Promise<Result> {
  const output = await ops(args);
  const [, id] = /"approvalId":"([^"]+)","status":"PENDING"/.exec(output.out) ?? [];
  return id === undefined ? output : approve(id, args, identity);
}

/** Approves a proposal as a second person, with `--env`, `--endpoint` and `--table` of a command line. */
export async function approve(id: string, args: readonly string[], identity: LoopbackIdentity): Promise<Result> {
  const here = PLACE.flatMap((option) => [option, args[args.indexOf(option) + 1] ?? '']);
  const first = identity.arn;
  identity.arn = SECOND_PERSON;
  try {
    return await ops(['approval', 'approve', '--id', id, '--reason', 'ticket 2', '--yes', '--json', ...here]);
  } finally {
    identity.arn = first;
  }
}
