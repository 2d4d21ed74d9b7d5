import { publicTraceApi } from '@zhuiyuan/contract/scan/query/public-trace';
import { sessionApi } from '@zhuiyuan/contract/access/session';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../test/app.ts';
import { addressGroup, addressSite, clientAddress, isPrivateAddress, parseAddress, readNetworks } from './address.ts';

describe('an address', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    [' 203.0.113.7 ', '203.0.113.7'],
    ['203.0.113.7:5678', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:cb00:7107', '203.0.113.7'],
    ['[::ffff:203.0.113.7]:80', '203.0.113.7'],
    ['2001:DB8:0:0::1', '2001:db8::1'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
  ])('%s is read as %s', (text, address) => expect(parseAddress(text)).toBe(address));

  it.each([
    '',
    'unknown',
    '1.2.3',
    '1.2.3.4.5',
    '01.2.3.4',
    '2001:db8:::1',
    '203.0.113.7:port',
    '_hidden',
    'a'.repeat(60),
  ])('%s is none', (text) => expect(parseAddress(text)).toBeUndefined());

  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8::/64'],
    ['::1', '::/64'],
    ['::203.0.113.7', '::/64'],
    ['1:0:0:4::', '1:0:0:4::/64'],
  ])('%s is counted as %s', (address, group) => expect(addressGroup(address)).toBe(group));

  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['2001:db8::1', '2001:db8::/48'],
    ['::1', '::/48'],
  ])('%s lies in %s', (address, site) => expect(addressSite(address)).toBe(site));

  it.each(['10.1.2.3', '172.31.0.1', '192.168.1.1', '127.0.0.9', '::1', 'fd00::1', 'fe80::1', '::ffff:10.0.0.1'])(
    '%s is of a local network',
    (address) => expect(isPrivateAddress(address)).toBe(true),
  );
  it.each(['', '8.8.8.8', '172.32.0.1', '2001:db8::1'])('%s is not', (address) =>
    expect(isPrivateAddress(address)).toBe(false),
  );
});

describe('a list of networks', () => {
  it('takes addresses, networks and the word loopback', () => {
    const trusts = readNetworks(['loopback', '10.1.0.0/16', '2001:db8::/32', '192.0.2.1'])!;
    const inside = ['127.0.0.1', '::1', '::ffff:127.0.0.1', '10.1.255.255', '2001:db8:ffff::1', '192.0.2.1'];
    expect(inside.filter((address) => !trusts(address))).toEqual([]);
    expect(['10.2.0.1', '2001:db9::1', '192.0.2.2', '', 'loopback'].filter(trusts)).toEqual([]);
  });

  it.each(['10.0.0.0/33', '10.0.0.0/', '10.0.0.0/8/8', '2001:db8::/129', 'proxy.test', '*', '10.0.0.0/-1'])(
    '%s is refused',
    (entry) => expect(readNetworks(['loopback', entry])).toBeUndefined(),
  );
});

describe('who calls', () => {
  const trusts = readNetworks(['127.0.0.1', '10.0.0.0/8'])!;
  it.each([
    ['the peer, where nothing is forwarded', '203.0.113.9', undefined, '203.0.113.9'],
    ['the peer, where it is no proxy of ours', '203.0.113.9', '198.51.100.1', '203.0.113.9'],
    ['whom our proxy names', '127.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['the last one that is no proxy of ours', '127.0.0.1', '6.6.6.6, 198.51.100.1, 10.0.0.2', '198.51.100.1'],
    ['whom a proxy names with a port', '::ffff:127.0.0.1', '198.51.100.1:5678, 10.0.0.2:443', '198.51.100.1'],
    ['the peer, where the proxy writes no address', '127.0.0.1', 'x'.repeat(60), '127.0.0.1'],
    ['the nearest known, where a further one is none', '127.0.0.1', '198.51.100.1, unknown, 10.0.0.2', '10.0.0.2'],
    ['nobody, where the connection is gone', undefined, '198.51.100.1', '0.0.0.0'],
  ])('is %s', (_what, peer, forwarded, client) => expect(clientAddress(peer, forwarded, trusts)).toBe(client));
});

describe('a call that comes with an odd X-Forwarded-For', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await openTestApp();
  });
  afterAll(() => app.close());

  it.each([
    ['198.51.100.7:5678', '198.51.100.7'],
    ['[2001:db8:7::1]:80', '2001:db8:7::1'],
    ['fe80::7%eth0', 'fe80::7'],
    [`${'x'.repeat(60)}`, '127.0.0.1'],
    ['2001:db8:0000:0000:0000:0000:203.113.207.157, garbage', '127.0.0.1'],
  ])('%s is kept as %s', async (forwarded, kept) => {
    const headers = { 'x-forwarded-for': forwarded };
    const { code } = await app.call('', publicTraceApi.scan, { code: 'NO SUCH', deviceId: forwarded }, headers);
    expect(code).toBe(200);
    const scan = await app.db.selectFrom('scanLog').select('ip').orderBy('id', 'desc').executeTakeFirstOrThrow();
    expect(scan.ip).toBe(kept);

    const login = { account: 'nobody', pwd: 'wrong-password' };
    expect((await app.call('', sessionApi.login, login as never, headers)).code).not.toBe(500);
    const log = await app.db.selectFrom('loginLog').select('ip').orderBy('id', 'desc').executeTakeFirstOrThrow();
    expect(log.ip).toBe(kept);
  });
});
