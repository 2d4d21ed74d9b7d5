import { openDatabase } from '../src/kit/db/database.ts';
import { sendOnce } from '../src/message/send-messages.ts';
import { openTransport, type MessageTransport } from '../src/message/official-account.ts';

/** A worker that sends a test's messages by day, and kills itself (SIGKILL) before or after its first one goes out; `never` works until it is killed. */
const [url = '', masterKey = '', step = 'never', lease = '60000'] = process.argv.slice(2);
const die = (): Promise<never> => {
  process.kill(process.pid, 'SIGKILL');
  return new Promise<never>(() => undefined);
};

const { send, ...rest } = openTransport();
const transport: MessageTransport = {
  ...rest,
  async send(...call) {
    if (step === 'before-post') await die();
    const sent = await send(...call);
    if (step === 'after-post') await die();
    return sent;
  },
};
const sender = {
  db: openDatabase(url).db,
  log: { error: () => undefined },
  masterKey: Buffer.from(masterKey, 'hex'),
  transport,
  lease: Number(lease),
  now: () => Date.parse('2026-06-01T04:00:00Z'),
};
process.stdout.write('working\n');
for (;;) if ((await sendOnce(sender)) === 0) await new Promise((resolve) => setTimeout(resolve, 5));
