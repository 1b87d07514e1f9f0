/** What every path of the partner API begins with. */
export const BASE_PATH = '/api/partner/v2';
