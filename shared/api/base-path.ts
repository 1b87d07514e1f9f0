/** Prefix of every path of the partner API. */
export const BASE_PATH = '/api/partner/v2';
