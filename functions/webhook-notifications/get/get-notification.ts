import { Problem } from '#shared/api/problems';
import { notificationView } from '#shared/api/views/notification';
import { findNotification } from '#shared/data/notifications';
import type { Operation } from '#shared/http/edge';
import type { contract } from './contract';

export const getNotification: Operation<typeof contract> = async ({ caller, params }) => {
  const notification = await findNotification(caller.partnerId, params.id);
  if (notification === undefined) throw new Problem('NOT_FOUND', 'Webhook notification not found');
  return { data: notificationView(notification) };
};
