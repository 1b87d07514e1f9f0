import { cost } from './parts/cost';
import { cpu } from './parts/cpu';
import { delivery } from './parts/delivery';
import { growth } from './parts/growth';
import { init } from './parts/init';
import { peers } from './parts/peers';
import { rate } from './parts/rate';
import { throughput } from './parts/throughput';
import type { Part } from './report/part';

/** In the order in which they run and are shown. */
export const parts: readonly Part[] = [init, cpu, throughput, rate, delivery, cost, growth, peers];
