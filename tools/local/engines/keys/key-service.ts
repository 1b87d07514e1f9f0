import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { AwsServiceError, startJsonService } from '#local/engines/json-service';
import { keyArn } from '#local/engines/local-cloud';
import type { JsonObject } from '#local/template/json';
import { type EncryptionContext, keyCipher } from './cipher';

const MASTER_KEY_BYTES = 32;
const KEY_BYTES = 32;
/** Maximum size of the input of Encrypt and GenerateMac, in bytes. */
const LIMIT_BYTES = 4096;

/** Purpose of a key: encryption (the default of KMS), or message authentication codes. */
export type KeySpec = 'SYMMETRIC_DEFAULT' | 'HMAC_256';

export interface KeyServiceOptions {
  /** All keys, by id. Callers can also use the ARN (`keyArn`). */
  readonly keys: ReadonlyMap<string, KeySpec>;
  /** Folder of the file with the master key. Without this folder, the key exists only in memory. */
  readonly dataDir?: string | undefined;
}

export interface KeyService {
  readonly endpoint: string;
  stop(): Promise<void>;
}

/** Starts a small KMS with the operations that our API uses: Encrypt and Decrypt (symmetric keys), GenerateMac (HMAC keys). */
export async function startKeyService({ keys, dataDir }: KeyServiceOptions): Promise<KeyService> {
  const master = await masterKey(dataDir);
  const cipher = keyCipher(master);

  /** Returns the id of the key with this id or ARN. Throws if no such key exists, or if its purpose is not `use`. */
  function findKey(name: unknown, use: KeySpec = 'SYMMETRIC_DEFAULT'): string {
    if (typeof name !== 'string') throw new AwsServiceError('ValidationException', 'KeyId must be a string');
    const [found] = [...keys].filter(([keyId]) => name === keyId || name === keyArn(keyId));
    if (found === undefined) throw new AwsServiceError('NotFoundException', `Key '${name}' does not exist`);
    const [keyId, spec] = found;
    if (spec === use) return keyId;
    throw new AwsServiceError(
      'InvalidKeyUsageException',
      `${keyArn(keyId)} key usage is ${KEY_USES[spec]} which is not valid for this operation.`,
    );
  }

  return await startJsonService({
    target: 'TrentService',
    operations: {
      Encrypt(input) {
        const keyId = findKey(input.KeyId);
        const sealed = cipher.seal(keyId, readShortBytes(input, 'Plaintext'), readContext(input));
        return { KeyId: keyArn(keyId), CiphertextBlob: sealed.toString('base64'), ...DEFAULT_ALGORITHM };
      },
      Decrypt(input) {
        const sealed = readBytes(input, 'CiphertextBlob');
        const context = readContext(input);
        const named = input.KeyId === undefined ? undefined : findKey(input.KeyId);
        const { keyId, plaintext } = openSealed(() => cipher.open(sealed, context));
        if (named !== undefined && named !== keyId) {
          throw new AwsServiceError('IncorrectKeyException', 'The ciphertext was encrypted with another key');
        }
        findKey(keyId);
        return { KeyId: keyArn(keyId), Plaintext: plaintext.toString('base64'), ...DEFAULT_ALGORITHM };
      },
      GenerateMac(input) {
        const keyId = findKey(input.KeyId, 'HMAC_256');
        if (input.MacAlgorithm !== MAC_ALGORITHM) {
          throw new AwsServiceError(
            'InvalidKeyUsageException',
            `Algorithm ${input.MacAlgorithm} is incompatible with key spec HMAC_256.`,
          );
        }
        // Each key id has a separate HMAC key. The HMAC key is derived from the master key and differs from the encryption key.
        const key = Buffer.from(hkdfSync('sha256', master, '', `mac-key:${keyId}`, KEY_BYTES));
        const Mac = createHmac('sha256', key).update(readShortBytes(input, 'Message')).digest('base64');
        return { KeyId: keyArn(keyId), Mac, MacAlgorithm: MAC_ALGORITHM };
      },
    },
  });
}

const MAC_ALGORITHM = 'HMAC_SHA_256';

const KEY_USES: Readonly<Record<KeySpec, string>> = {
  SYMMETRIC_DEFAULT: 'ENCRYPT_DECRYPT',
  HMAC_256: 'GENERATE_VERIFY_MAC',
};

const DEFAULT_ALGORITHM = { EncryptionAlgorithm: 'SYMMETRIC_DEFAULT' } as const;

/** Returns the master key, stored in the database's folder, because the key decrypts the database's secrets after a restart. */
async function masterKey(dataDir: string | undefined): Promise<Buffer> {
  if (dataDir === undefined) return randomBytes(MASTER_KEY_BYTES);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const file = join(dataDir, 'master-key');
  try {
    // `wx` never overwrites an existing key.
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
    // Without details: a caller must not learn which part is wrong.
    throw new AwsServiceError('InvalidCiphertextException', 'The ciphertext cannot be decrypted');
  }
}

function readBytes(input: JsonObject, field: string): Buffer {
  const value = input[field];
  if (typeof value !== 'string') throw new AwsServiceError('ValidationException', `${field} must be a blob`);
  return Buffer.from(value, 'base64');
}

/** Returns the bytes of a field. Throws if the field is empty or longer than `LIMIT_BYTES`. */
function readShortBytes(input: JsonObject, field: string): Buffer {
  const bytes = readBytes(input, field);
  if (bytes.length > 0 && bytes.length <= LIMIT_BYTES) return bytes;
  throw new AwsServiceError('ValidationException', `${field} must have 1 to ${LIMIT_BYTES} bytes`);
}

const contextSchema = z.nullish(z.record(z.string(), z.string()));

function readContext({ EncryptionContext: context }: JsonObject): EncryptionContext {
  const { success, data } = contextSchema.safeParse(context);
  if (!success) throw new AwsServiceError('ValidationException', 'EncryptionContext must be a map of strings');
  return data ?? {};
}
