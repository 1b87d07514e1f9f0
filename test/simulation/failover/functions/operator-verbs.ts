/** Parts of `ops region` that run inside a simulated world, by the code of the operator tool. */
export { addMissing, checkFeed } from '#ops/feed/check-feed';
export { checkPage } from '#ops/region/check';
export { readFindings } from '#ops/region/finding';
export { fenceRegion, promoteRegion, requirePromotable, resolveOrder, resolvePayout } from '#ops/region/switch';
export { findTransaction } from '#shared/transactions/repository';
