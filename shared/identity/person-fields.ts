/** Request fields about persons. They stand apart, so that operations without a person do not carry their rules. */
import * as z from 'zod/mini';
import { date } from '#shared/api/fields';
import { nowMs } from '#shared/platform/config/clock';
import { localNetworkAllowed } from '#shared/platform/config/environment';
import { EARLIEST_BIRTH, isBirthDate } from './domain/birth-date';
import { isRedirectUri, MAX_REDIRECT_URI } from './domain/redirect-uri';

/** A person's date of birth. */
export const birthDate = date.check(
  z.refine((value) => isBirthDate(value, nowMs()), `Must be from ${EARLIEST_BIRTH} to today`),
);

/** Where a person goes after a page of ours; see `isRedirectUri`. */
export const redirectUri = z.string().check(
  z.maxLength(MAX_REDIRECT_URI),
  z.refine(
    (value) => isRedirectUri(value, { loopback: localNetworkAllowed() }),
    "Must be an https address or an address of an app's own scheme, such as myapp://done, without user name",
  ),
);
