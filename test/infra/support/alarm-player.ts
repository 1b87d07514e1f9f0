/**
 * Simulates minutes of metrics for the alarms of a template: metric expressions, periods, composite alarms and suppressed
 * actions. As in CloudWatch, each alarm is evaluated once a minute.
 */
import * as z from 'zod';
import { at, findResources, type StageTemplates, target } from '#test/infra/support/stage-templates';

/**
 * Metrics of a minute. A key is a metric name, in some cases followed by a worker or queue: `IteratorAge publishEvents`. With
 * `samples`, the value is the number of reported values. With `late`, it is the number of values above the time limit of the
 * service level. If the metric reported no value, the key is absent.
 */
export type Minute = Readonly<Record<string, number>>;

/** A notification of an alarm. Times are in minutes from the start. */
interface Notified {
  readonly name: string;
  readonly topic: string;
  readonly from: number;
  /** Minute when the alarm ended. `undefined` if it did not end. */
  readonly to: number | undefined;
}

const dimensions = z.array(z.object({ Name: z.string(), Value: z.unknown().optional() })).default([]);
const stat = z.looseObject({
  Metric: z.looseObject({ MetricName: z.string(), Dimensions: dimensions }),
  Period: z.number(),
  Stat: z.string(),
});
const metricAlarm = z.looseObject({
  AlarmName: z.string(),
  Threshold: z.number(),
  EvaluationPeriods: z.number(),
  ComparisonOperator: z.enum(['GreaterThanThreshold', 'LessThanThreshold']),
  TreatMissingData: z.enum(['breaching', 'notBreaching']),
  Metrics: z
    .array(z.looseObject({ Id: z.string(), Expression: z.string().optional(), MetricStat: stat.optional() }))
    .default([]),
  AlarmActions: z.array(z.string()).default([]),
});
const compositeAlarm = z.looseObject({
  AlarmName: z.string(),
  AlarmRule: z.object({ 'Fn::Join': z.tuple([z.literal(''), z.array(z.unknown())]) }),
  ActionsSuppressor: z.unknown().optional(),
  ActionsSuppressorWaitPeriod: z.number().default(0),
  ActionsSuppressorExtensionPeriod: z.number().default(0),
  AlarmActions: z.array(z.string()).default([]),
});

/** Returns true if an alarm is in ALARM at the end of a minute. @param inAlarm returns true for the id of an alarm in ALARM */
type State = (minute: number, series: Series, inAlarm: (id: string) => boolean) => boolean;

interface Alarm {
  readonly id: string;
  readonly name: string;
  readonly topic: string | undefined;
  readonly isInAlarm: State;
  readonly suppressor?: string | undefined;
  readonly waitMinutes: number;
  readonly extensionMinutes: number;
}

/** Reads the alarms of a stage. */
export function readAlarms(stage: StageTemplates): readonly Alarm[] {
  const short = (name: string) => name.replace(/^PartnerRamp-\w+?-/, '');
  const simple = findResources(stage, 'AWS::CloudWatch::Alarm').map(({ id, Properties }): Alarm => {
    const alarm = metricAlarm.parse(Properties);
    const [topic] = alarm.AlarmActions;
    return { id, name: short(alarm.AlarmName), topic, isInAlarm: metricState(alarm, Properties), ...NEVER_SUPPRESSED };
  });
  const composite = findResources(stage, 'AWS::CloudWatch::CompositeAlarm').map(({ id, Properties }): Alarm => {
    const alarm = compositeAlarm.parse(Properties);
    const isTrue = compileRule(alarm.AlarmRule['Fn::Join'][1]);
    return {
      ...{
        id,
        name: short(alarm.AlarmName),
        topic: alarm.AlarmActions[0],
        suppressor: target(alarm.ActionsSuppressor),
      },
      isInAlarm: (_minute, _series, inAlarm) => isTrue(inAlarm),
      waitMinutes: alarm.ActionsSuppressorWaitPeriod / 60,
      extensionMinutes: alarm.ActionsSuppressorExtensionPeriod / 60,
    };
  });
  return [...simple, ...composite];
}

const NEVER_SUPPRESSED = { waitMinutes: 0, extensionMinutes: 0 };

function metricState(alarm: z.infer<typeof metricAlarm>, properties: unknown): State {
  const plain = stat.safeParse({
    Metric: properties,
    Period: at(properties, 'Period'),
    Stat: at(properties, 'Statistic') ?? at(properties, 'ExtendedStatistic'),
  });
  const stats = new Map(alarm.Metrics.flatMap(({ Id, MetricStat }) => (MetricStat ? [[Id, MetricStat] as const] : [])));
  const [value, { Period }] = plain.success
    ? [(read: Read) => read(plain.data), plain.data]
    : [compileMath(alarm.Metrics.map(({ Expression = '' }) => Expression).join(''), stats), firstOf(stats)];
  const length = Period / 60;
  const isOver = (found: number | undefined) => {
    if (found === undefined) return alarm.TreatMissingData === 'breaching';
    return alarm.ComparisonOperator === 'LessThanThreshold' ? found < alarm.Threshold : found > alarm.Threshold;
  };
  return (minute, series) => {
    for (let end = minute; end > minute - alarm.EvaluationPeriods * length; end -= length)
      if (!isOver(value((one) => series.over(one, end - length, end)))) return false;
    return true;
  };
}

function firstOf<T>(values: ReadonlyMap<string, T>): T {
  for (const value of values.values()) return value;
  throw new Error('No metric');
}

type Stat = z.infer<typeof stat>;
type Read = (one: Stat) => number | undefined;

/** Compiles metric math with the functions of CloudWatch. An operation on a missing value returns no value. */
function compileMath(text: string, stats: ReadonlyMap<string, Stat>): (read: Read) => number | undefined {
  const names = [...stats.keys()];
  if (!new RegExp(`^(?:IF|FILL|AND|${names.join('|')}|[\\d.\\s(),/*+><=-])+$`).test(text))
    throw new Error(`No player of ${text}`);
  const run = new Function('IF', 'FILL', ...names, `return ${text.replaceAll(' AND ', ' && ')};`);
  const choose = (condition: boolean, yes: number, no: number) => (condition ? yes : no);
  const fill = (value: number | undefined, instead: number) => value ?? instead;
  return (read) => {
    const values = [...stats.values()].map(read);
    if (values.every((value) => value === undefined)) return undefined;
    const result = Number(run(choose, fill, ...values));
    return Number.isNaN(result) ? undefined : result;
  };
}

function compileRule(parts: readonly unknown[]): (inAlarm: (id: string) => boolean) => boolean {
  const text = parts.map((part) => target(part) ?? part).join('');
  const source = text
    .replaceAll(/ALARM\("(\w+)"\)/g, 'inAlarm("$1")')
    .replaceAll(' AND ', ' && ')
    .replaceAll(' OR ', ' || ');
  if (!/^(?:inAlarm\("\w+"\)|&&|\|\||[\s()])+$/.test(source)) throw new Error(`No player of ${text}`);
  const run = new Function('inAlarm', `return ${source};`);
  return (inAlarm) => Boolean(run(inAlarm));
}

/** Metric series with precomputed sums. */
class Series {
  readonly #minutes: readonly Minute[];
  /** By metric: the sum of the values, and the number of minutes with a value, from the start to each minute. */
  readonly #sums = new Map<string, { readonly sum: Float64Array; readonly reported: Float64Array }>();

  constructor(minutes: readonly Minute[]) {
    this.#minutes = minutes;
  }

  /** Returns the statistic of a metric over a range of minutes; `undefined` without a value. */
  over(one: Stat, from: number, to: number): number | undefined {
    const name = nameOf(one);
    const start = Math.max(0, from);
    const { sum, reported } = this.#sumsOf(name);
    if ((reported[to] ?? 0) - (reported[start] ?? 0) === 0) return undefined;
    if (one.Stat !== 'Maximum') return (sum[to] ?? 0) - (sum[start] ?? 0);
    return Math.max(...this.#minutes.slice(start, to).map((minute) => minute[name] ?? 0));
  }

  #sumsOf(name: string) {
    const known = this.#sums.get(name);
    if (known !== undefined) return known;
    const [sum, reported] = [1, 1].map(() => new Float64Array(this.#minutes.length + 1));
    if (sum === undefined || reported === undefined) throw new Error('No arrays');
    for (const [index, minute] of this.#minutes.entries()) {
      sum[index + 1] = (sum[index] ?? 0) + (minute[name] ?? 0);
      reported[index + 1] = (reported[index] ?? 0) + (name in minute ? 1 : 0);
    }
    this.#sums.set(name, { sum, reported });
    return { sum, reported };
  }
}

function nameOf({ Metric: { MetricName, Dimensions }, Stat }: Stat): string {
  const [resource] = Dimensions.flatMap(({ Name, Value }) =>
    /^(Queue|Function)Name$/.test(Name) ? [target(Value)] : [],
  );
  const owner = resource?.replace(/^Queues/, '').replace(/(?:Function)?[0-9A-F]{8}$/, '');
  const kind = Stat === 'SampleCount' ? ' samples' : Stat.startsWith('TC(') ? ' late' : '';
  return `${MetricName}${owner === undefined ? '' : ` ${owner}`}${kind}`;
}

/** Simulates minutes for the alarms. @returns the notifications, and the first minute in ALARM of each alarm */
export function playAlarms(alarms: readonly Alarm[], minutes: readonly Minute[], start = 0) {
  const series = new Series(minutes);
  const byId = new Map(alarms.map((alarm) => [alarm.id, alarm]));
  const players = alarms.map((alarm) => new Notifier(alarm));
  const first = new Map<string, number>();
  for (let minute = 1; minute <= minutes.length; minute += 1) {
    const known = new Map<string, boolean>();
    const inAlarm = (id: string): boolean => {
      const state = known.get(id) ?? byId.get(id)?.isInAlarm(minute, series, inAlarm) ?? false;
      known.set(id, state);
      return state;
    };
    for (const player of players) {
      player.next(minute - start, inAlarm);
      if (minute > start && inAlarm(player.alarm.id) && !first.has(player.alarm.name))
        first.set(player.alarm.name, minute - start);
    }
  }
  return { notified: players.flatMap(({ done }) => done).filter(({ from }) => from > 0), first };
}

/**
 * Tracks the actions of one alarm. After the alarm starts, its actions wait `waitMinutes`, so that the suppressor can also go
 * into ALARM. They then wait while the suppressor is in ALARM, and `extensionMinutes` longer.
 */
class Notifier {
  readonly done: Notified[] = [];
  #since: number | undefined;
  #suppressedAt: number | undefined;
  #from: number | undefined;

  constructor(readonly alarm: Alarm) {}

  next(minute: number, inAlarm: (id: string) => boolean): void {
    const { id, name, topic, suppressor, waitMinutes, extensionMinutes } = this.alarm;
    if (topic === undefined) return;
    if (!inAlarm(id)) {
      const last = this.done.at(-1);
      if (this.#from !== undefined && last !== undefined) this.done[this.done.length - 1] = { ...last, to: minute };
      this.#since = this.#suppressedAt = this.#from = undefined;
      return;
    }
    this.#since ??= minute;
    if (suppressor !== undefined && inAlarm(suppressor)) this.#suppressedAt = minute;
    const isWaiting = suppressor !== undefined && minute - this.#since < waitMinutes;
    const isExtended = this.#suppressedAt !== undefined && minute - this.#suppressedAt < extensionMinutes;
    if (this.#from !== undefined || isWaiting || isExtended) return;
    this.#from = minute;
    this.done.push({ name, topic, from: minute, to: undefined });
  }
}
