/**
 * Versions of the API that a request may name, newest first, by the day of their section in CHANGELOG.md. Later
 * versions only add to the oldest one, so one service serves all of them.
 */
export const API_VERSIONS = ['2026-11-28', '2026-11-27', '2026-11-26', '2026-11-25'] as const;

/** The version of a request that names none. */
export const CURRENT_VERSION = API_VERSIONS[0];

/** Header of requests that name a version, and of responses, in lower case. */
export const VERSION_HEADER = 'partner-ramp-version';
