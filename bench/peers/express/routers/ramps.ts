import { Router } from 'express';
import { contract as createCrossRampContract } from '../../../../functions/cross-ramp/create/contract';
import { createCrossRamp } from '../../../../functions/cross-ramp/create/create-cross-ramp';
import { contract as lockQuoteContract } from '../../../../functions/cross-ramp/quote/contract';
import { lockQuote } from '../../../../functions/cross-ramp/quote/lock-quote';
import { contract as readRateContract } from '../../../../functions/cross-ramp/rate/contract';
import { readRate } from '../../../../functions/cross-ramp/rate/read-rate';
import { contract as createOffRampContract } from '../../../../functions/off-ramp/create/contract';
import { createOffRamp } from '../../../../functions/off-ramp/create/create-off-ramp';
import { contract as executeOffRampContract } from '../../../../functions/off-ramp/execute/contract';
import { executeOffRamp } from '../../../../functions/off-ramp/execute/execute-off-ramp';
import { contract as createOnRampContract } from '../../../../functions/on-ramp/create/contract';
import { createOnRamp } from '../../../../functions/on-ramp/create/create-on-ramp';
import { runs } from '../edge';
import { idempotent } from '../idempotency';

/** On-ramps, off-ramps and cross-ramps. */
export function ramps(): Router {
  const router = Router();
  router.post('/cross-ramp', idempotent, runs(createCrossRampContract, createCrossRamp));
  router.post('/cross-ramp/quotes', runs(lockQuoteContract, lockQuote));
  router.get('/cross-ramp/quotes', runs(readRateContract, readRate));
  router.post('/on-ramp', idempotent, runs(createOnRampContract, createOnRamp));
  router.post('/off-ramp', idempotent, runs(createOffRampContract, createOffRamp));
  router.post('/off-ramp/execute', runs(executeOffRampContract, executeOffRamp));
  return router;
}
