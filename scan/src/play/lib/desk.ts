import type { ClaimStatus } from '@zhuiyuan/contract/campaign/campaign-states';
import { challengeApi } from '@zhuiyuan/contract/campaign/draw/challenge';
import type { Collected } from '@zhuiyuan/contract/campaign/draw/collect';
import {
  publicDrawApi,
  type DrawAnswer,
  type MyPrize,
  type MyPrizeDetail,
  type PlayAnswer,
} from '@zhuiyuan/contract/campaign/draw/public-draw';
import type { Rules } from '@zhuiyuan/contract/campaign/draw/rules';
import { tellPhoneApi } from '@zhuiyuan/contract/campaign/draw/tell-phone';
import type { Proof } from '@zhuiyuan/contract/campaign/fair/fair';
import { publicRedeemApi, type Posting } from '@zhuiyuan/contract/claim/public-redeem';
import type { DataOf, Endpoint, QueryOf } from '@zhuiyuan/contract/kit/endpoint';
import type { Page } from '@zhuiyuan/contract/kit/page';
import { myMessagesApi, type MyMessage } from '@zhuiyuan/contract/message/my-messages';
import { publicClaimApi, type ClaimPay } from '@zhuiyuan/contract/payout/public-claim';
import { myPacketsApi, type MyPacket, type MyPacketDetail } from '@zhuiyuan/contract/red/send/my-packets';
import { accountHeaders, accountToken, keepToken } from '../../lib/account-token.ts';
import { call, CallFailed } from '../../lib/call.ts';
import { deviceId } from '../../lib/device-id.ts';
import { findPosition, type Position } from '../../lib/position.ts';
import type { Filing } from './filing.ts';

export type Region = DataOf<(typeof publicRedeemApi)['regions']>[number];
export type Winner = DataOf<(typeof publicDrawApi)['winners']>[number];
type Ticket = DataOf<(typeof publicDrawApi)['ticket']>;

/** How long a draw is waited for before its ticket is kept for another try, in milliseconds. */
export const drawPatience = 8000;

/** How long a period's data is waited for: a large one is tens of megabytes. */
const packPatience = 180_000;

/** Nobody is known on this phone, or no more. */
export const signedOut = 401;

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
  ticket(activityId: number, place: Position | null, challengeToken?: string): Promise<Ticket>;
  /** What the picture of a refused ticket says. */
  challenge(key: string, characters: string): Promise<DataOf<(typeof challengeApi)['challenge']>>;
  draw(ticket: string, clientSeed: string): Promise<DrawAnswer>;
  rules(activityId: number): Promise<Rules>;
  winners(activityId: number): Promise<Winner[]>;
  proof(drawNo: string): Promise<Proof>;
  /** All that was published of a period of draws. */
  pack(activityId: number, epochNo: number): Promise<unknown>;
  /** Those of a state, or all of them. */
  prizes(page: number, status?: ClaimStatus): Promise<Page<MyPrize>>;
  prize(claimNo: string, place: Position | null): Promise<MyPrizeDetail>;
  /** Tells who a winner is, as his activity asks. */
  collect(claimNo: string, collect: Partial<Collected>): Promise<unknown>;
  /** Whether a prize goes by post, and how far it has come. */
  posting(claimNo: string): Promise<Posting>;
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

/** Makes a call of the contract as whoever this phone is known as; a token that is over is dropped, and the call made once more without one. */
export const ask = async <E extends Endpoint>(
  endpoint: E,
  input: QueryOf<E>,
  patience?: number,
): Promise<DataOf<E>> => {
  const token = accountToken();
  const once = (): Promise<DataOf<E>> => call(endpoint, input, { patience, headers: accountHeaders() });
  try {
    return await once();
  } catch (error) {
    if (!token || !(error instanceof CallFailed) || error.code !== signedOut) throw error;
    keepToken('');
    return once();
  }
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
    const { token } = await ask(publicDrawApi.login, {
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
    scan: (place) => ask(publicDrawApi.scan, { ...coming(scanToken, activityOfPoints), ...place }),
    agree: (authCode) => signIn({ agrees: true, ...(authCode && { authCode }) }),
    arrive: async () => {
      if (link) await signIn({});
    },
    tellPhone: (phone) => ask(tellPhoneApi.phone, { ...coming(scanToken, activityOfPoints), phone }),
    ticket: (activityId, place, challengeToken) =>
      ask(publicDrawApi.ticket, { ...coming(scanToken), activityId, ...place, challengeToken }),
    challenge: (key, code) => ask(challengeApi.challenge, { key, code }),
    draw: (ticket, clientSeed) => ask(publicDrawApi.draw, { ticket, clientSeed }, drawPatience),
    rules: (activityId) => ask(publicDrawApi.rules, { activityId }),
    winners: (activityId) => ask(publicDrawApi.winners, { activityId }),
    proof: (drawNo) => ask(publicDrawApi.proof, { drawNo }),
    pack: (activityId, epochNo) => ask(publicDrawApi.pack, { activityId, epochNo }, packPatience),
    prizes: (page, status) => ask(publicDrawApi.myPrizes, { page, status }),
    prize: (claimNo, place) => ask(publicDrawApi.myPrize, { claimNo, ...place }),
    collect: (claimNo, collect) => ask(publicDrawApi.collect, { claimNo, collect }),
    posting: (claimNo) => ask(publicRedeemApi.posting, { claimNo }),
    redeem: (filing) => ask(publicRedeemApi.redeem, filing),
    cancelPost: (redeemNo) => ask(publicRedeemApi.cancel, { redeemNo }),
    regions: (pid) => ask(publicRedeemApi.regions, { pid }),
    claimPay: (claimNo) => ask(publicClaimApi.claimPay, { claimNo }),
    claim: (claimNo, authCode) => ask(publicClaimApi.claim, { claimNo, authCode }),
    oauth: (back, state, claimNo) =>
      ask(publicClaimApi.oauth, {
        ...(claimNo ? { claimNo } : { token: scanToken, activityId: activityOfPoints }),
        back,
        state,
      }),
    packets: (page) => ask(myPacketsApi.list, { page }),
    packet: (id) => ask(myPacketsApi.info, { id }),
    packetsAsk: (redActiveId) => ask(myPacketsApi.ask, { redActiveId, token: scanToken }),
    packetsOauth: (redActiveId, back, state) => ask(publicClaimApi.oauth, { redActiveId, back, state }),
    packetsLogin: async (redActiveId, authCode) =>
      keepToken((await ask(myPacketsApi.login, { redActiveId, authCode })).token),
    messages: (page) => ask(myMessagesApi.list, { page }),
    unread: () => ask(myMessagesApi.unread, {}),
    readMessages: (ids) => ask(myMessagesApi.read, { ids }),
  };
};
