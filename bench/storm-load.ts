import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

/** Longer than any answer may take; a call that needs it hangs. */
const patienceMs = 30_000;
const importRows = 150;
const activatedAtOnce = 50;

interface Envelope {
  code: number;
  message: string;
  data: Record<string, unknown>;
}

/** What was answered with 200, by kind: it has to be found afterwards, once. */
export interface Acknowledged {
  scans: number[];
  saves: string[];
  tasks: { id: number; count: number }[];
  activated: number;
  imports: { id: number; mark: string }[];
  exports: number[];
}

export interface World {
  addresses: string[];
  firmId: number;
  productId: number;
  lotId: number;
  /** A large segment none of whose codes is active, and codes of another one that all are. */
  seg: number;
  codes: string[];
}

/** The mixed load of a storm: loops that call whichever process answers, and note what was acknowledged. */
export const openLoad = (world: World, token: string) => {
  const acknowledged: Acknowledged = { scans: [], saves: [], tasks: [], activated: 0, imports: [], exports: [] };
  const answers = new Map<string, number>();
  const asked = { scans: 0, saves: 0 };
  const violations: string[] = [];
  const state = { isRunning: true, insistUntil: Infinity };
  let serial = 1;

  const send = async (path: string, init: RequestInit): Promise<Envelope | undefined> => {
    const address = world.addresses[randomInt(world.addresses.length)]!;
    const from = Date.now();
    try {
      const answer = await fetch(`${address}/api${path}`, { ...init, signal: AbortSignal.timeout(patienceMs) });
      const envelope = (await answer.json()) as Envelope;
      count(`code ${envelope.code}`);
      if (envelope.code === 500) violations.push(`${path}: 500 ${envelope.message}`);
      return envelope;
    } catch {
      const isHanging = Date.now() - from >= patienceMs;
      count(isHanging ? 'no answer in time' : 'connection broke');
      if (isHanging) violations.push(`${path} hung`);
      // A process that was killed takes a moment to come again.
      await sleep(100);
      return undefined;
    }
  };
  const count = (name: string) => answers.set(name, (answers.get(name) ?? 0) + 1);

  const headers = { 'authori-zation': token };
  const call = (path: string, body: object, more: Record<string, string> = {}) =>
    send(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers, ...more },
      body: JSON.stringify(body),
    });
  /** The same request until it is answered with 200: its number makes it count once. */
  const insist = async (path: string, body: object): Promise<Envelope | undefined> => {
    while (Date.now() < state.insistUntil) {
      const envelope = await call(path, body);
      if (envelope?.code === 200) return envelope;
      if (envelope && ![429, 500, 503, 61098].includes(envelope.code))
        throw new Error(`${path}: ${envelope.code} ${envelope.message}`);
      await sleep(200);
    }
    violations.push(`${path} was not taken, though it was asked again and again`);
    return undefined;
  };

  const address = () => Array.from({ length: 3 }, () => randomInt(1, 254)).join('.');
  const scan = async () => {
    asked.scans += 1;
    const code = world.codes[randomInt(world.codes.length)]!;
    const asks = { code, entry: 0, deviceId: randomUUID() };
    const envelope = await call('/public/trace/scan', asks, { 'x-forwarded-for': `203.${address()}` });
    const id = envelope?.code === 200 ? envelope.data.scanId : null;
    if (typeof id === 'number') acknowledged.scans.push(id);
  };
  const save = async () => {
    asked.saves += 1;
    const storeName = `存 ${randomUUID()}`;
    const draft = { firmId: world.firmId, storeName, unit: '盒', image: '/media/a.png' };
    const envelope = await call('/admin/identity/product/save', draft);
    if (envelope?.code === 200) acknowledged.saves.push(storeName);
    await sleep(50);
  };
  const issue = async () => {
    const itemCount = 1_000 + randomInt(3_000);
    const draft = { firmId: world.firmId, name: '风暴', itemCount, idemKey: randomUUID() };
    const envelope = await insist('/admin/identity/task/save', draft);
    if (envelope) acknowledged.tasks.push({ id: envelope.data.id as number, count: itemCount });
    await sleep(1_500);
  };
  const activate = async () => {
    const serialFrom = serial;
    serial += activatedAtOnce;
    const pick = {
      mode: 1,
      ranges: [{ seg: world.seg, serialFrom, serialTo: serialFrom + activatedAtOnce - 1 }],
    };
    const { productId, lotId } = world;
    const envelope = await insist('/admin/identity/batch/use', { pick, productId, lotId, idemKey: randomUUID() });
    if (envelope) acknowledged.activated += activatedAtOnce;
    await sleep(100);
  };
  const bring = async () => {
    const mark = randomUUID();
    const lines = Array.from({ length: importRows }, (_, at) => `导 ${mark} ${at},盒`);
    const form = new FormData();
    form.append('multipart', new Blob([`名称,单位\n${lines.join('\n')}\n`]), '产品.csv');
    const uploaded = await send('/admin/identity/importTask/upload?biz=product', {
      method: 'POST',
      headers,
      body: form,
    });
    if (uploaded?.code === 200) {
      const asks = { biz: 'product', firmId: world.firmId, fileUrl: uploaded.data.url, idemKey: mark };
      const envelope = await insist('/admin/identity/importTask/save', asks);
      if (envelope) acknowledged.imports.push({ id: envelope.data.taskId as number, mark });
    }
    await sleep(4_000);
  };
  const take = async () => {
    const envelope = await send(`/admin/identity/product/export?firmId=${world.firmId}&brand=%E5%A4%9A`, { headers });
    if (typeof envelope?.data?.taskId === 'number') acknowledged.exports.push(envelope.data.taskId);
    await sleep(3_000);
  };

  const loop = async (run: () => Promise<void>) => {
    while (state.isRunning) await run();
  };
  const loops = [scan, scan, scan, scan, save, save, issue, activate, activate, bring, take].map((run) => loop(run));
  return {
    acknowledged,
    asked,
    answers,
    violations,
    importRows,
    /** Lets the calls under way end. */
    async stop(): Promise<void> {
      state.isRunning = false;
      state.insistUntil = Date.now() + 60_000;
      await Promise.all(loops);
    },
  };
};
