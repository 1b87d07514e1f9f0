import { expect, it } from 'vitest';
import { parseTraceparent } from '#shared/platform/observability/trace';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const PARENT = 'b7ad6b7169203331';

it.each([
  [`00-${TRACE}-${PARENT}-01`, `00-${TRACE}-${PARENT}-01`],
  [`00-${TRACE}-${PARENT}-00`, `00-${TRACE}-${PARENT}-00`],
  // Flags that are undefined in version 00 are removed.
  [`00-${TRACE}-${PARENT}-ff`, `00-${TRACE}-${PARENT}-03`],
  // A later version is parsed like version 00.
  [`01-${TRACE}-${PARENT}-01`, `00-${TRACE}-${PARENT}-01`],
  [`cc-${TRACE}-${PARENT}-01-what-the-future-will-be-like`, `00-${TRACE}-${PARENT}-01`],
])('passes %s on as %s', (sent, passed) => expect(parseTraceparent([sent])).toBe(passed));

it.each([
  [[]],
  [['']],
  [[`00-${TRACE}-${PARENT}-01`, `00-${TRACE}-${PARENT}-01`]],
  [[`00-${TRACE}-${PARENT}-01-more`]],
  [[`00-${TRACE}-${PARENT}-01.`]],
  [[`cc-${TRACE}-${PARENT}-01.what`]],
  [[`ff-${TRACE}-${PARENT}-01`]],
  [[`00-${TRACE.toUpperCase()}-${PARENT}-01`]],
  [[`00-${'0'.repeat(32)}-${PARENT}-01`]],
  [[`00-${TRACE}-${'0'.repeat(16)}-01`]],
  [[`00-${TRACE}-${PARENT}`]],
  [[`00-${TRACE}-${PARENT}-1`]],
  [[` 00-${TRACE}-${PARENT}-01`]],
  [[`00-${TRACE}-${PARENT}-01\n`]],
  [[`00-${TRACE}-${PARENT}-01, 00-${TRACE}-${PARENT}-01`]],
])('ignores %j', (values) => expect(parseTraceparent(values)).toBeUndefined());
