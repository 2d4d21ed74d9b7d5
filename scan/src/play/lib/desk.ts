import type { DrawAnswer, PlayAnswer, publicDrawApi } from '@zhuiyuan/contract/campaign/draw/public-draw';
import type { challengeApi } from '@zhuiyuan/contract/campaign/draw/challenge';
import type { Collected } from '@zhuiyuan/contract/campaign/draw/collect';
import type { publicRedeemApi } from '@zhuiyuan/contract/claim/public-redeem';
import type { ClaimPay } from '@zhuiyuan/contract/payout/public-claim';
import type { MyPacket, MyPacketDetail } from '@zhuiyuan/contract/red/send/my-packets';
import type { MyMessage } from '@zhuiyuan/contract/message/my-messages';
import type { DataOf, QueryOf } from '@zhuiyuan/contract/kit/endpoint';
import type { Page } from '@zhuiyuan/contract/kit/page';
import { accountHeaders, accountToken, keepToken } from '../../lib/account-token.ts';
import { call, CallFailed } from '../../lib/call.ts';
import { deviceId } from '../../lib/device-id.ts';
import { findPosition, type Position } from '../../lib/position.ts';

type Api = typeof publicDrawApi;
export type Won = DataOf<Api['myPrizes']>['list'][number];
export type WonDetail = DataOf<Api['myPrize']>;
export type RulesShown = DataOf<Api['rules']>;
export type ProofShown = DataOf<Api['proof']>;
type PostApi = typeof publicRedeemApi;
/** How far a prize by post has come. */
export type PostingShown = DataOf<PostApi['posting']>;
export type PostOrder = NonNullable<PostingShown['order']>;
export type Filing = QueryOf<PostApi['redeem']>;
export type Region = DataOf<PostApi['regions']>[number];
export type Winner = DataOf<Api['winners']>[number];

/** How long a draw is waited for before its ticket is kept for another try, in milliseconds. */
export const drawPatience = 8000;

/** How long a period's data is waited for: a large one is tens of megabytes. */
const packPatience = 180_000;

/** Where the pages of a draw get their answers: the server, or the editor that shows them. */
export interface Desk {
  /** Whether this phone has an account. */
  isKnown(): boolean;
  /** Where the phone is; null where it does not say. */
  locate(): Promise<Position | null>;
  scan(place: Position | null): Promise<PlayAnswer>;
  /** Takes the shopper's consent, and signs him in where nobody is: as whom WeChat names by `authCode`, '' where it was not asked. */
  agree(authCode: string): Promise<void>;
  /** Tells the firm his number, where it wants to know it before he draws. */
  tellPhone(phone: string): Promise<unknown>;
  /** Says by whose link somebody came who has agreed before; once, and nothing where he came by none. */
  arrive(): Promise<void>;
  /** `challengeToken`: that a picture was read, where one was asked for. */
  ticket(activityId: number, place: Position | null, challengeToken?: string): Promise<DataOf<Api['ticket']>>;
  /** What the picture of a refused ticket says. */
  challenge(key: string, characters: string): Promise<DataOf<(typeof challengeApi)['challenge']>>;
  draw(ticket: string, clientSeed: string): Promise<DrawAnswer>;
  rules(activityId: number): Promise<RulesShown>;
  winners(activityId: number): Promise<Winner[]>;
  proof(drawNo: string): Promise<ProofShown>;
  /** All that was published of a period of draws. */
  pack(activityId: number, epochNo: number): Promise<unknown>;
  prizes(page: number, status: number | null): Promise<Page<Won>>;
  prize(claimNo: string, place: Position | null): Promise<WonDetail>;
  /** Tells who a winner is, as his activity asks. */
  collect(claimNo: string, collect: Partial<Collected>): Promise<unknown>;
  /** Whether a prize goes by post, and how far it has come. */
  posting(claimNo: string): Promise<PostingShown>;
  /** Asks for a prize by post. */
  redeem(filing: Filing): Promise<unknown>;
  /** Gives a posting up that is not on its way. */
  cancelPost(redeemNo: string): Promise<unknown>;
  /** Regions directly below one; '0': the provinces. */
  regions(pid: string): Promise<Region[]>;
  /** How the money of a prize stands. */
  claimPay(claimNo: string): Promise<ClaimPay>;
  /** Asks for it, as whom WeChat names by `authCode`. */
  claim(claimNo: string, authCode: string): Promise<ClaimPay>;
  /** Where WeChat says who opened this page, of a prize or of the scan; it comes back to `back`. */
  oauth(back: string, state: string, claimNo?: string): Promise<{ url: string }>;
  /** Red packets that staff sent. */
  packets(page: number): Promise<Page<MyPacket>>;
  packet(id: string): Promise<MyPacketDetail>;
  /** The red packet activity whose app is to say who is here; `asked`: whether it is that one. */
  packetsAsk(asked?: string): Promise<{ redActiveId: number | null }>;
  packetsOauth(redActiveId: string, back: string, state: string): Promise<{ url: string }>;
  /** Signs in as whom WeChat names at the app of an activity. */
  packetsLogin(redActiveId: string, authCode: string): Promise<void>;
  /** What firms told him, newest first. */
  messages(page: number): Promise<Page<MyMessage>>;
  unread(): Promise<{ count: number }>;
  /** Says that he has seen them. */
  readMessages(ids: readonly number[]): Promise<unknown>;
}

const base = '/public/lottery';
const signedOut = 401;

/** Calls as whoever this phone is known as; a token that is over is dropped, and the call made once more without one. */
export const ask = async <T>(path: string, body?: object, patience?: number): Promise<T> => {
  const token = accountToken();
  const once = (): Promise<T> => call<T>(base + path, body, { patience, headers: accountHeaders() });
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

/**
 * The server, asked under the token of a scan ('' where none was made), or about an activity that is played without one; `from` names
 * whose link led to it.
 */
export const serverDesk = (scanToken: string, activityOfPoints?: number, from = ''): Desk => {
  let link = from;
  const signIn = async (more: object): Promise<void> => {
    const { token } = await ask<{ token: string }>('/login', {
      ...coming(scanToken, activityOfPoints),
      ...(link && { from: link }),
      ...more,
    });
    link = '';
    keepToken(token);
  };
  return {
    isKnown: () => accountToken() !== '',
    locate: findPosition,
    scan: (place) => ask('/scan', { ...coming(scanToken, activityOfPoints), ...place }),
    agree: (authCode) => signIn({ agrees: true, ...(authCode && { authCode }) }),
    arrive: async () => {
      if (link) await signIn({});
    },
    tellPhone: (phone) => ask('/phone', { ...coming(scanToken, activityOfPoints), phone }),
    ticket: (activityId, place, challengeToken) =>
      ask('/ticket', { ...coming(scanToken), activityId, ...place, challengeToken }),
    challenge: (key, characters) => ask('/challenge', { key, code: characters }),
    draw: (ticket, clientSeed) => ask('/draw', { ticket, clientSeed }, drawPatience),
    rules: (activityId) => ask(`/rule${query({ activityId })}`),
    winners: (activityId) => ask(`/winners${query({ activityId })}`),
    proof: (drawNo) => ask(`/fair${query({ drawNo })}`),
    pack: (activityId, epochNo) => ask(`/fair/pack${query({ activityId, epochNo })}`, undefined, packPatience),
    prizes: (page, status) => ask(`/my/prizes${query({ page, status, token: scanToken })}`),
    prize: (claimNo, place) => ask(`/my/prize${query({ claimNo, ...place })}`),
    collect: (claimNo, collect) => ask('/claim/collect', { claimNo, collect }),
    posting: (claimNo) => ask(`/redeem/info${query({ claimNo })}`),
    redeem: (filing) => ask('/redeem', filing),
    cancelPost: (redeemNo) => ask('/redeem/cancel', { redeemNo }),
    regions: (pid) => ask(`/region/list${query({ pid })}`),
    claimPay: (claimNo) => ask(`/claim/pay${query({ claimNo })}`),
    claim: (claimNo, authCode) => ask('/claim', { claimNo, authCode }),
    oauth: (back, state, claimNo) =>
      ask(
        `/oauth${query({ ...(claimNo ? { claimNo } : { token: scanToken, activityId: activityOfPoints }), back, state })}`,
      ),
    packets: (page) => ask(`/my/packets${query({ page })}`),
    packet: (id) => ask(`/my/packet${query({ id })}`),
    packetsAsk: (redActiveId) => ask(`/my/packets/ask${query({ redActiveId, token: scanToken })}`),
    packetsOauth: (redActiveId, back, state) => ask(`/oauth${query({ redActiveId, back, state })}`),
    packetsLogin: async (redActiveId, authCode) => {
      const { token } = await ask<{ token: string }>('/my/packets/login', { redActiveId, authCode });
      keepToken(token);
    },
    messages: (page) => ask(`/my/messages${query({ page })}`),
    unread: () => ask('/my/messages/unread'),
    readMessages: (ids) => ask('/my/messages/read', { ids }),
  };
};
