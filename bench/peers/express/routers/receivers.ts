import { Router } from 'express';
import { contract as createReceiverContract } from '../../../../functions/receivers/create/contract';
import { createReceiver } from '../../../../functions/receivers/create/create-receiver';
import { contract as deleteReceiverContract } from '../../../../functions/receivers/delete/contract';
import { deleteReceiver } from '../../../../functions/receivers/delete/delete-receiver';
import { contract as getReceiverContract } from '../../../../functions/receivers/get/contract';
import { getReceiver } from '../../../../functions/receivers/get/get-receiver';
import { contract as listReceiversContract } from '../../../../functions/receivers/list/contract';
import { listReceivers } from '../../../../functions/receivers/list/list-receivers';
import { runs } from '../edge';

/** Receivers. */
export function receivers(): Router {
  const router = Router();
  router.post('/receivers', runs(createReceiverContract, createReceiver));
  router.get('/receivers', runs(listReceiversContract, listReceivers));
  router.get('/receivers/:receiverId', runs(getReceiverContract, getReceiver));
  router.delete('/receivers/:receiverId', runs(deleteReceiverContract, deleteReceiver));
  return router;
}
