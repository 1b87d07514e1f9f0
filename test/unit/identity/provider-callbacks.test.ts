import { expect, it } from 'vitest';
import { handler } from '#functions/provider-callbacks/verification/handler';
import { gatewayEvent } from '#test/support/gateway-event';
import { signedCallback } from '#test/support/servers/loopback-provider';
import {
  DAY,
  productionForTests,
  readEvents,
  readUser,
  readVerification,
  SECRET,
  submitted,
  takeStep,
} from '#test/unit/identity/production-world';

productionForTests();

it.each([1, 2, 3, 4])(
  'a callback that races with a timeout or with other callbacks leaves one decision, in order %i',
  async () => {
    const of = await submitted();
    await takeStep(of, 0);
    const ids = { verificationId: of.verification.id, userId: of.user.id, reference: 'case-1' };
    const report = async (status: string) => {
      const { body, headers } = signedCallback({ ...ids, status, firstName: 'EVA', lastName: 'SOL' }, SECRET);
      const request = {
        httpMethod: 'POST',
        resource: '/provider-callbacks/verification',
        body,
        headers: { ...headers },
      };
      return (await handler(gatewayEvent(request))).statusCode;
    };
    const reports = ['VERIFIED', 'REJECTED', 'VERIFIED'].map(report);
    await takeStep(of, 8 * DAY);
    expect(await Promise.all(reports)).toEqual([200, 200, 200]);
    expect(await readEvents(of)).toHaveLength(2);
    const { kycStatus } = await readUser(of);
    expect((await readVerification(of)).status).toBe(kycStatus);
  },
);
