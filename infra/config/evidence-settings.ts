import * as z from 'zod';

/** Evidence for auditors beyond what every stage has (docs/evidence.md). Each part is a setting. Default: none. */
export const evidenceSettings = z
  .strictObject({
    /** The trail: who but the stage's functions read or wrote table and files, and who changed what in the account's Region. */
    trail: z
      .strictObject({
        /** Days for which its files can be neither deleted nor replaced, after which they go. */
        lockedDays: z.int().min(1).max(3650),
      })
      .optional(),
    /** An alarm on everything that takes a protection off, or tries to. It reads the trail. */
    lockAlarm: z.literal(true).optional(),
    /** Requests that the firewall refuses, without paths, queries and headers that hold secrets. */
    firewallLogs: z.literal(true).optional(),
  })
  .refine(({ trail, lockAlarm }) => lockAlarm === undefined || trail !== undefined, {
    path: ['lockAlarm'],
    error: 'needs evidence.trail, which it reads',
  });
