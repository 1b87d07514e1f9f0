import { choice, required } from '#ops/options';
import { table, upperCased } from '#ops/text';
import { byWord, verb } from '#ops/verb';
import { railStatuses, watchedRails } from '#shared/corridors/domain/rail-status';
import { findRailStatuses, setRailStatus } from '#shared/corridors/repository';
import { auditWrite, PLATFORM } from '#shared/partners/repository';

export const rail = {
  list: verb({
    about:
      'List the rails (bank networks and blockchains) with the status that the capabilities endpoint shows to partners',
    options: {},
    async run() {
      const statuses = await findRailStatuses();
      const rails = watchedRails.map((type) => ({ type, status: statuses[type] ?? 'UP' }));
      return { json: { rails }, text: table(rails.map(upperCased)) };
    },
  }),

  set: verb({
    about:
      'Set the status that partners see for a rail. They see the new status within a minute. The status does not stop or delay payments',
    writes: true,
    options: {
      type: required('RAIL', `The rail, one of ${watchedRails.join(', ')}`, choice(watchedRails)),
      status: required('STATUS', `The new status, one of ${railStatuses.join(', ')}`, choice(railStatuses)),
    },
    confirm: ({ type, status }) => byWord(type, `tell every partner that it is ${status}`),
    async run({ type, status }, context) {
      await setRailStatus(type, status, auditWrite(PLATFORM, { type, status }, context));
      return { json: { type, status }, text: `${type} is ${status}. Partners see the status within a minute.` };
    },
  }),
};
