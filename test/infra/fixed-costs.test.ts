import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { at, findResources, listAt, stageTemplates } from '#test/infra/support/stage-templates';

const model = readFileSync(resolve(import.meta.dirname, '../../docs/cost-model.md'), 'utf8');
const stage = stageTemplates('production');

/** Returns the numbers in a row of the cost model. @throws Error if the row does not exist */
function numbersOf(row: RegExp): number[] {
  const [, ...numbers] = row.exec(model) ?? [];
  if (numbers.length === 0) throw new Error(`docs/cost-model.md has no row like ${row.source}`);
  return numbers.map(Number);
}

describe('the fixed part of the cost model counts what production has', () => {
  it('of mappings that poll a queue', () => {
    const mappings = findResources(stage, 'AWS::Lambda::EventSourceMapping').filter(
      ({ Properties }) => at(Properties, 'StartingPosition') === undefined,
    );
    const [counted, reckoned, dollars = 0] = numbersOf(
      /^\| Idle polling of (\d+) queue mappings \| 5 pollers each × 3 a minute × 43,800 min × (\d+) × 0\.40 \/ 10⁶ \| ([\d.]+) \|$/m,
    );
    expect([counted, reckoned]).toEqual([mappings.length, mappings.length]);
    expect(dollars).toBeCloseTo((5 * 3 * 43_800 * mappings.length * 0.4) / 1e6, 1);
  });

  it('of keys, and of secrets that functions read', () => {
    const keys = findResources(stage, 'AWS::KMS::Key').length;
    const secrets = new Set(JSON.stringify(stage.text).match(/arn:aws:secretsmanager:[\w:/-]+/g)).size;
    const [countedKeys, countedSecrets, dollars] = numbersOf(
      /^\| Keys, and secrets of providers \| (\d+) × 1\.00 \+ (\d+) × 0\.40 \| ([\d.]+) \|$/m,
    );
    expect([countedKeys, countedSecrets]).toEqual([keys, secrets]);
    expect(dollars).toBeCloseTo(keys + 0.4 * secrets, 5);
  });

  it('of alarms, of metrics that they watch, and of composite alarms', () => {
    const alarms = findResources(stage, 'AWS::CloudWatch::Alarm');
    const composites = findResources(stage, 'AWS::CloudWatch::CompositeAlarm').length;
    const metrics = alarms
      .map(({ Properties }) => listAt(Properties, 'Metrics').filter((one) => at(one, 'MetricStat') !== undefined))
      .reduce((sum, found) => sum + Math.max(1, found.length), 0);
    const [countedAlarms, countedMetrics, countedComposites, dollars] = numbersOf(
      /^\| Alarms \| (\d+) on (\d+) metrics × 0\.10 \+ (\d+) composite × 0\.50 \| ([\d.]+) \|$/m,
    );
    expect([countedAlarms, countedMetrics, countedComposites]).toEqual([alarms.length, metrics, composites]);
    expect(dollars).toBeCloseTo(metrics / 10 + composites / 2, 5);
  });

  it('of dashboards, and of rules of the firewall', () => {
    const [dashboards, dashboardDollars] = numbersOf(/^\| Dashboard \| (\d+) × 3\.00 \| (\d+) \|$/m);
    expect(dashboards).toBe(findResources(stage, 'AWS::CloudWatch::Dashboard').length);
    expect(dashboardDollars).toBe(3 * (dashboards ?? 0));
    const rules = findResources(stage, 'AWS::WAFv2::WebACL').flatMap(({ Properties }) => listAt(Properties, 'Rules'));
    const [countedRules, firewallDollars] = numbersOf(
      /^\| WAF, where it is on \| 5\.00 \+ (\d+) rules × 1\.00 \| (\d+) \|$/m,
    );
    expect(countedRules).toBe(rules.length);
    expect(firewallDollars).toBe(5 + rules.length);
  });
});

/** Returns the monthly cost of an idle stage in dollars: polling and redrive, keys, secrets, alarms, dashboards and firewall. */
function idleDollars(env: 'sandbox' | 'production'): number {
  const { text } = stageTemplates(env);
  const count = (type: string) => findResources(stageTemplates(env), type).length;
  const metrics = findResources(stageTemplates(env), 'AWS::CloudWatch::Alarm')
    .map(({ Properties }) => listAt(Properties, 'Metrics').filter((one) => at(one, 'MetricStat') !== undefined).length)
    .reduce((sum, found) => sum + Math.max(1, found), 0);
  const rules = findResources(stageTemplates(env), 'AWS::WAFv2::WebACL').flatMap(({ Properties }) =>
    listAt(Properties, 'Rules'),
  );
  const secrets = new Set(JSON.stringify(text).match(/arn:aws:secretsmanager:[\w:/-]+/g)).size;
  const polled = 1.1 + 0.3;
  return (
    polled +
    count('AWS::KMS::Key') +
    0.4 * secrets +
    metrics / 10 +
    count('AWS::CloudWatch::CompositeAlarm') / 2 +
    3 * count('AWS::CloudWatch::Dashboard') +
    5 +
    rules.length
  );
}

it('an idle month costs what the model and the guide of deployments say', () => {
  const guide = readFileSync(resolve(import.meta.dirname, '../../docs/deploy.md'), 'utf8');
  const stages = [Math.round(idleDollars('sandbox')), Math.round(idleDollars('production'))] as const;
  expect(model).toContain(
    `Idle, it is **${stages[0]} dollars a month**, and production **${stages[1]}**, both without the metrics`,
  );
  expect(guide).toContain(
    `the sandbox costs ${stages[0]} dollars and production costs ${stages[1]} dollars, at list prices of us-east-1. Requests create metrics that cost up to 13 dollars`,
  );
});
