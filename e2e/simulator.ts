import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface Bill {
  outBillNo: string;
  state: string;
  packageInfo: string;
}

/** What a merchant's form asks for, as the simulator shows it. */
export interface SimMerchantSheet {
  mchId: string;
  appId: string;
  serialNo: string;
  privateKey: string;
  apiV3Key: string;
  appSecret: string;
  baseUrl: string;
  platformKeys: { serialNo: string; pem: string }[];
}

/** The WeChat Pay of a journey, in a process of its own. */
export interface Simulator {
  url: string;
  /** A merchant of its own with money. */
  addMerchant: () => Promise<SimMerchantSheet>;
  bills: () => Promise<Bill[]>;
  /** The receiver's yes on the page that a package opens. */
  confirm: (packageInfo: string) => Promise<void>;
  stop: () => Promise<void>;
}

/** Starts the simulator that ships with the product, on a free port. */
export const startSimulator = async (): Promise<Simulator> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'zhuiyuan-simulator-'));
  const child = spawn(process.execPath, [join(import.meta.dirname, '../scripts/simulate-pay.mjs')], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: '0', DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    let said = '';
    child.stdout.on('data', (part: Buffer) => {
      said += part.toString();
      const found = /(http:\/\/127\.0\.0\.1:\d+)\/__sim\/merchants/.exec(said);
      if (found) resolve(found[1]!);
    });
    child.once('exit', () => reject(new Error(`the simulator does not come up: ${said}`)));
  });
  const call = async <T>(path: string, body?: object): Promise<T> => {
    const answer = await fetch(`${url}/__sim/${path}`, body ? { method: 'POST', body: JSON.stringify(body) } : {});
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  return {
    url,
    addMerchant: async () => {
      const mchId = `17${String(Date.now()).slice(-8)}`;
      const sheet = await call<SimMerchantSheet>('merchants', { mchId });
      await call('balance', { mchId, amount: 1_000_000 });
      return sheet;
    },
    bills: async () => (await call<{ bills: Bill[] }>('ledger')).bills,
    confirm: async (packageInfo) => {
      const { bills } = await call<{ bills: Bill[] }>('ledger');
      const bill = bills.find((one) => one.packageInfo === packageInfo);
      if (!bill) throw new Error('no such bill');
      await call(`bills/${bill.outBillNo}/confirm`, {});
    },
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => {
          rmSync(dataDir, { recursive: true, force: true });
          resolve();
        });
        child.kill('SIGTERM');
      }),
  };
};
