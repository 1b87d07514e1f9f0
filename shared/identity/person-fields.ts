/** Request fields about persons. They stand apart, so that operations without a person do not carry their rules. */
import * as z from 'zod/mini';
import { date } from '#shared/api/fields';
import { localNetworkAllowed, nowMs } from '#shared/platform/config/environment';
import { isRedirectUri, MAX_REDIRECT_URI } from './domain/redirect-uri';

/** No living person was born before; an earlier date is a typing mistake, such as 0190 for 1990. */
const EARLIEST_BIRTH = '1900-01-01';

/** A person's date of birth. */
export const birthDate = date.check(
  z.refine(
    (value) => value >= EARLIEST_BIRTH && value <= new Date(nowMs()).toISOString().slice(0, 10),
    `Must be from ${EARLIEST_BIRTH} to today`,
  ),
);

/** Address to which a person returns after a page of ours; see `isRedirectUri`. */
export const redirectUri = z.string().check(
  z.maxLength(MAX_REDIRECT_URI),
  z.refine(
    (value) => isRedirectUri(value, { loopback: localNetworkAllowed() }),
    "Must be an https address or an address of an app's own scheme, such as myapp://done, without user name",
  ),
);
