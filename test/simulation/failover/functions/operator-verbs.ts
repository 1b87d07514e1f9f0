/** Parts of `ops region` that run inside a simulated world, by the code of the operator tool. */
export { addMissing, checkFeed } from '#ops/feed/check-feed';
export { checkPage } from '#ops/region/check';
export { checkWrite } from '#ops/region/check-record';
export { readFindings } from '#ops/region/finding';
export { fenceRegion, promoteRegion, requirePromotable, resolveOrder, resolvePayout } from '#ops/region/switch';
export { writeAtomically } from '#shared/dynamodb/unit-of-work';
export { findWritingRegion } from '#shared/regions/repository';
export { findTransaction } from '#shared/transactions/repository';
