import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LogKind, nothing, type Endpoint } from '@zhuiyuan/contract/kit/endpoint';
import { isLogged, maskSecrets } from './audit.ts';

const secret = fc.constantFrom(
  'pwd',
  'repwd',
  'oldPassword',
  'token',
  'secretKey',
  'wechat_appsecret',
  'apiKey',
  'pay_weixin_client_p12',
  'key',
  'code',
  'pin',
  'MASTER_TOKEN',
  'payAccount',
);
const plain = fc.constantFrom('name', 'account', 'codeNo', 'keywords', 'pinyin', 'roleName', 'phone');
const depth = fc.integer({ min: 0, max: 4 });
const wrapped = (value: unknown, levels: number): unknown =>
  levels === 0 ? value : wrapped(levels % 2 ? [value] : { inner: value }, levels - 1);

describe('maskSecrets', () => {
  it('hides every value under a secret name, however deep', () => {
    fc.assert(
      fc.property(secret, depth, fc.string({ minLength: 12, maxLength: 20 }), (name, levels, value) => {
        const text = JSON.stringify(
          maskSecrets(wrapped({ [name]: `<<${value}>>`, nested: { [name]: [`<<${value}>>`] } }, levels)),
        );
        return !text.includes(JSON.stringify(`<<${value}>>`).slice(1, -1)) && text.includes('******');
      }),
    );
  });

  it('leaves other values as they are', () => {
    const value = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null));
    fc.assert(
      fc.property(plain, depth, value, (name, levels, content) => {
        const given = wrapped({ [name]: content, list: [content] }, levels);
        expect(maskSecrets(given)).toEqual(given);
      }),
    );
  });

  it('does not touch what it was given', () => {
    const given = { pwd: 'x' };
    maskSecrets(given);
    expect(given).toEqual({ pwd: 'x' });
  });
});

describe('isLogged', () => {
  const endpoint = (part: Partial<Endpoint>): Endpoint => ({
    method: 'GET',
    path: '/x',
    may: 'open',
    input: nothing,
    data: nothing,
    title: 'x',
    ...part,
  });
  it('is every call that is not a plain read', () => {
    expect(isLogged(endpoint({}))).toBe(false);
    expect(isLogged(endpoint({ method: 'POST' }))).toBe(true);
    expect(isLogged(endpoint({ log: LogKind.other }))).toBe(true);
    expect(isLogged(endpoint({ method: 'POST', log: false }))).toBe(false);
  });
});
