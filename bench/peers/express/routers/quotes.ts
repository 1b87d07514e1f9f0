import { Router } from 'express';
import { contract as lockQuoteContract } from '../../../../functions/quotes/lock/contract';
import { lockQuote } from '../../../../functions/quotes/lock/lock-quote';
import { contract as readRateContract } from '../../../../functions/quotes/rate/contract';
import { readRate } from '../../../../functions/quotes/rate/read-rate';
import { runs } from '../edge';

/** Quotes of on-ramps and off-ramps. */
export function quotes(): Router {
  const router = Router();
  router.get('/quotes', runs(readRateContract, readRate));
  router.post('/quotes', runs(lockQuoteContract, lockQuote));
  return router;
}
