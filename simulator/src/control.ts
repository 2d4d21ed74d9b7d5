import type { SimConfig } from './faults.ts';
import { knownMerchant, type SimMerchant } from './keys.ts';
import { secretOf } from './sign-in.ts';
import type { PaySimulator } from './pay-simulator.ts';
import { refuse, type SimReply } from './transfers.ts';

/** What a merchant's form in the back office asks for. */
const merchantSheet = (simulator: PaySimulator, merchant: SimMerchant) => ({
  mchId: merchant.mchId,
  appId: merchant.appId,
  serialNo: merchant.serialNo,
  privateKey: merchant.privateKey,
  apiV3Key: merchant.apiV3Key,
  appSecret: secretOf(merchant),
  baseUrl: simulator.url,
  platformKeys: simulator.keys.map(({ serialNo, pem }) => ({ serialNo, pem })),
});

const done = (body: object = {}): SimReply => ({ status: 200, body });

/** The calls that steer the simulator: by tests, and by whoever plays the receiver. */
export const control = async (
  simulator: PaySimulator,
  method: string,
  path: string,
  body: string,
): Promise<SimReply> => {
  const url = new URL(path, 'http://sim');
  const given = (body ? JSON.parse(body) : {}) as Record<string, never>;
  const { ledger, transfers, callbacks } = simulator;
  const [, , what, number, act] = url.pathname.split('/');
  const firstMerchant = [...simulator.merchants.keys()][0] ?? '';

  if (method === 'GET')
    switch (what) {
      case 'merchants':
        return done({ merchants: [...simulator.merchants.values()].map((one) => merchantSheet(simulator, one)) });
      case 'ledger':
        return done({
          balance: ledger.balance(firstMerchant),
          bills: [...ledger.bills.values()],
          entries: ledger.entries,
          callbacks: { sent: callbacks.sent, answered: callbacks.answered },
        });
      case 'config':
        return done(simulator.config);
      case 'messages':
        return done({ messages: simulator.messages.sent });
      default:
        return refuse(404, 'NOT_FOUND', '记录不存在');
    }

  switch (what) {
    case 'config':
      simulator.config = { ...simulator.config, ...(given as Partial<SimConfig>) };
      return done(simulator.config);
    case 'balance':
      ledger.setBalance(given.mchId ?? firstMerchant, Number(given.amount));
      return done({ balance: ledger.balance(given.mchId ?? firstMerchant) });
    case 'clock':
      simulator.advance(Number(given.advanceSeconds ?? 0) * 1000);
      return done({ now: new Date(simulator.now()).toISOString() });
    case 'codes':
      return done({ code: simulator.signIn.issue(given.appId ?? '', given.openid ?? '') });
    case 'followers':
      simulator.messages.attitudes.set(given.openid ?? '', given.attitude ?? 'follows');
      return done();
    case 'rotate': {
      const { serialNo, pem } = simulator.rotate(given);
      return done({ serialNo, pem });
    }
    case 'merchants': {
      const merchant = given.privateKey
        ? knownMerchant(given as unknown as SimMerchant)
        : simulator.addMerchant(given.mchId ?? '', given);
      simulator.merchants.set(merchant.mchId, merchant);
      return done(merchantSheet(simulator, merchant));
    }
    case 'bills': {
      const bill = [...ledger.bills.values()].find((one) => one.outBillNo === number);
      if (!bill) return refuse(404, 'NOT_FOUND', '记录不存在');
      const isDone =
        act === 'confirm'
          ? transfers.confirm(bill)
          : act === 'expire'
            ? transfers.expire(bill)
            : act === 'fail'
              ? transfers.fail(bill, given.reason ?? 'OTHER_FAIL_REASON_TYPE')
              : act === 'notify' && (await callbacks.tell(bill), true);
      return isDone ? done({ state: bill.state }) : refuse(400, 'INVALID_REQUEST', `单据状态为${bill.state}`);
    }
    default:
      return refuse(404, 'NOT_FOUND', '记录不存在');
  }
};
