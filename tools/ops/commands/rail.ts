import { choice, required } from '#ops/options';
import { table, upperCased } from '#ops/text';
import { byWord, verb } from '#ops/verb';
import { railStatuses, watchedRails } from '#shared/corridors/domain/rail-status';
import { findRailStatuses, setRailStatus } from '#shared/corridors/repository';
import { auditWrite, PLATFORM } from '#shared/partners/repository';

export const rail = {
  list: verb({
    about: 'List the rails with the status that partners see in their capabilities',
    options: {},
    async run() {
      const statuses = await findRailStatuses();
      const rails = watchedRails.map((type) => ({ type, status: statuses[type] ?? 'UP' }));
      return { json: { rails }, text: table(rails.map(upperCased)) };
    },
  }),

  set: verb({
    about: 'Set the status of a rail, which partners see within a minute. It delays no payment',
    writes: true,
    options: {
      type: required('RAIL', `One of ${watchedRails.join(', ')}`, choice(watchedRails)),
      status: required('STATUS', `One of ${railStatuses.join(', ')}`, choice(railStatuses)),
    },
    confirm: ({ type, status }) => byWord(type, `tell every partner that it is ${status}`),
    async run({ type, status }, context) {
      await setRailStatus(type, status, auditWrite(PLATFORM, { type, status }, context));
      return { json: { type, status }, text: `${type} is ${status}; partners read it within a minute.` };
    },
  }),
};
