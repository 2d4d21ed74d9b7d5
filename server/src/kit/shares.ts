import type { Endpoint } from '@zhuiyuan/contract/kit/endpoint';
import { atMost } from './at-most.ts';

/** What of a process's work a call belongs to: none waits for another. */
type Name = 'shopper' | 'file' | 'staff' | 'stranger' | 'notice' | 'upload' | 'shopperUpload';

/** Lets calls in, a bounded number at once; further ones wait in their order, and beyond a bound they are refused at once. */
export type Share = ReturnType<typeof atMost>;
export type Shares = Record<Name, Share>;

/** How many wait for each one that is worked on: more would wait longer than anybody looks at a spinning wheel. */
const waitingEach = 8;

/** Connections that belong to shoppers' queries alone, beside those of everything else. */
export const shopperConnections = (poolSize: number): number => Math.max(1, Math.ceil(poolSize * 0.4));

/**
 * Connections of calls without a session: the captcha, signing in, who a token belongs to. One of them is no call's, so that
 * a token is looked up whoever else is at work.
 */
export const strangerConnections = (poolSize: number): number => Math.max(2, Math.ceil(poolSize * 0.3));

/** Connections of what WeChat Pay calls back; with one of them callbacks are kept while those before are worked on. */
export const noticeConnections = (poolSize: number): number => Math.max(2, Math.ceil(poolSize * 0.3));

export type Role = 'all' | 'api' | 'worker';

/** Connections of background work, beside those of calls: a process that does nothing else has them all for it. */
export const backgroundConnections = (poolSize: number, role: Role): number => {
  if (role === 'api') return 1;
  return role === 'worker' ? poolSize : Math.max(1, Math.ceil(poolSize * 0.4));
};

/**
 * The shares of a process. Staff's calls hold a connection each, so as many are let in as there are; so do those of strangers, few of
 * whom wait, and callbacks, which are kept before they are worked on: however many wait. Shoppers' queries share
 * their statements (see `coalesce`), so more of them are under way than they have connections. Files are made three at a time.
 * Files that are sent come as slowly as their senders like: nothing else may wait for them, and none of them waits.
 */
export const openShares = (poolSize: number): Shares => ({
  staff: atMost(poolSize, poolSize * waitingEach),
  stranger: atMost(strangerConnections(poolSize) - 1, 64),
  notice: atMost(noticeConnections(poolSize) - 1, Infinity),
  shopper: atMost(64, 64 * waitingEach),
  file: atMost(3, 3 * waitingEach),
  upload: atMost(64, 0),
  // Eight addresses of one line kept 64 places for an hour, at a byte a minute each: places of files cost little.
  shopperUpload: atMost(512, 0),
});

/** Whether a call needs no session and is none of shoppers'. */
export const isForStrangers = ({ may, forShoppers }: Endpoint): boolean => may === 'open' && !forShoppers;

/** The share a call belongs to; nothing for those that answer by themselves, as fast as their caller reads or writes. */
export const findShare = (shares: Shares, endpoint: Endpoint): Share | undefined => {
  if (endpoint.raw) return undefined;
  if (endpoint.takesFile) return endpoint.forShoppers ? shares.shopperUpload : shares.upload;
  if (endpoint.offersFile) return shares.file;
  if (endpoint.forShoppers) return shares.shopper;
  return isForStrangers(endpoint) ? shares.stranger : shares.staff;
};
