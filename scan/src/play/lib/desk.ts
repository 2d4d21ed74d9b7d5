import type { DrawAnswer, PlayAnswer, publicDrawApi } from '@zhuiyuan/contract/campaign/draw/public-draw';
import type { ClaimPay } from '@zhuiyuan/contract/payout/public-claim';
import type { DataOf } from '@zhuiyuan/contract/kit/endpoint';
import type { Page } from '@zhuiyuan/contract/kit/page';
import { accountToken, keepToken } from '../../lib/account-token.ts';
import { call, CallFailed } from '../../lib/call.ts';
import { deviceId } from '../../lib/device-id.ts';
import { findPosition, type Position } from '../../lib/position.ts';

type Api = typeof publicDrawApi;
export type Won = DataOf<Api['myPrizes']>['list'][number];
export type WonDetail = DataOf<Api['myPrize']>;
export type RulesShown = DataOf<Api['rules']>;
export type ProofShown = DataOf<Api['proof']>;
export type Winner = DataOf<Api['winners']>[number];

/** How long a draw is waited for before its ticket is kept for another try, in milliseconds. */
export const drawPatience = 8000;

/** Where the pages of a draw get their answers: the server, or the editor that shows them. */
export interface Desk {
  /** Whether this phone has an account. */
  isKnown(): boolean;
  /** Where the phone is; null where it does not say. */
  locate(): Promise<Position | null>;
  scan(place: Position | null): Promise<PlayAnswer>;
  /** Takes the shopper's consent, and signs him in where nobody is. */
  agree(): Promise<void>;
  ticket(activityId: number, place: Position | null): Promise<DataOf<Api['ticket']>>;
  draw(ticket: string, clientSeed: string): Promise<DrawAnswer>;
  rules(activityId: number): Promise<RulesShown>;
  winners(activityId: number): Promise<Winner[]>;
  proof(drawNo: string): Promise<ProofShown>;
  prizes(page: number, status: number | null): Promise<Page<Won>>;
  prize(claimNo: string, place: Position | null): Promise<WonDetail>;
  /** How the money of a prize stands. */
  claimPay(claimNo: string): Promise<ClaimPay>;
  /** Asks for it, as whom WeChat names by `authCode`. */
  claim(claimNo: string, authCode: string): Promise<ClaimPay>;
  /** Where WeChat says who opened this page; it comes back to `back`. */
  oauth(claimNo: string, back: string, state: string): Promise<{ url: string }>;
}

const base = '/public/lottery';
const signedOut = 401;

/** Calls as whoever this phone is known as; a token that is over is dropped, and the call made once more without one. */
export const ask = async <T>(path: string, body?: object, patience?: number): Promise<T> => {
  const token = accountToken();
  const once = (): Promise<T> =>
    call<T>(base + path, body, { patience, headers: accountToken() ? { 'X-Consumer-Token': accountToken() } : {} });
  try {
    return await once();
  } catch (error) {
    if (!token || !(error instanceof CallFailed) || error.code !== signedOut) throw error;
    keepToken('');
    return once();
  }
};

const query = (values: Record<string, string | number | null | undefined>): string => {
  const given = Object.entries(values).flatMap(([name, value]) =>
    value === null || value === undefined || value === '' ? [] : [[name, String(value)]],
  );
  return given.length ? `?${new URLSearchParams(given).toString()}` : '';
};

/** What a shopper comes with: a scan, or only himself and his phone. */
const coming = (token: string, activityId?: number): object =>
  token === '' ? { activityId, deviceId: deviceId() } : { token };

/** The server, asked under the token of a scan ('' where none was made), or about an activity that points pay. */
export const serverDesk = (scanToken: string, activityOfPoints?: number): Desk => ({
  isKnown: () => accountToken() !== '',
  locate: findPosition,
  scan: (place) => ask('/scan', { ...coming(scanToken, activityOfPoints), ...place }),
  agree: async () => {
    const { token } = await ask<{ token: string }>('/login', {
      ...coming(scanToken, activityOfPoints),
      agrees: true,
    });
    keepToken(token);
  },
  ticket: (activityId, place) => ask('/ticket', { ...coming(scanToken), activityId, ...place }),
  draw: (ticket, clientSeed) => ask('/draw', { ticket, clientSeed }, drawPatience),
  rules: (activityId) => ask(`/rule${query({ activityId })}`),
  winners: (activityId) => ask(`/winners${query({ activityId })}`),
  proof: (drawNo) => ask(`/fair${query({ drawNo })}`),
  prizes: (page, status) => ask(`/my/prizes${query({ page, status, token: scanToken })}`),
  prize: (claimNo, place) => ask(`/my/prize${query({ claimNo, ...place })}`),
  claimPay: (claimNo) => ask(`/claim/pay${query({ claimNo })}`),
  claim: (claimNo, authCode) => ask('/claim', { claimNo, authCode }),
  oauth: (claimNo, back, state) => ask(`/oauth${query({ claimNo, back, state })}`),
});
