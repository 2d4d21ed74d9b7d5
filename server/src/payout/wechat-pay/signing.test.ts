import { constants, createPublicKey, generateKeyPairSync, privateDecrypt, verify } from 'node:crypto';
import { expect, test } from 'vitest';
import { authorization, decrypt, encryptName, isSignedBy } from './signing.ts';

/** Made with wechatpay-axios-plugin 0.9.6, so that our reading of the protocol is held against somebody else's. */
const publicKey = createPublicKey(`-----BEGIN PUBLIC KEY-----
MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA28xOlr2SGOniElipJk6U
/aEjdtPNqa2/Zc+7pJ9rSdufVH/t4sIbHWMkd+eZBV9FsO4h3Q2Gimc3TabKK4jk
f5ZaAqmq5XxZHPhdV/kTBBTaCMHTXtn1KlsZVLKZTOybZnkpZ7GWw96vZ3csrjRi
Y3KuqJ6JI5kFDZOnU2LutY9XtFrmgidbWzgWMLODCCzcSNa6pN2m6QmlYn3eWZBQ
+VakWngvQ+ClIWAYBIQJgB9rb2WoIqQNk54Iyeq6HVFBPdoEvIHk6tjKiiV9Kgvk
kwHunB+BFoCfCLmDku01ZFCIlpRyTalVjBt2iBncXef31TkOBU2zalKolYXlvWgf
WwIDAQAB
-----END PUBLIC KEY-----`);
const signed = {
  timestamp: '1554209980',
  nonce: 'c5ac7061fccab6bf3e254dcf98995b8c',
  signature:
    'yKx1/oNOZtxwtJekMnVKpJC0kFt3XqR4BleNfPesH8MTBxi5ZYW+CuF2+GtJsYDSBBAomwUWmvIRkjFSQtbJXVWI4gy3VcQCJtLSzrMW+FU9FuHU08qqVnq8Qvx7rPXBdb4sdZPsaqHl6eXiMb1Pb3+ZdB9KNliHM+ax/gy+rZzQQn3ZUUfu5vE0Psp6mau8v29nJ3vpA3AHdamgTiXcjXzPCKWRLWtDuXAAa7xYT+duvhQP04MfIC1bswzk3MZZMbet06OeGDib6EE5sF0QiIlaf9cf/geFQk0Ao6z2eWE7g+YZYGSDAvsxIt28EjB70LyFHQZExF7tfGFPLFnXrg==',
};

test('an answer that another implementation signed is believed, and no other byte of it', () => {
  expect(isSignedBy(publicKey, signed, '{"data":[]}')).toBe(true);
  expect(isSignedBy(publicKey, signed, '{"data":[] }')).toBe(false);
  expect(isSignedBy(publicKey, { ...signed, nonce: 'c5ac7061fccab6bf3e254dcf98995b8d' }, '{"data":[]}')).toBe(false);
  expect(isSignedBy(publicKey, { ...signed, signature: 'AAAA' }, '{"data":[]}')).toBe(false);
  expect(isSignedBy(publicKey, { ...signed, signature: '' }, '{"data":[]}')).toBe(false);
});

test('what another implementation encrypted is opened; another key, nonce, label or byte is refused', () => {
  const key = Buffer.from('0123456789abcdef0123456789abcdef');
  const sealed = {
    ciphertext: 'DUcAl6TqAsMEOmUux7Cjo2R4gLBE4vlkwV26wRoAY352DG4=',
    nonce: 'fdasflkja484',
    associated_data: 'mch_payment',
  };
  expect(decrypt(key, sealed)).toBe('{"state":"SUCCESS"}');
  for (const changed of [
    { ...sealed, nonce: 'fdasflkja485' },
    { ...sealed, associated_data: null },
    { ...sealed, ciphertext: `E${sealed.ciphertext.slice(1)}` },
    { ...sealed, ciphertext: sealed.ciphertext.slice(0, -8) },
    { ...sealed, ciphertext: '' },
  ])
    expect(() => decrypt(key, changed)).toThrow();
  expect(() => decrypt(Buffer.from('0123456789abcdef0123456789abcdee'), sealed)).toThrow();
});

test('a request is signed over its five lines, each of them ended', () => {
  const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const header = authorization(
    { mchId: '1900009191', serialNo: '1DDE55AD98ED71D6EDD4A4A16996DE7B47773A8C', privateKey: pair.privateKey },
    {
      method: 'GET',
      path: '/v3/bill/fundflowbill?bill_date=2026-11-25&account_type=OPERATION',
      body: '',
      timestamp: '1554208460',
      nonce: '593BEC0C930BF1AFEB40B4A08C8FB242',
    },
  );
  expect(header).toMatch(
    /^WECHATPAY2-SHA256-RSA2048 mchid="1900009191",nonce_str="593BEC0C930BF1AFEB40B4A08C8FB242",timestamp="1554208460",serial_no="1DDE55AD98ED71D6EDD4A4A16996DE7B47773A8C",signature="[\w+/=]+"$/,
  );
  const text =
    'GET\n/v3/bill/fundflowbill?bill_date=2026-11-25&account_type=OPERATION\n1554208460\n593BEC0C930BF1AFEB40B4A08C8FB242\n\n';
  const signature = Buffer.from(/signature="(.+)"/.exec(header)![1]!, 'base64');
  expect(verify('sha256', Buffer.from(text), pair.publicKey, signature)).toBe(true);
});

test("a receiver's name is readable to the holder of the platform's key alone", () => {
  const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const sealed = encryptName(pair.publicKey, '张三');
  const padding = { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha1' };
  expect(privateDecrypt({ key: pair.privateKey, ...padding }, Buffer.from(sealed, 'base64')).toString()).toBe('张三');
  expect(encryptName(pair.publicKey, '张三')).not.toBe(sealed);
});
