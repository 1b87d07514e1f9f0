/**
 * API versions that a request may specify, newest first, named by the date of their section in CHANGELOG.md. Each version only
 * adds to the earlier versions, so one service handles all versions.
 */
export const API_VERSIONS = ['2026-11-28', '2026-11-27', '2026-11-26', '2026-11-25'] as const;

/** Version used for a request without a version header. */
export const CURRENT_VERSION = API_VERSIONS[0];

/** Header (lower case) with the API version, in requests and responses. */
export const VERSION_HEADER = 'partner-ramp-version';
