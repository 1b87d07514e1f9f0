import { Router } from 'express';
import { cancelTransaction } from '../../../../functions/transactions/cancel/cancel-transaction';
import { contract as cancelTransactionContract } from '../../../../functions/transactions/cancel/contract';
import { contract as readTimelineContract } from '../../../../functions/transactions/events/contract';
import { readTimeline } from '../../../../functions/transactions/events/read-timeline';
import { contract as getTransactionContract } from '../../../../functions/transactions/get/contract';
import { getTransaction } from '../../../../functions/transactions/get/get-transaction';
import { contract as listTransactionsContract } from '../../../../functions/transactions/list/contract';
import { listTransactions } from '../../../../functions/transactions/list/list-transactions';
import { runs } from '../edge';

/** Transactions of every kind. */
export function transactions(): Router {
  const router = Router();
  router.get('/transactions', runs(listTransactionsContract, listTransactions));
  router.get('/transactions/:id', runs(getTransactionContract, getTransaction));
  router.get('/transactions/:id/events', runs(readTimelineContract, readTimeline));
  router.put('/transactions/:id/cancel', runs(cancelTransactionContract, cancelTransaction));
  return router;
}
