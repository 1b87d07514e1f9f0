import { Router } from 'express';
import { contract as getNotificationContract } from '../../../../functions/webhook-notifications/get/contract';
import { getNotification } from '../../../../functions/webhook-notifications/get/get-notification';
import { contract as listNotificationsContract } from '../../../../functions/webhook-notifications/list/contract';
import { listNotifications } from '../../../../functions/webhook-notifications/list/list-notifications';
import { contract as getSettingsContract } from '../../../../functions/webhook-settings/get/contract';
import { getSettings } from '../../../../functions/webhook-settings/get/get-settings';
import { runs } from '../edge';

/** Webhook settings and notifications. */
export function webhooks(): Router {
  const router = Router();
  router.get('/webhook-settings', runs(getSettingsContract, getSettings));
  router.get('/webhook-notifications', runs(listNotificationsContract, listNotifications));
  router.get('/webhook-notifications/:id', runs(getNotificationContract, getNotification));
  return router;
}
