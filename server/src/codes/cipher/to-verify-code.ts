import { createHmac } from 'node:crypto';

/**
 * The scratch-layer verify code (防伪验证码) of a code: the first eight bytes of HMAC-SHA256 over codeId (eight bytes,
 * big-endian) and the length (one byte), modulo 10^length. Nothing is stored.
 */
export const toVerifyCode = (pinKey: Uint8Array, codeId: number, length: number): string => {
  const message = Buffer.alloc(9);
  message.writeUInt32BE(Math.floor(codeId / 2 ** 32), 0);
  message.writeUInt32BE(codeId % 2 ** 32, 4);
  message[8] = length;
  const mac = createHmac('sha256', pinKey).update(message).digest();
  const modulus = 10 ** length;
  // Exact below 2^53: both factors are under 10^6.
  const value = (mac.readUInt32BE(0) % modulus) * (2 ** 32 % modulus) + mac.readUInt32BE(4);
  return String(value % modulus).padStart(length, '0');
};
