import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { pageOf } from '#cloud/aws/aws-caller';
import { deploy, diff } from '#cloud/cdk/commands';
import { SECOND_RELEASE } from '#cloud/cdk/variants';
import type { Rehearsal } from '#cloud/plan/context';
import { Unanswered } from '#cloud/plan/step';
import { operate, stackName, type Target } from '#cloud/plan/target';
import { readStack } from '#cloud/preflight/account-reads';
import { check, countEach, failureOf, tally } from '#cloud/steps/checks';
import { checkDomain } from '#cloud/steps/gateway';
import { awaitCompletion, createdId } from '#cloud/steps/transactions';
import type { Answer, ApiClient } from '#local/partner/api-client';

/** Compares what is deployed with what was synthesized. */
export async function checkNoDifference(rehearsal: Rehearsal): Promise<string> {
  await diff(rehearsal.cloud, rehearsal.assembly('first'));
  return 'no difference';
}

const PAUSE_MS = 150;
/** One round in so many creates a transaction. */
const CREATION_EVERY = 8;

/** Answers that a partner had while something went on. */
interface Traffic {
  readonly answers: readonly Answer[];
  /** Ids of the transactions whose creation was acknowledged. */
  readonly created: readonly string[];
}

/** Calls the API until the work is done: reads, price look-ups, creations. Each answer counts. */
async function underTraffic(partner: ApiClient, userId: string, work: () => Promise<void>): Promise<Traffic> {
  const answers: Answer[] = [];
  const created: string[] = [];
  let isOver = false;
  const call = async () => {
    for (let round = 0; !isOver; round += 1) {
      answers.push(await partner.get('/capabilities'));
      answers.push(await partner.get('/transactions?limit=5'));
      answers.push(await partner.get('/cross-ramp/quotes?sourceCurrency=MXN&targetCurrency=USD&sourceAmount=2000.01'));
      if (round % CREATION_EVERY === 0) {
        const options = { headers: { 'idempotency-key': randomUUID() } };
        const answer = await partner.post('/cross-ramp', partner.crossRamp(userId), options);
        answers.push(answer);
        if (answer.status < 300) created.push(createdId(answer));
      }
      await sleep(PAUSE_MS);
    }
  };
  const finished = work().finally(() => {
    isOver = true;
  });
  // Both are waited for, whichever fails.
  for (const outcome of await Promise.allSettled([finished, call()]))
    if (outcome.status === 'rejected') throw outcome.reason;
  return { answers, created };
}

/**
 * Deploys a release while a partner works: every call gets its answer, what was created completes, and afterwards the release is
 * the one that it should be.
 */
export async function releaseUnderTraffic(rehearsal: Rehearsal, name: 'first' | 'second'): Promise<string> {
  const { partner, userId } = await rehearsal.subscriber();
  const { answers, created } = await underTraffic(partner, userId, async () => {
    await deploy(rehearsal.cloud, rehearsal.assembly(name));
  });
  const summary = tally(answers);
  check(
    answers.every(({ status }) => status < 300),
    `not every call had its answer: ${summary}`,
  );
  const document = await partner.get('/openapi.json');
  const { title } = z.object({ info: z.object({ title: z.string() }) }).parse(document.body).info;
  check((title === SECOND_RELEASE) === (name === 'second'), `served afterwards: "${title}"`);
  await awaitCompletion(partner, created);
  return `answers in the same time: ${summary}; ${created.length} transactions completed`;
}

const deployments = pageOf('deployments', z.string());
const deployment = z.object({
  deploymentInfo: z.object({
    applicationName: z.string(),
    status: z.string(),
    rollbackInfo: z.object({ rollbackTriggeringDeploymentId: z.string().optional() }).optional(),
    errorInformation: z.object({ code: z.string().optional() }).optional(),
  }),
});
const released = z.object({
  functions: z.array(
    z.object({
      id: z.string(),
      live: z.array(z.number()),
      deployed: z.number(),
      versions: z.array(z.object({ version: z.number() })),
    }),
  ),
});

/** Counts the ends of CodeDeploy's deployments since an instant: `7 x Stopped (ALARM_ACTIVE)`. */
async function endedDeployments({ cloud: { aws }, stage }: Target, start: Date): Promise<string> {
  const listed = await aws.list('codedeploy ListDeployments', { createTimeRange: { start } }, deployments);
  const ends: string[] = [];
  for (const deploymentId of listed) {
    const { deploymentInfo } = await aws.call('codedeploy GetDeployment', { deploymentId }, deployment);
    const { applicationName, status, errorInformation } = deploymentInfo;
    if (applicationName.includes(stackName({ stage })))
      ends.push(`${status}${errorInformation?.code === undefined ? '' : ` (${errorInformation.code})`}`);
  }
  return countEach(ends);
}

/** Reads the answers of the reading endpoints of the failing release, once they are released. */
async function readFailures(partner: ApiClient, isOver: () => boolean): Promise<Map<string, string>> {
  const seen = new Map<string, string>();
  const paths = {
    throws: '/capabilities',
    'never ends': '/settlement-calendar',
    'answers 7 MB': '/banks/requirements',
  };
  await Promise.all(
    Object.entries(paths).map(async ([what, path]) => {
      while (!isOver() && !seen.has(what)) {
        const { status, body, text } = await partner.get(path);
        if (status >= 500 || status === 413)
          seen.set(what, `${status} ${body?.success === false ? body.code : `without envelope: ${text.slice(0, 80)}`}`);
        await new Promise((done) => setTimeout(done, 1000));
      }
    }),
  );
  return seen;
}

/**
 * A release fails on purpose while a partner works. CodeDeploy moves callers back while the alarm rings, CloudFormation
 * rolls the stage back, every acknowledged transaction completes, and no version of the release is left.
 */
export async function rollBack(rehearsal: Rehearsal): Promise<string> {
  const target = await rehearsal.target();
  const { partner, userId } = await rehearsal.subscriber('Rollback');
  const { partner: prober } = await rehearsal.subscriber('Prober');
  const start = new Date();
  let isOver = false;
  let failure: unknown;
  const probes = readFailures(prober, () => isOver);
  const { answers, created } = await underTraffic(partner, userId, async () => {
    failure = await failureOf(deploy(target.cloud, rehearsal.assembly('failing')));
  }).finally(() => {
    isOver = true;
  });
  const failures = await probes;
  const minutes = ((Date.now() - start.getTime()) / 60_000).toFixed(1);
  const status = (await readStack(target.cloud, stackName(target)))?.status ?? 'gone';
  const seen = [...failures].map(([what, answer]) => `a function that ${what}: ${answer}`).join('; ');
  const text =
    `the stack is ${status} after ${minutes} minutes; deployments: ${await endedDeployments(target, start)}; ` +
    `answers in the same time: ${tally(answers)}; ${seen}`;
  check(failure !== undefined, `the failing release was not stopped: ${text}`);
  check(status === 'UPDATE_ROLLBACK_COMPLETE', text);
  check(
    failures.size === 3 && !seen.includes('without envelope'),
    `an answer of a failing function is no envelope: ${text}`,
  );
  await awaitCompletion(partner, created);
  const { functions } = released.parse(await operate(target, ['release', 'versions']));
  const left = functions.filter(({ live, versions }) => versions.some(({ version }) => version > Math.max(...live)));
  check(left.length === 0, `versions of the release are left: ${left.map(({ id }) => id).join(', ')}; ${text}`);
  return `${text}; ${created.length} acknowledged transactions completed; no version of the release is left`;
}

/** The stage gets its domain, where the settings have one. */
export async function switchDomainOn(rehearsal: Rehearsal): Promise<string> {
  if (rehearsal.settings().domain === undefined)
    throw new Unanswered('these settings have no domain: give --settings FILE with a domain and its certificate');
  return await checkDomain(rehearsal, async () => {
    await deploy(rehearsal.cloud, rehearsal.assembly('domain'));
  });
}
