import { setTimeout as pause } from 'node:timers/promises';
import { backfills } from '#ops/backfills/all';
import { isComplete, readProgress } from '#ops/backfills/progress';
import { estimateUnits, runBackfill } from '#ops/backfills/run-backfill';
import { UnitRate } from '#ops/backfills/unit-rate';
import { existing } from '#ops/errors';
import { choice, flag, optional, required, whole, withDefault } from '#ops/options';
import { table, upperCased } from '#ops/text';
import { byWord, verb } from '#ops/verb';

const nameOption = required('NAME', 'Which one; `backfill list` names them', choice(Object.keys(backfills)));
const named = (name: string) => existing(backfills[name], `There is no backfill ${name}.`);

export const backfill = {
  list: verb({
    about: 'List the changes of stored items that can be run',
    options: {},
    async run() {
      const known = Object.entries(backfills).map(([name, { about, entity }]) => ({ name, entity, about }));
      return { json: { backfills: known }, text: table(known.map(upperCased), 'There is none.') };
    },
  }),

  status: verb({
    about: 'Show the progress of a backfill',
    options: { name: nameOption },
    async run({ name }) {
      const found = await readProgress(name);
      if (found === undefined) return { json: { name, pass: null }, text: 'It was never run.' };
      const segments = found.segments.map(({ segment, done, scanned, changed, left, updatedAt }) => {
        return { segment, done, scanned, changed, left, updatedAt };
      });
      const state = isComplete(found) ? 'complete' : 'incomplete';
      const { pass, startedAt } = found.pass;
      const summary = `Pass ${pass}, begun ${startedAt}, is ${state}: ${found.pass.segments} segments.`;
      return {
        json: { name, ...found.pass, complete: isComplete(found), progress: segments },
        text: `${table(segments.map(upperCased))}\n${summary}`.trim(),
      };
    },
  }),

  run: verb({
    about:
      'Change the stored items that still have their old form, from where an earlier run was ended; partners notice nothing. It reads the whole table',
    writes: true,
    asksWhen: '--dry-run is not given',
    options: {
      name: nameOption,
      dryRun: flag('Count what would be changed and show a few keys; nothing is written'),
      rate: withDefault(
        optional('UNITS', 'Capacity units a second at most, 1 to 5000 (default: 50)', whole(1, 5000)),
        50,
      ),
      segments: withDefault(optional('N', 'Parts read side by side, 1 to 64 (default: 4)', whole(1, 64)), 4),
    },
    confirm: ({ name, dryRun, rate }) => !dryRun && cost(rate).then((text) => byWord(name, `run it: it ${text}`)),
    async run({ name, dryRun, rate: perSecond, segments }, { record, tell }) {
      tell(`It ${await cost(perSecond)}.`);
      if (!dryRun) await record({ backfill: name, rate: perSecond });
      const rate = new UnitRate(perSecond, { now: Date.now, pause: (ms) => pause(ms) });
      const result = await runBackfill({ name, backfill: named(name), rate, segments, dryRun });
      const { scanned, found, changed, left, units, throttled, samples } = result;
      const outcome = dryRun ? `${found} would be changed` : `${changed} changed, ${left} left as they were`;
      const summary = `${scanned} items read, ${outcome}; ${Math.ceil(units)} capacity units, ${throttled} calls throttled.`;
      return {
        json: { name, dryRun, ...result },
        text: dryRun ? `${table(samples)}\n${summary}`.trim() : summary,
        ...(left > 0 && { failure: 'Some items are being written by others or wait to be published: run it again.' }),
      };
    },
  }),
};

/** Estimates the least cost of a run, before it begins. @param perSecond capacity units */
async function cost(perSecond: number): Promise<string> {
  const units = await estimateUnits();
  const reading = `at most ${perSecond} capacity units a second, and a write for each item that is changed`;
  if (units === undefined) return `reads the whole table, whose size is not known yet, with ${reading}`;
  const minutes = Math.ceil(units / perSecond / 60);
  return `reads the whole table, about ${units} read units in ${minutes} minutes or more, with ${reading}`;
}
