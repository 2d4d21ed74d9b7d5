import { createCipheriv, createDecipheriv, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const ivBytes = 12;
const tagBytes = 16;

/** Encrypts a secret under the master key (AES-256-GCM); `purpose` is bound in, so that one secret cannot stand in for another. */
export const seal = (masterKey: Buffer, purpose: string, secret: Buffer): Buffer => {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', masterKey, iv).setAAD(Buffer.from(purpose));
  return Buffer.concat([iv, cipher.update(secret), cipher.final(), cipher.getAuthTag()]);
};

/** Opens what {@link seal} made; throws when the key or the purpose is another, or the bytes were changed. */
export const unseal = (masterKey: Buffer, purpose: string, sealed: Buffer): Buffer => {
  const decipher = createDecipheriv('aes-256-gcm', masterKey, sealed.subarray(0, ivBytes), { authTagLength: tagBytes })
    .setAAD(Buffer.from(purpose))
    .setAuthTag(sealed.subarray(-tagBytes));
  return Buffer.concat([decipher.update(sealed.subarray(ivBytes, -tagBytes)), decipher.final()]);
};

/** Tells a text again, and nothing about it to whoever lacks the key. */
export const keyedHash = (masterKey: Buffer, purpose: string, body: string) =>
  createHmac('sha256', masterKey).update(`${purpose}\n${body}`).digest();

/** A token that carries a small JSON value and cannot be changed; it ends after `seconds`. */
export const signToken = (masterKey: Buffer, purpose: string, value: unknown, seconds: number): string => {
  const body = Buffer.from(JSON.stringify({ v: value, e: Math.floor(Date.now() / 1000) + seconds })).toString(
    'base64url',
  );
  return `${body}.${keyedHash(masterKey, purpose, body).toString('base64url')}`;
};

/** The value of a token of {@link signToken}, or nothing when it is foreign, changed or over. */
export const readToken = <T>(masterKey: Buffer, purpose: string, token: string): T | undefined => {
  const [body, signature] = token.split('.');
  if (!body || !signature) return undefined;
  const expected = keyedHash(masterKey, purpose, body);
  const given = Buffer.from(signature, 'base64url');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  const { v, e } = JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as { v: T; e: number };
  return e >= Date.now() / 1000 ? v : undefined;
};

/** What seals tokens is a key of their own: they are many, and the master key shall not be used up by them. */
const tokenKey = (masterKey: Buffer, purpose: string): Buffer => keyedHash(masterKey, `token key ${purpose}`, '');

/** As {@link signToken}, for what whoever holds the token shall not read. */
export const sealToken = (masterKey: Buffer, purpose: string, value: unknown, seconds: number): string =>
  seal(
    tokenKey(masterKey, purpose),
    purpose,
    Buffer.from(JSON.stringify({ v: value, e: Math.floor(Date.now() / 1000) + seconds })),
  ).toString('base64url');

/** The value of a token of {@link sealToken}, or nothing when it is foreign, changed or over. */
export const openToken = <T>(masterKey: Buffer, purpose: string, token: string): T | undefined => {
  let text: string;
  try {
    text = unseal(tokenKey(masterKey, purpose), purpose, Buffer.from(token, 'base64url')).toString('utf8');
  } catch {
    return undefined;
  }
  const { v, e } = JSON.parse(text) as { v: T; e: number };
  return e >= Date.now() / 1000 ? v : undefined;
};
