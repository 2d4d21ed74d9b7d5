import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { knownMerchant, type SimMerchant } from './keys.ts';
import { PaySimulator } from './pay-simulator.ts';

/** `npm run simulate-pay`: the simulator as a process of its own. The merchant's keys are kept, so that a server set up for it stays so. */
const port = Number(process.env.PORT || 4180);
const file = resolve(process.env.DATA_DIR || './data', 'simulated-merchant.json');
const balance = 1_000_000_00;

const simulator = new PaySimulator(Math.random);
if (existsSync(file)) {
  const merchant = knownMerchant(JSON.parse(readFileSync(file, 'utf8')) as SimMerchant);
  simulator.merchants.set(merchant.mchId, merchant);
  simulator.ledger.setBalance(merchant.mchId, balance);
} else {
  const { publicKey: _public, ...kept } = simulator.addMerchant('1900000109', { balance });
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(kept, null, 2)}\n`, { mode: 0o600 });
}
// Who receives is a person here: he confirms on a page, or by a call.
simulator.config.autoConfirmMs = -1;
await simulator.listen(port);

process.stdout.write(
  `Simulated WeChat Pay at ${simulator.url}
What the form of a merchant asks for: ${simulator.url}/__sim/merchants
Template messages that were sent: ${simulator.url}/__sim/messages
Bills, money, callbacks: ${simulator.url}/__sim/ledger; a receiver confirms by POST /__sim/bills/<number>/confirm\n`,
);
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => void simulator.close().then(() => process.exit(0)));
