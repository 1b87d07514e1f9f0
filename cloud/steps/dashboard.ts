import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { pageOf } from '#cloud/aws/aws-caller';
import type { Rehearsal } from '#cloud/plan/context';
import { Unanswered } from '#cloud/plan/step';
import { stackName, type Target } from '#cloud/plan/target';
import { CheckFailed, check, expectStatus } from '#cloud/steps/checks';
import { sendTest } from '#cloud/steps/webhooks';
import { ApiClient } from '#local/partner/api-client';
import { withWebhooks } from './messaging';

const metricData = pageOf('MetricDataResults', z.object({ Values: z.array(z.number()).default([]) }));

/** Every value of what a query of metrics finds, since an instant. Rows without values count as nothing. */
async function valuesSince({ cloud }: Target, startMs: number, query: object): Promise<number[]> {
  const parameters = {
    // Data points stand at the beginning of their minute.
    StartTime: new Date(Math.floor(startMs / 60_000) * 60_000),
    EndTime: new Date(Date.now() + 60_000),
    MetricDataQueries: [{ Id: 'found', ...query }],
  };
  return (await cloud.aws.list('cloudwatch GetMetricData', parameters, metricData)).flatMap(({ Values }) => Values);
}

/** Seconds in which a line of a log has become a data point. */
const METRICS_S = 600;
const PAUSE_MS = 2000;

/** Webhooks that the step has delivered, to be counted again. */
const TESTS = 3;

/**
 * Waits until as many deliveries as this step has made are data of CloudWatch.
 * @param startMs instant before the first of them @param limitS seconds to wait
 * @throws Unanswered after that
 */
export async function awaitDelivered(target: Target, startMs: number, limitS = METRICS_S): Promise<string> {
  const Dimensions = [{ Name: 'Stage', Value: target.stage }];
  const Metric = { Namespace: 'PartnerRamp', MetricName: 'delivered', Dimensions };
  const query = { MetricStat: { Metric, Period: 60, Stat: 'Sum' } };
  for (const endMs = performance.now() + limitS * 1000; ; await sleep(PAUSE_MS)) {
    const values = await valuesSince(target, startMs, query);
    const counted = values.reduce((sum, value) => sum + value, 0);
    if (counted >= TESTS)
      return `${TESTS} webhooks were delivered here, and ${counted} counted in ${values.length} data points`;
    if (performance.now() > endMs)
      throw new Unanswered(
        `of ${TESTS} delivered webhooks ${counted} are counted after ${limitS} s: ask again with --only metrics`,
      );
  }
}

/** Lines in the embedded format have become data of CloudWatch: what this step has delivered is counted there. */
export async function checkMetrics(rehearsal: Rehearsal): Promise<string> {
  const target = await rehearsal.target();
  const startMs = Date.now();
  return await withWebhooks(rehearsal, 'Metrics', async ({ partner }) => {
    for (let sent = 0; sent < TESTS; sent += 1) await sendTest({ partner });
    return await awaitDelivered(target, startMs);
  });
}

/**
 * Metrics that the dashboard searches for, and whether a healthy stage has data of them: this step has caused some, or there are
 * none before something fails.
 */
const SEARCHED: ReadonlyMap<string, 'caused' | 'of failures'> = new Map([
  ['errors', 'caused'],
  // Lambda counts none of these too, for each function that was called.
  ['Throttles', 'caused'],
  ['providerCallFailed', 'of failures'],
  ['circuitOpened', 'of failures'],
  ['SystemErrors', 'of failures'],
]);

const dashboard = z.object({ DashboardBody: z.string() });

/** The searches of a dashboard, each with the metric that it is for. */
async function searchesOf(target: Target): Promise<ReadonlyMap<string, string>> {
  // Names of dashboards are global in an account.
  const parameters = { DashboardName: `${stackName(target)}-${target.cloud.environment.AWS_REGION ?? ''}` };
  const { DashboardBody } = await target.cloud.aws.call('cloudwatch GetDashboard', parameters, dashboard);
  const found = JSON.stringify(JSON.parse(DashboardBody)).match(/SEARCH\((?:[^"\\]|\\.)*?\)(?=")/g) ?? [];
  check(found.length > 0, 'the dashboard has no search');
  const expressions = new Set(found.map((escaped) => z.string().parse(JSON.parse(`"${escaped}"`))));
  return new Map(
    [...expressions].map((expression) => {
      const [, name = expression] = /MetricName="(\w+)"/.exec(expression) ?? [];
      if (!SEARCHED.has(name)) throw new CheckFailed(`cloud/steps/dashboard.ts does not know the search for ${name}`);
      return [expression, name];
    }),
  );
}

/**
 * Every search of the dashboard is understood, and finds data where there are some.
 * @param limitS seconds for the data of what the step has caused
 */
export async function checkDashboard(rehearsal: Rehearsal, limitS = METRICS_S): Promise<string> {
  const target = await rehearsal.target();
  const startMs = Date.now();
  const searches = await searchesOf(target);
  // An error, so that there is one to be found, and an invocation.
  expectStatus(await new ApiClient(target.baseUrl, 'ramp_sbx_none', 'none').get('/capabilities'), 401);
  const answers: string[] = [];
  for (const [Expression, name] of searches) {
    const isCaused = SEARCHED.get(name) === 'caused';
    for (const endMs = performance.now() + limitS * 1000; ; await sleep(PAUSE_MS)) {
      const count = (await valuesSince(target, startMs, { Expression })).length;
      if (count > 0 || !isCaused) {
        answers.push(
          `${name}: ${count === 0 ? 'none, as nothing has failed' : `${count} data point${count === 1 ? '' : 's'}`}`,
        );
        break;
      }
      check(
        performance.now() < endMs,
        `no data of ${name}, which the step has caused, after ${limitS} s: ${Expression}`,
      );
    }
  }
  return answers.join('; ');
}
