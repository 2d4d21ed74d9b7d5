import type { publicDrawApi } from '@zhuiyuan/contract/campaign/draw/public-draw';
import type { publicRedeemApi } from '@zhuiyuan/contract/claim/public-redeem';
import type { DataOf } from '@zhuiyuan/contract/kit/endpoint';
import type { publicClaimApi } from '@zhuiyuan/contract/payout/public-claim';
import type { publicTraceApi } from '@zhuiyuan/contract/scan/query/public-trace';
import type { Simulator } from './simulator.ts';

/** Where a phone is, in degrees. */
export interface Place {
  lng: number;
  lat: number;
}

type Drawing = typeof publicDrawApi;
export type Drawn = DataOf<Drawing['draw']>;

const userAgent =
  'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Mobile Safari/537.36 MicroMessenger/8.0.50';

/** The phone of somebody in WeChat, at an address of his own, calling as its pages do. `nth` tells him from others. */
export const openShopper = (nth: number, { mark, simulator }: { mark: string; simulator: Simulator }) => {
  let account = '';
  const deviceId = `${mark}-${nth}`;
  const ask = async <T>(path: string, body?: object, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${process.env.E2E_URL}${path}`, {
      headers: {
        'user-agent': userAgent,
        'x-forwarded-for': `203.0.${nth >> 8}.${nth & 255}`,
        ...(account && { 'x-consumer-token': account }),
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    return (await answer.json()) as { code: number; message: string; data: T };
  };
  const must = async <T>(path: string, body?: object): Promise<T> => {
    const { code, message, data } = await ask<T>(path, body);
    if (code !== 200) throw new Error(`${path}: ${code} ${message}`);
    return data;
  };
  return {
    account: () => account,
    deviceId,
    ask,
    must,
    /** Opens the page of a code; answers what it is asked under. */
    async scan(code: string, place?: Place): Promise<string> {
      const { token } = await must<DataOf<(typeof publicTraceApi)['scan']>>('/public/trace/scan', {
        code,
        deviceId,
        entry: 1,
        geoSource: 3,
      });
      if (place) await must('/public/trace/geo', { token, ...place });
      return token;
    },
    play: (token: string) => must<DataOf<Drawing['scan']>>('/public/lottery/scan', { token }),
    /** Agrees to the rules, as whom WeChat says he is. */
    async signIn(token: string): Promise<number> {
      const back = new URLSearchParams({ token, back: '/c', state: 'journey' }).toString();
      const { url } = await must<{ url: string }>(`/public/lottery/oauth?${back}`);
      const sent = await fetch(url, {
        redirect: 'manual',
        headers: { cookie: `sim_openid=o${mark}${String(nth).padStart(4, '0')}_ok` },
      });
      const authCode = new URL(sent.headers.get('location')!, simulator.url).searchParams.get('code')!;
      const { token: given, uid } = await must<DataOf<Drawing['login']>>('/public/lottery/login', {
        token,
        authCode,
        agrees: true,
      });
      account = given;
      return uid;
    },
    ticket: (token: string, activityId: number, place?: Place) =>
      ask<DataOf<Drawing['ticket']>>('/public/lottery/ticket', { token, activityId, ...place }),
    async draw(token: string, activityId: number, place?: Place): Promise<Drawn> {
      const { ticket } = await must<DataOf<Drawing['ticket']>>('/public/lottery/ticket', {
        token,
        activityId,
        ...place,
      });
      return must<Drawn>('/public/lottery/draw', { ticket, clientSeed: '0123456789abcdef' });
    },
    prize: (claimNo: string) => must<DataOf<Drawing['myPrize']>>(`/public/lottery/my/prize?claimNo=${claimNo}`),
    /** Takes the money of a prize: asks for it, and says yes on the page of WeChat. */
    async takeCash(claimNo: string): Promise<void> {
      type Pay = DataOf<(typeof publicClaimApi)['claim']>;
      let state = await must<Pay>('/public/lottery/claim', { claimNo, authCode: '' });
      let isConfirmed = false;
      for (let tries = 0; state.status === 0; tries += 1) {
        if (tries > 300) throw new Error(`${claimNo} is not paid: ${JSON.stringify(state)}`);
        if (state.pay && !isConfirmed) {
          await simulator.confirm(state.pay.package);
          isConfirmed = true;
        }
        // The payout goes its way meanwhile.
        await new Promise((resolve) => setTimeout(resolve, 300));
        state = await must<Pay>(`/public/lottery/claim/pay?claimNo=${claimNo}`);
      }
    },
    /** Has a prize sent to where he lives. */
    sendHome: (claimNo: string) =>
      must<DataOf<(typeof publicRedeemApi)['redeem']>>('/public/lottery/redeem', {
        claimNo,
        receiver: '林知夏',
        phone: '13812345678',
        regionCode: '330106',
        address: '龙井路18号3幢2单元',
      }),
  };
};
export type Shopper = ReturnType<typeof openShopper>;

/** Does something with each of many, so many at a time. */
export const inParallel = async <T>(
  many: readonly T[],
  width: number,
  work: (one: T, nth: number) => Promise<void>,
): Promise<void> => {
  const rest = many.entries();
  await Promise.all(
    Array.from({ length: width }, async () => {
      for (const [nth, one] of rest) await work(one, nth);
    }),
  );
};
