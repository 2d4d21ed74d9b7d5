import { createHash, createPublicKey, randomBytes, sign, type KeyObject } from 'node:crypto';

/** One element of DER: its tag, its length, what it holds. */
const element = (tag: number, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  const size = body.length;
  const length = size < 0x80 ? [size] : size < 0x100 ? [0x81, size] : [0x82, Math.floor(size / 0x100), size % 0x100];
  return Buffer.concat([Buffer.from([tag, ...length]), body]);
};
const sequence = (...parts: Buffer[]) => element(0x30, ...parts);
const oid = (hex: string) => element(0x06, Buffer.from(hex, 'hex'));
const nothing = element(0x05);

const sha256WithRsa = sequence(oid('2a864886f70d01010b'), nothing);
const commonName = (text: string) => sequence(element(0x31, sequence(oid('550403'), element(0x0c, Buffer.from(text)))));
const utcTime = (at: Date) => element(0x17, Buffer.from(`${at.toISOString().slice(2, 19).replaceAll(/[-:T]/g, '')}Z`));

const pem = (der: Buffer) =>
  `-----BEGIN CERTIFICATE-----\n${der
    .toString('base64')
    .match(/.{1,64}/g)!
    .join('\n')}\n-----END CERTIFICATE-----\n`;

/** A certificate that its own key has signed, with its serial number as WeChat Pay writes it: 40 hex digits in capitals. */
export const makeCertificate = (
  privateKey: KeyObject,
  name: string,
  { from, until }: { from: Date; until: Date },
): { serialNo: string; pem: string } => {
  // The first bit says the sign; the first digit not 0 keeps the number 20 bytes long.
  const serial = Buffer.concat([Buffer.from([0x51]), randomBytes(19)]);
  const body = sequence(
    element(0xa0, element(0x02, Buffer.from([2]))),
    element(0x02, serial),
    sha256WithRsa,
    commonName(name),
    sequence(utcTime(from), utcTime(until)),
    commonName(name),
    createPublicKey(privateKey).export({ type: 'spki', format: 'der' }),
  );
  const signature = element(0x03, Buffer.from([0]), sign('sha256', body, privateKey));
  return { serialNo: serial.toString('hex').toUpperCase(), pem: pem(sequence(body, sha256WithRsa, signature)) };
};

/** A number for a merchant's own certificate, which nobody reads: the same key has the same one. */
export const serialOf = (key: KeyObject): string =>
  createHash('sha1')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('hex')
    .toUpperCase();
