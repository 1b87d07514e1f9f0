import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  DecryptCommand,
  EncryptCommand,
  GenerateMacCommand,
  IncorrectKeyException,
  InvalidCiphertextException,
  InvalidKeyUsageException,
  KMSClient,
  NotFoundException,
} from '@aws-sdk/client-kms';
import { afterEach, describe, expect, it } from 'vitest';
import { type KeyService, type KeySpec, startKeyService } from '#local/engines/keys/key-service';
import { keyArn, localClient } from '#local/engines/local-cloud';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const keys = new Map<string, KeySpec>([
  ['webhooks', 'SYMMETRIC_DEFAULT'],
  ['other', 'SYMMETRIC_DEFAULT'],
  ['links', 'HMAC_256'],
  ['more-links', 'HMAC_256'],
]);

async function start(dataDir?: string): Promise<{ service: KeyService; kms: KMSClient }> {
  const service = await startKeyService({ keys, dataDir });
  const kms = new KMSClient(localClient(service.endpoint));
  closers.push(
    () => service.stop(),
    () => kms.destroy(),
  );
  return { service, kms };
}

const Message = Buffer.from('link-tokens:u1');
const MacAlgorithm = 'HMAC_SHA_256' as const;

const Plaintext = Buffer.from('whsec_secret');
const EncryptionContext = { partnerId: 'p1', purpose: 'webhook' };

describe('key service', () => {
  it('refuses another context, no context, changed bytes and foreign bytes', async () => {
    const { kms } = await start();
    const { CiphertextBlob } = await kms.send(new EncryptCommand({ KeyId: 'webhooks', Plaintext, EncryptionContext }));
    const changed = Buffer.from(CiphertextBlob ?? []);
    changed.writeUInt8((changed.at(-1) ?? 0) ^ 1, changed.length - 1);
    const attempts = [
      { CiphertextBlob, EncryptionContext: { ...EncryptionContext, partnerId: 'p2' } },
      { CiphertextBlob },
      { CiphertextBlob: changed, EncryptionContext },
      { CiphertextBlob: Buffer.from('nothing of ours') },
      { CiphertextBlob: Buffer.from([1]) },
    ];
    for (const attempt of attempts) {
      await expect(kms.send(new DecryptCommand(attempt))).rejects.toBeInstanceOf(InvalidCiphertextException);
    }
  });

  it('does not confuse its keys', async () => {
    const { kms } = await start();
    const { CiphertextBlob } = await kms.send(new EncryptCommand({ KeyId: 'webhooks', Plaintext }));
    await expect(kms.send(new DecryptCommand({ CiphertextBlob, KeyId: 'other' }))).rejects.toBeInstanceOf(
      IncorrectKeyException,
    );
    await expect(kms.send(new EncryptCommand({ KeyId: 'unknown', Plaintext }))).rejects.toBeInstanceOf(
      NotFoundException,
    );
    await expect(kms.send(new EncryptCommand({ KeyId: 'webhooks', Plaintext: Buffer.alloc(4097) }))).rejects.toThrow(
      /1 to 4096/,
    );
  });

  it('makes the same MAC again for a key and a message, and another one for another of them', async () => {
    const { kms } = await start();
    const make = (KeyId: string, message = Message) =>
      kms.send(new GenerateMacCommand({ KeyId, Message: message, MacAlgorithm }));
    const code = await make(keyArn('links'));
    expect(code).toMatchObject({ KeyId: keyArn('links'), MacAlgorithm });
    expect(code.Mac).toHaveLength(32);
    expect((await make('links')).Mac).toEqual(code.Mac);
    expect((await make('more-links')).Mac).not.toEqual(code.Mac);
    expect((await make('links', Buffer.from('link-tokens:u2'))).Mac).not.toEqual(code.Mac);
  });

  it('refuses a key for another usage, and other algorithms and lengths', async () => {
    const { kms } = await start();
    const misuses = [
      () => kms.send(new GenerateMacCommand({ KeyId: 'webhooks', Message, MacAlgorithm })),
      () => kms.send(new GenerateMacCommand({ KeyId: 'links', Message, MacAlgorithm: 'HMAC_SHA_512' })),
      () => kms.send(new EncryptCommand({ KeyId: 'links', Plaintext })),
      () => kms.send(new DecryptCommand({ KeyId: 'links', CiphertextBlob: Plaintext })),
    ];
    for (const misuse of misuses) await expect(misuse()).rejects.toBeInstanceOf(InvalidKeyUsageException);
    for (const length of [0, 4097]) {
      const message = Buffer.alloc(length);
      await expect(
        kms.send(new GenerateMacCommand({ KeyId: 'links', Message: message, MacAlgorithm })),
      ).rejects.toThrow(/1 to 4096/);
    }
  });

  it('keeps the master key in a file of its owner alone, so that texts and MACs outlive a restart', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'keys-'));
    closers.push(() => rm(dataDir, { recursive: true }));
    const first = await start(dataDir);
    const { CiphertextBlob } = await first.kms.send(
      new EncryptCommand({ KeyId: 'webhooks', Plaintext, EncryptionContext }),
    );
    const mac = async (kms: KMSClient) =>
      (await kms.send(new GenerateMacCommand({ KeyId: 'links', Message, MacAlgorithm }))).Mac;
    const before = await mac(first.kms);
    await first.service.stop();
    const { mode } = await stat(join(dataDir, 'master-key'));
    expect(mode & 0o777).toBe(0o600);

    const second = await start(dataDir);
    const opened = await second.kms.send(new DecryptCommand({ CiphertextBlob, EncryptionContext }));
    expect(Buffer.from(opened.Plaintext ?? []).toString()).toBe('whsec_secret');
    expect(await mac(second.kms)).toEqual(before);
    const stranger = await start();
    expect(await mac(stranger.kms)).not.toEqual(before);
    await expect(stranger.kms.send(new DecryptCommand({ CiphertextBlob, EncryptionContext }))).rejects.toBeInstanceOf(
      InvalidCiphertextException,
    );
  });
});
