/** Endpoints of a partner: the first one, which always exists, and the further ones. */
export const MAX_ENDPOINTS = 5;
