/** Settings of a stage that has a second Region, which waits (docs/adr/072). */
import * as z from 'zod';

const region = z.string().regex(/^[a-z]{2}(-[a-z]+)+-\d$/, 'must be the name of a Region');
const keyId = z.string().regex(/^mrk-[0-9a-f]{32}$/, 'must be the id of a multi-Region key');

/** The stage's own keys, by the ids that it got at its first deployment: a replica of a key has the id of its primary. */
const keys = z.strictObject({ records: keyId, webhook: keyId, link: keyId });

export const secondRegion = z.strictObject({ name: region, keys });

export const copyOf = z.strictObject({
  /** Region of the stage that this one is the copy of: its template holds the table. */
  region,
  keys,
  /** Replica of the table in this Region. */
  table: z.strictObject({
    name: z.string().regex(/^[\w.-]{3,255}$/, 'must be the name of a table'),
    /** Stream of the replica, which is its own. */
    streamArn: z
      .string()
      .regex(/^arn:aws[\w-]*:dynamodb:[\w-]+:\d{12}:table\/[\w.-]+\/stream\/[\w:.-]+$/, 'must be the ARN of a stream'),
  }),
  /** True from the day on which this Region was promoted. Until then each deployment leaves it frozen. */
  writes: z.boolean(),
});
