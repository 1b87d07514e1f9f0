import canonicalize from 'canonicalize';
import * as z from 'zod/mini';
import type { Backfill } from './backfill';

const errorObject = z.record(z.string(), z.unknown());

/**
 * Notifications were once stored with their latest error as an object; since then it is the object's JSON text. Members are in a fixed order, since
 * the table keeps none: two runs write the same.
 */
export const errorPayloadText: Backfill = {
  about: 'Store the latest error of a notification as JSON text where it still is an object',
  entity: 'NTF',
  reshape({ latestErrorPayload }) {
    const { data } = errorObject.safeParse(latestErrorPayload);
    return data && { set: { latestErrorPayload: canonicalize(data) } };
  },
};
