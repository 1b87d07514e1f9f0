import { notificationNotFound } from '#shared/api/problems';
import type { Operation } from '#shared/http/partner-endpoint';
import { findNotification } from '#shared/webhooks/repository';
import { toNotificationResponse } from '#shared/webhooks/response';
import type { contract } from './contract';

export const getNotification: Operation<typeof contract> = async ({ caller, params }) => {
  const notification = await findNotification(caller.partnerId, params.id);
  if (notification === undefined) throw notificationNotFound();
  return { data: toNotificationResponse(notification) };
};
