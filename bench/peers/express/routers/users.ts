import { Router } from 'express';
import { contract as createUserContract } from '../../../../functions/users/create/contract';
import { createUser } from '../../../../functions/users/create/create-user';
import { contract as getUserContract } from '../../../../functions/users/get/contract';
import { getUser } from '../../../../functions/users/get/get-user';
import { contract as listUsersContract } from '../../../../functions/users/list/contract';
import { listUsers } from '../../../../functions/users/list/list-users';
import { contract as updateUserContract } from '../../../../functions/users/update/contract';
import { updateUser } from '../../../../functions/users/update/update-user';
import { contract as createWalletContract } from '../../../../functions/wallets/create/contract';
import { createWallet } from '../../../../functions/wallets/create/create-wallet';
import { contract as deleteWalletContract } from '../../../../functions/wallets/delete/contract';
import { deleteWallet } from '../../../../functions/wallets/delete/delete-wallet';
import { contract as listWalletsContract } from '../../../../functions/wallets/list/contract';
import { listWallets } from '../../../../functions/wallets/list/list-wallets';
import { runs } from '../edge';

/** Users and their wallets. */
export function users(): Router {
  const router = Router();
  router.post('/users', runs(createUserContract, createUser));
  router.get('/users', runs(listUsersContract, listUsers));
  router.get('/users/:userId', runs(getUserContract, getUser));
  router.patch('/users/:userId', runs(updateUserContract, updateUser));
  router.post('/users/:userId/wallets', runs(createWalletContract, createWallet));
  router.get('/users/:userId/wallets', runs(listWalletsContract, listWallets));
  router.delete('/users/:userId/wallets/:walletId', runs(deleteWalletContract, deleteWallet));
  return router;
}
