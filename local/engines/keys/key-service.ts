import { createHmac, createSecretKey, hkdfSync, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isJsonObject, type JsonObject } from '#local/engines/json-object';
import { AwsServiceError, startJsonService } from '#local/engines/json-service';
import { keyArn, LOCAL_ACCOUNT } from '#local/engines/local-cloud';
import { type EncryptionContext, keyCipher } from './cipher';

const MASTER_KEY_BYTES = 32;
/** Encrypt takes at most this many bytes; larger data is for a data key. */
const PLAINTEXT_LIMIT_BYTES = 4096;
const DATA_KEY_LIMIT_BYTES = 1024;
/** GenerateMac and VerifyMac take at most this many bytes. */
const MESSAGE_LIMIT_BYTES = 4096;

/** Purpose of a key: seal texts (the service's default), or make authentication codes. */
export type KeySpec = 'SYMMETRIC_DEFAULT' | 'HMAC_256';

export interface KeyServiceOptions {
  /** The keys that exist, by id; callers may also name them by ARN (`keyArn`). */
  readonly keys: ReadonlyMap<string, KeySpec>;
  /** Folder of the file that holds the master key; without it the key lives in memory only. */
  readonly dataDir?: string | undefined;
}

export interface KeyService {
  readonly endpoint: string;
  stop(): Promise<void>;
}

/**
 * A small KMS: Encrypt, Decrypt and GenerateDataKey for symmetric keys, GenerateMac and VerifyMac for HMAC
 * keys, DescribeKey for both.
 */
export async function startKeyService({ keys, dataDir }: KeyServiceOptions): Promise<KeyService> {
  const master = await masterKey(dataDir);
  const cipher = keyCipher(master);
  const mac = keyMac(master);

  function describedKey(name: unknown): { readonly keyId: string; readonly spec: KeySpec } {
    if (typeof name !== 'string') throw new AwsServiceError('ValidationException', 'KeyId must be a string');
    for (const [keyId, spec] of keys) if (name === keyId || name === keyArn(keyId)) return { keyId, spec };
    throw new AwsServiceError('NotFoundException', `Key '${name}' does not exist`);
  }

  function findKey(name: unknown, use: KeySpec = 'SYMMETRIC_DEFAULT'): string {
    const { keyId, spec } = describedKey(name);
    if (spec === use) return keyId;
    throw new AwsServiceError(
      'InvalidKeyUsageException',
      `${keyArn(keyId)} key usage is ${KEY_USES[spec].KeyUsage} which is not valid for this operation.`,
    );
  }

  function macInput(input: JsonObject): { readonly keyId: string; readonly message: Buffer } {
    const keyId = findKey(input.KeyId, 'HMAC_256');
    if (input.MacAlgorithm !== MAC_ALGORITHM) {
      throw new AwsServiceError(
        'InvalidKeyUsageException',
        `Algorithm ${input.MacAlgorithm} is incompatible with key spec HMAC_256.`,
      );
    }
    const message = readBytes(input, 'Message');
    if (message.length === 0 || message.length > MESSAGE_LIMIT_BYTES) {
      throw new AwsServiceError('ValidationException', `Message must have 1 to ${MESSAGE_LIMIT_BYTES} bytes`);
    }
    return { keyId, message };
  }

  return await startJsonService({
    target: 'TrentService',
    operations: {
      Encrypt(input) {
        const keyId = findKey(input.KeyId);
        const plaintext = readBytes(input, 'Plaintext');
        if (plaintext.length === 0 || plaintext.length > PLAINTEXT_LIMIT_BYTES) {
          throw new AwsServiceError('ValidationException', `Plaintext must have 1 to ${PLAINTEXT_LIMIT_BYTES} bytes`);
        }
        const sealed = cipher.seal(keyId, plaintext, readContext(input));
        return { KeyId: keyArn(keyId), CiphertextBlob: sealed.toString('base64'), ...DEFAULT_ALGORITHM };
      },
      Decrypt(input) {
        const sealed = readBytes(input, 'CiphertextBlob');
        const context = readContext(input);
        const named = input.KeyId === undefined ? undefined : findKey(input.KeyId);
        const { keyId, plaintext } = openSealed(() => cipher.open(sealed, context));
        if (named !== undefined && named !== keyId) {
          throw new AwsServiceError('IncorrectKeyException', 'The ciphertext was made under another key');
        }
        findKey(keyId);
        return { KeyId: keyArn(keyId), Plaintext: plaintext.toString('base64'), ...DEFAULT_ALGORITHM };
      },
      GenerateDataKey(input) {
        const keyId = findKey(input.KeyId);
        const dataKey = randomBytes(dataKeyBytes(input));
        const sealed = cipher.seal(keyId, dataKey, readContext(input));
        return {
          KeyId: keyArn(keyId),
          Plaintext: dataKey.toString('base64'),
          CiphertextBlob: sealed.toString('base64'),
        };
      },
      GenerateMac(input) {
        const { keyId, message } = macInput(input);
        return {
          KeyId: keyArn(keyId),
          Mac: mac.make(keyId, message).toString('base64'),
          MacAlgorithm: MAC_ALGORITHM,
        };
      },
      VerifyMac(input) {
        const { keyId, message } = macInput(input);
        if (!mac.matches(keyId, message, readBytes(input, 'Mac')))
          throw new AwsServiceError('KMSInvalidMacException', 'The code is of another message or key');
        return { KeyId: keyArn(keyId), MacValid: true, MacAlgorithm: MAC_ALGORITHM };
      },
      DescribeKey(input) {
        const { keyId, spec } = describedKey(input.KeyId);
        return {
          KeyMetadata: {
            KeyId: keyId,
            Arn: keyArn(keyId),
            AWSAccountId: LOCAL_ACCOUNT,
            Enabled: true,
            KeyState: 'Enabled',
            KeySpec: spec,
            KeyManager: 'CUSTOMER',
            Origin: 'AWS_KMS',
            MultiRegion: false,
            ...KEY_USES[spec],
          },
        };
      },
    },
  });
}

const MAC_ALGORITHM = 'HMAC_SHA_256';

const KEY_USES = {
  SYMMETRIC_DEFAULT: { KeyUsage: 'ENCRYPT_DECRYPT', EncryptionAlgorithms: ['SYMMETRIC_DEFAULT'] },
  HMAC_256: { KeyUsage: 'GENERATE_VERIFY_MAC', MacAlgorithms: [MAC_ALGORITHM] },
} as const satisfies Readonly<Record<KeySpec, JsonObject>>;

const DEFAULT_ALGORITHM = { EncryptionAlgorithm: 'SYMMETRIC_DEFAULT' } as const;

/** Kept beside the database: without it the secrets in there could not be read after a restart. */
async function masterKey(dataDir: string | undefined): Promise<Buffer> {
  if (dataDir === undefined) return randomBytes(MASTER_KEY_BYTES);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const file = join(dataDir, 'master-key');
  try {
    // `wx`: never over an existing key.
    await writeFile(file, randomBytes(MASTER_KEY_BYTES), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  const key = await readFile(file);
  if (key.length !== MASTER_KEY_BYTES) throw new Error(`${file} is damaged: it must have ${MASTER_KEY_BYTES} bytes.`);
  return key;
}

function openSealed<Opened>(open: () => Opened): Opened {
  try {
    return open();
  } catch {
    // No detail: a caller must not learn which part did not fit.
    throw new AwsServiceError('InvalidCiphertextException', 'The ciphertext cannot be decrypted');
  }
}

function readBytes(input: JsonObject, field: string): Buffer {
  const value = input[field];
  if (typeof value !== 'string') throw new AwsServiceError('ValidationException', `${field} must be a blob`);
  return Buffer.from(value, 'base64');
}

function readContext({ EncryptionContext: context }: JsonObject): EncryptionContext {
  if (context === undefined || context === null) return {};
  if (!isJsonObject(context))
    throw new AwsServiceError('ValidationException', 'EncryptionContext must be a map of strings');
  return Object.fromEntries(
    Object.entries(context).map(([name, value]) => {
      if (typeof value === 'string') return [name, value];
      throw new AwsServiceError('ValidationException', 'EncryptionContext must be a map of strings');
    }),
  );
}

function dataKeyBytes({ KeySpec, NumberOfBytes }: JsonObject): number {
  if ((KeySpec === undefined) === (NumberOfBytes === undefined)) {
    throw new AwsServiceError('ValidationException', 'Give either KeySpec or NumberOfBytes');
  }
  if (KeySpec === 'AES_256') return 32;
  if (KeySpec === 'AES_128') return 16;
  const given = typeof NumberOfBytes === 'number' && Number.isInteger(NumberOfBytes) ? NumberOfBytes : 0;
  if (given < 1 || given > DATA_KEY_LIMIT_BYTES) {
    throw new AwsServiceError('ValidationException', 'KeySpec or NumberOfBytes is not valid');
  }
  return given;
}

const KEY_BYTES = 32;

/** Codes (HMAC-SHA-256) that only the same key id under the same master key makes again. */
interface KeyMac {
  make(keyId: string, message: Uint8Array): Buffer;
  matches(keyId: string, message: Uint8Array, mac: Uint8Array): boolean;
}

/** One key per key id, all derived from the master key, and apart from those that encrypt. */
function keyMac(masterKey: Uint8Array): KeyMac {
  const keys = new Map<string, KeyObject>();

  function keyFor(keyId: string): KeyObject {
    const known = keys.get(keyId);
    if (known !== undefined) return known;
    const key = createSecretKey(Buffer.from(hkdfSync('sha256', masterKey, '', `mac-key:${keyId}`, KEY_BYTES)));
    keys.set(keyId, key);
    return key;
  }

  function make(keyId: string, message: Uint8Array): Buffer {
    return createHmac('sha256', keyFor(keyId)).update(message).digest();
  }

  return {
    make,
    matches(keyId, message, mac) {
      const expected = make(keyId, message);
      return expected.length === mac.length && timingSafeEqual(expected, mac);
    },
  };
}
