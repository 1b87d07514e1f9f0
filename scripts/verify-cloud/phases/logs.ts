import * as z from 'zod';
import { check } from '#scripts/verify-cloud/phases/checks';
import { stackName, type Target } from '#scripts/verify-cloud/target';

const groups = z.object({
  logGroups: z.array(z.object({ logGroupName: z.string() })),
  nextToken: z.string().optional(),
});
const events = z.object({
  events: z.array(z.object({ message: z.string() })),
  nextToken: z.string().optional(),
});

/** How a cloud says that a role may not do something, and how our own log does. */
const DENIAL = /deniedAction|AccessDenied|not authorized|UnauthorizedOperation/;
const ERROR = /"level":"error"/;

/**
 * Looks through the logs of all functions of a stage.
 * @throws CheckFailed with the first denials where a role lacks a permission
 */
export async function checkLogs(target: Target): Promise<string> {
  const lines = await linesOf(target);
  const denials = lines.filter((line) => DENIAL.test(line));
  check(denials.length === 0, `${denials.length} calls were denied: ${denials.slice(0, 3).join(' / ').slice(0, 900)}`);
  const messages = new Map<string, number>();
  for (const line of lines.filter((one) => ERROR.test(one))) {
    const [, message = 'an error without a message'] = /"message":"([^"]*)"/.exec(line) ?? [];
    messages.set(message, (messages.get(message) ?? 0) + 1);
  }
  const errors = [...messages].map(([message, count]) => `${count} x ${message}`).join(', ');
  return `${lines.length} lines, no call denied; errors: ${errors || 'none'}`;
}

/** Every line of a stage's log groups, each after the name of its group. */
async function linesOf({ cloud: { aws }, stage }: Target): Promise<string[]> {
  const names: string[] = [];
  const found: string[] = [];
  await readPages(async (nextToken) => {
    const page = await aws.call({ service: 'logs', operation: 'DescribeLogGroups', parameters: nextToken }, groups);
    const own = `${stackName({ stage })}-`;
    names.push(...page.logGroups.map(({ logGroupName }) => logGroupName).filter((name) => name.includes(own)));
    return page.nextToken;
  });
  check(names.length > 0, 'the stage has no log groups');
  await Promise.all(
    names.map((logGroupName) =>
      readPages(async (nextToken) => {
        const parameters = { logGroupName, ...nextToken };
        const page = await aws.call({ service: 'logs', operation: 'FilterLogEvents', parameters }, events);
        const lines = page.events.flatMap(({ message }) => message.split('\n'));
        found.push(...lines.map((line) => `${logGroupName}: ${line}`));
        return page.nextToken;
      }),
    ),
  );
  check(found.length > 0, 'the logs of the stage are empty');
  return found;
}

/** Reads a listing to its end. */
async function readPages(
  read: (nextToken: { readonly nextToken?: string }) => Promise<string | undefined>,
): Promise<void> {
  for (let token: string | undefined; ; ) {
    const next = await read(token === undefined ? {} : { nextToken: token });
    if (next === undefined || next === token) return;
    token = next;
  }
}
