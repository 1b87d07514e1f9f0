/**
 * Plays series of metrics against alarms as a template has them: each alarm's own expression over its own period, minute by
 * minute, and the rules of the composite alarms over the states of the others.
 */
import * as z from 'zod';
import { findResources, type StageTemplates } from '#test/infra/support/stage-templates';

/** Events of a minute; nothing is reported where there were none. */
export interface Minute {
  readonly total?: number;
  readonly bad?: number;
}

interface Rung {
  /** The first and the last minute in alarm, counted from 1. */
  first: number | undefined;
  last: number | undefined;
}

const alarmShape = z.looseObject({
  AlarmName: z.string(),
  ComparisonOperator: z.literal('GreaterThanOrEqualToThreshold'),
  TreatMissingData: z.literal('notBreaching'),
  EvaluationPeriods: z.literal(1),
  Threshold: z.number(),
  Metrics: z.array(
    z.looseObject({
      Expression: z.optional(z.string()),
      MetricStat: z.optional(z.looseObject({ Period: z.number() })),
    }),
  ),
});

const ruleShape = z.looseObject({
  AlarmName: z.string(),
  AlarmRule: z.object({
    'Fn::Join': z.tuple([
      z.literal(''),
      z.array(z.union([z.string(), z.object({ 'Fn::GetAtt': z.tuple([z.string(), z.literal('Arn')]) })])),
    ]),
  }),
});

type Expression = (values: { readonly bad: number | undefined; readonly total: number | undefined }) => number;

/** CloudWatch's own functions. An operation on nothing is nothing. */
function compile(text: string): Expression {
  const expression = text.replaceAll(/\b(bad|total)\w+/g, '$1');
  if (!/^(?:IF|FILL|bad|total|[\d.\s(),/*+>=-])+$/.test(expression)) throw new Error(`No player of ${expression}`);
  const run = new Function('IF', 'FILL', 'bad', 'total', `return ${expression};`);
  const choose = (condition: boolean, yes: number, no: number) => (condition ? yes : no);
  const fill = (value: number | undefined, instead: number) => value ?? instead;
  return ({ bad, total }) => Number(run(choose, fill, bad, total ?? Number.NaN));
}

/** Plays a series against the two alarms of a service level that notify. Minutes before the series reported nothing. */
export function playAlarms(stage: StageTemplates, objective: string, minutes: readonly Minute[]) {
  const ofObjective = ({ Properties }: { readonly Properties: Readonly<Record<string, unknown>> }) =>
    new RegExp(`^PartnerRamp-\\w+-${objective}-(?:burn|budget)`).test(String(Properties.AlarmName));
  const windows = findResources(stage, 'AWS::CloudWatch::Alarm')
    .filter(ofObjective)
    .map(({ id, Properties }) => {
      const { Threshold, Metrics } = alarmShape.parse(Properties);
      const expression = compile(Metrics.map(({ Expression = '' }) => Expression).join(''));
      const length = Math.max(...Metrics.map(({ MetricStat }) => MetricStat?.Period ?? 0)) / 60;
      const isOver = (end: number, sums: Sums) => expression(sums.over(end - length, end)) >= Threshold;
      return { id, isOver };
    });
  const rules = findResources(stage, 'AWS::CloudWatch::CompositeAlarm')
    .filter(ofObjective)
    .map(({ Properties }) => {
      const { AlarmName, AlarmRule } = ruleShape.parse(Properties);
      const rung: Rung = { first: undefined, last: undefined };
      return { name: AlarmName, rings: compileRule(AlarmRule['Fn::Join'][1]), rung };
    });
  const sums = new Sums(minutes);
  for (let end = 1; end <= minutes.length; end += 1) {
    const inAlarm = new Set(windows.filter(({ isOver }) => isOver(end, sums)).map(({ id }) => id));
    for (const { rings, rung } of rules) {
      if (!rings(inAlarm)) continue;
      rung.first ??= end;
      rung.last = end;
    }
  }
  const [page, ticket] = ['budget-burns', 'budget-burns-slowly'].map((name) => {
    const found = rules.find((rule) => rule.name.endsWith(`-${name}`));
    if (found === undefined) throw new Error(`No alarm ${name} of ${objective}`);
    return found.rung;
  });
  if (page === undefined || ticket === undefined) throw new Error('No alarms');
  return { page, ticket };
}

type RulePart = z.infer<typeof ruleShape>['AlarmRule']['Fn::Join'][1][number];

function compileRule(parts: readonly RulePart[]): (inAlarm: ReadonlySet<string>) => boolean {
  const text = parts.map((part) => (typeof part === 'string' ? part : part['Fn::GetAtt'][0])).join('');
  const source = text
    .replaceAll(/ALARM\("(\w+)"\)/g, 'inAlarm.has("$1")')
    .replaceAll(' AND ', ' && ')
    .replaceAll(' OR ', ' || ');
  if (!/^(?:inAlarm\.has\("\w+"\)|&&|\|\||[\s()])+$/.test(source)) throw new Error(`No player of ${text}`);
  const run = new Function('inAlarm', `return ${source};`);
  return (inAlarm) => Boolean(run(inAlarm));
}

/** Sums of a series up to each minute. */
class Sums {
  readonly #bad = [0];
  readonly #total = [0];
  /** Minutes that reported anything, up to each. */
  readonly #reported = [0];

  constructor(minutes: readonly Minute[]) {
    for (const { bad = 0, total } of minutes) {
      this.#bad.push((this.#bad.at(-1) ?? 0) + bad);
      this.#total.push((this.#total.at(-1) ?? 0) + (total ?? 0));
      this.#reported.push((this.#reported.at(-1) ?? 0) + (total === undefined ? 0 : 1));
    }
  }

  over(from: number, to: number): { readonly bad: number | undefined; readonly total: number | undefined } {
    const start = Math.max(0, from);
    const within = (sums: readonly number[]) => (sums[to] ?? 0) - (sums[start] ?? 0);
    if (within(this.#reported) === 0) return { bad: undefined, total: undefined };
    return { bad: within(this.#bad), total: within(this.#total) };
  }
}
