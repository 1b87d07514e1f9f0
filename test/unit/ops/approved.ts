import type { LoopbackIdentity } from '#test/support/servers/loopback-identity';
import { ops, type Result } from './tool';

export const SECOND_PERSON = 'arn:aws:sts::000000000000:assumed-role/Operators/otto';
const PLACE = ['--env', '--endpoint', '--table'];

/** Runs a command line with `--json` in production, and has a second person approve what it proposes. */
export async function approved(args: readonly string[], identity: LoopbackIdentity): Promise<Result> {
  const output = await ops(args);
  const [, id] = /"approvalId":"([^"]+)","status":"PENDING"/.exec(output.out) ?? [];
  return id === undefined ? output : approve(id, args, identity);
}

/** Has a second person approve a proposal, in the place that a command line names. */
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
