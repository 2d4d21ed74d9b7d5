import { createPrivateKey } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PlatformKeys } from '../src/payout/wechat-pay/platform-keys.ts';
import { transferBody } from '../src/payout/wechat-pay/transfer-body.ts';
import { fetchCertificates, type Merchant } from '../src/payout/wechat-pay/transport.ts';
import { openWechatPay } from '../src/payout/wechat-pay/wechat-pay.ts';
import { seeded } from '@zhuiyuan/simulator/faults';
import { PaySimulator } from '@zhuiyuan/simulator/pay-simulator';

/** A simulator with one merchant, and that merchant's client. Close it at the end. */
export const openSimulatedPay = async ({ seed = 1, balance = 1_000_000, timeoutMs = 2000, clock = Date.now } = {}) => {
  const simulator = await new PaySimulator(seeded(seed)).listen();
  const known = simulator.addMerchant('1900000109', { balance });
  const merchant: Merchant = {
    mchId: known.mchId,
    appId: known.appId,
    serialNo: known.serialNo,
    privateKey: createPrivateKey(known.privateKey),
    apiV3Key: Buffer.from(known.apiV3Key),
    hosts: [simulator.url],
    timeoutMs,
  };
  const keys = new PlatformKeys([], () => fetchCertificates(merchant), clock);
  const pay = openWechatPay(merchant, keys);
  const body = (outBillNo: string, openid: string, amount = 100, notifyUrl = 'http://127.0.0.1:9/notify') =>
    transferBody({
      appId: merchant.appId,
      outBillNo,
      sceneId: '1000',
      openid,
      amount,
      remark: '中秋扫码有礼',
      notifyUrl,
      reports: [
        { type: '活动名称', content: '中秋扫码有礼' },
        { type: '奖励说明', content: '现金红包' },
      ],
    });
  return {
    simulator,
    merchant,
    keys,
    pay,
    body,
    create: (outBillNo: string, openid: string, amount?: number, notifyUrl?: string) =>
      pay.create(outBillNo, body(outBillNo, openid, amount, notifyUrl)),
    /** What the simulator's books say was paid for a number. */
    paid: (outBillNo: string) =>
      [...simulator.ledger.bills.values()].filter((bill) => bill.outBillNo === outBillNo && bill.state === 'SUCCESS'),
    close: () => simulator.close(),
  };
};

/** Somebody who keeps every callback that comes, and answers as told. */
export const openReceiver = async () => {
  const received: { headers: IncomingHttpHeaders; body: string }[] = [];
  let status = 200;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    received.push({ headers: request.headers, body: Buffer.concat(chunks).toString('utf8') });
    response.writeHead(status).end('{"code":"SUCCESS"}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    received,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/notify`,
    answer: (next: number) => void (status = next),
    close: () => new Promise((resolve) => (server.closeAllConnections(), server.close(resolve))),
  };
};
