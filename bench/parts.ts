import { rate } from './parts/rate';
import type { Part } from './report/part';

/** In the order in which they run and are shown. */
export const parts: readonly Part[] = [rate];
