import * as z from 'zod';
import { pageOf } from '#cloud/aws/aws-caller';
import { stackName, type Target } from '#cloud/plan/target';
import { check } from '#cloud/steps/checks';

const groups = pageOf('logGroups', z.object({ logGroupName: z.string() }));
const events = pageOf('events', z.object({ message: z.string() }));

/** Words of a cloud, and of our own log, for a role that may not do something. */
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

/**
 * Every line of a stage's log groups, each after the name of its group. One group is read after the other: CloudWatch Logs takes five
 * of these calls a second, and the client slows down to what it is given.
 */
async function linesOf({ cloud: { aws }, stage }: Target): Promise<string[]> {
  const own = `${stackName({ stage })}-`;
  const names = (await aws.list('logs DescribeLogGroups', {}, groups))
    .map(({ logGroupName }) => logGroupName)
    .filter((name) => name.includes(own));
  check(names.length > 0, 'the stage has no log groups');
  const found: string[] = [];
  for (const logGroupName of names) {
    const lines = (await aws.list('logs FilterLogEvents', { logGroupName }, events)).flatMap(({ message }) =>
      message.split('\n'),
    );
    found.push(...lines.map((line) => `${logGroupName}: ${line}`));
  }
  check(found.length > 0, 'the logs of the stage are empty');
  return found;
}
