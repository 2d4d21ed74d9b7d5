import { randomUUID } from 'node:crypto';
import { call, issue, issueBoxes, textsOf } from './issued-codes.ts';
import { line, openWorld, percentile, type World } from './world.ts';

/**
 * Moving goods over HTTP. What checking, shipping, cancelling and signing a range of 10 million codes costs against one of 10, median
 * of turns that alternate, aim at most 1.5 times; 2,000 single codes shipped by one call, at most 3 s; and what a code three levels
 * deep is resolved in after hundreds of operations on it and its boxes, against one that was just packed and shipped, aim at most 1.25 times.
 */
const turns = 15;
const [small, large] = [10, 10_000_000];
const mostRatio = 1.5;
const singles = 2000;
const mostSeconds = 3;
const rounds = 60;
const probes = 500;
const mostGrowth = 1.25;

interface Place {
  taskId: number;
  seg: number;
}
interface Line {
  code: string;
  lastCode?: string;
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!;

const timeOf = async <T>(work: () => Promise<T>): Promise<{ took: number; answer: T }> => {
  const from = performance.now();
  const answer = await work();
  return { took: performance.now() - from, answer };
};

const verdict = (isMet: boolean): string => {
  if (!isMet) process.exitCode = 1;
  return isMet ? 'met' : 'MISSED';
};

const post = (world: World, path: string, body: object) =>
  call(world, `/admin/identity/${path}`, body) as Promise<{ id: number }>;

/** From the firm to its dealer, unless more is said. */
interface Head {
  firmId: number;
  toKind: number;
  toId: number;
  bizType?: number;
  reason?: string;
  fromKind?: number;
  fromId?: number;
}

/** The calls that move goods by documents of one kind. */
const shipping = (world: World, head: Head) => ({
  check: (lines: Line[]) => post(world, 'deliver/scan/check', { head, lines }),
  ship: (lines: Line[]) => post(world, 'deliver/scan/save', { head, lines }),
  sign: (id: number) => post(world, 'deliver/sign', { id, mode: 'all' }),
  cancel: (id: number) => post(world, 'deliver/cancel', { id, reason: '量' }),
});
type Shipping = ReturnType<typeof shipping>;

const ranges = async (world: World, firmId: number, { check, ship, sign, cancel }: Shipping): Promise<void> => {
  const times = new Map<string, number[]>();
  const turn = async (size: number): Promise<void> => {
    const place = await issue(world, firmId, large);
    const [code] = await textsOf(world, place, 1);
    const [lastCode] = await textsOf(world, place, 1, size);
    const lines = [{ code: code!, lastCode: lastCode! }];
    const note = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
      const { took, answer } = await timeOf(work);
      times.set(`${name} ${size}`, [...(times.get(`${name} ${size}`) ?? []), took]);
      return answer;
    };
    await note('check', () => check(lines));
    const first = await note('ship', () => ship(lines));
    await note('cancel', () => cancel(first.id));
    const second = await ship(lines);
    await note('sign', () => sign(second.id));
  };
  for (let at = 0; at < turns; at += 1) for (const size of [small, large]) await turn(size);
  for (const name of ['check', 'ship', 'cancel', 'sign']) {
    const [few, many] = [median(times.get(`${name} ${small}`)!), median(times.get(`${name} ${large}`)!)];
    const ratio = many / few;
    console.log(
      `${name.padEnd(9)} 10 codes ${few.toFixed(1).padStart(6)} ms   10,000,000 codes ${many.toFixed(1).padStart(6)} ms   ratio ${ratio.toFixed(2)}  aim ${mostRatio}: ${verdict(ratio <= mostRatio)}`,
    );
  }
};

const loose = async (world: World, firmId: number, { ship }: Shipping): Promise<void> => {
  const place = await issue(world, firmId, 2 * singles);
  // Every other one: no two are a run.
  const codes = (await textsOf(world, place, 2 * singles)).filter((_code, at) => at % 2 === 0);
  const { took } = await timeOf(() => ship(codes.map((code) => ({ code }))));
  const seconds = took / 1000;
  console.log(
    `ship      ${singles.toLocaleString('en')} single codes by one call ${seconds.toFixed(2)} s  at most ${mostSeconds} s: ${verdict(seconds <= mostSeconds)}`,
  );
};

/** An item in a box in a case. */
const stacked = async (world: World, item: Place, box: Place, bigBox: Place, nth: number) => {
  const textOf = async (place: Place) => (await textsOf(world, place, 1, nth))[0]!;
  const [code, parent, root] = [await textOf(item), await textOf(box), await textOf(bigBox)];
  await post(world, 'pack/alone/save', { parentCode: parent, children: [code] });
  await post(world, 'pack/box/save', { parentCode: root, children: [parent] });
  return { code, root };
};

/** What is asked of a code: its page, and a shopper's query. */
const questions: Record<string, (world: World, code: string) => Promise<unknown>> = {
  'code page': ({ url, token }, code) =>
    fetch(`${url}/api/admin/identity/identity/info?code=${code}`, { headers: { 'authori-zation': token } }).then(
      async (answer) => {
        const { code: status, message } = (await answer.json()) as { code: number; message: string };
        if (status !== 200) throw new Error(`info: ${status} ${message}`);
      },
    ),
  shopper: (world, code) => call(world, '/public/trace/scan', { code, entry: 0, deviceId: randomUUID() }),
};

const resolving = async (world: World, firmId: number, dealer: Head): Promise<void> => {
  const issued = await issue(world, firmId, 100);
  const { taskId, productId } = issued;
  await world.pg.query('update product set box_num = 1, case_num = 1 where id = $1', [productId]);
  const box = { taskId, seg: await issueBoxes(world, firmId, issued, { level: 1, count: 100 }) };
  const bigBox = { taskId, seg: await issueBoxes(world, firmId, issued, { level: 2, count: 100 }) };
  const { rows: before } = await world.pg.query<{ ops: number }>('select count(*)::int as ops from code_op');
  const old = await stacked(world, issued, box, bigBox, 1);
  const { ship, sign, cancel } = shipping(world, dealer);
  const back = shipping(world, {
    firmId,
    bizType: 2,
    reason: '量',
    fromKind: dealer.toKind,
    fromId: dealer.toId,
    toKind: 0,
    toId: 0,
  });
  const pick = { mode: 5, codes: [old.code] };
  const root = [{ code: old.root }];
  for (let round = 0; round < rounds; round += 1) {
    await post(world, 'batch/freeze', { firmId, pick, reason: '量', idemKey: randomUUID() });
    await post(world, 'batch/unfreeze', { firmId, pick, reason: '量', idemKey: randomUUID() });
    await cancel((await ship(root)).id);
    await sign((await ship(root)).id);
    await sign((await back.ship(root)).id);
  }
  await ship(root);
  const { rows: after } = await world.pg.query<{ ops: number }>('select count(*)::int as ops from code_op');
  const fresh = await stacked(world, issued, box, bigBox, 2);
  await ship([{ code: fresh.root }]);
  await world.pg.query('vacuum analyze');
  const operations = after[0]!.ops - before[0]!.ops;
  for (const [name, ask] of Object.entries(questions)) {
    const times: Record<'old' | 'fresh', number[]> = { old: [], fresh: [] };
    for (let probe = -50; probe < probes; probe += 1)
      for (const [which, { code }] of [['old', old] as const, ['fresh', fresh] as const]) {
        const { took } = await timeOf(() => ask(world, code));
        if (probe >= 0) times[which].push(took);
      }
    const [long, short] = [times.old, times.fresh].map((some) => some.toSorted((a, b) => a - b)) as [
      number[],
      number[],
    ];
    console.log(line(`${name}, three levels deep, just packed and shipped`, short));
    console.log(line(`${name}, three levels deep, ${operations} operations`, long));
    const [middle, worst] = [0.5, 0.99].map((part) => percentile(long, part) / percentile(short, part));
    console.log(
      `${name.padEnd(9)} of the fresh one's time: p50 ${middle!.toFixed(2)}, p99 ${worst!.toFixed(2)}  aim flat, p50 at most ${mostGrowth}: ${verdict(middle! <= mostGrowth)}`,
    );
  }
};

const world = await openWorld();
try {
  const idOf = async (text: string, values: unknown[] = []): Promise<number> =>
    Number((await world.pg.query<{ id: number }>(text, values)).rows[0]!.id);
  const firmId = await idOf(
    `insert into firm (name, firm_no, credit_code, audit) values ('基准企业', 'FB', '91330000MA00000000', 1) returning id`,
  );
  const toId = await idOf(
    `insert into agent (firm_id, name, agent_no, agent_type) values ($1, '基准经销商', 'AB', 1) returning id`,
    [firmId],
  );
  const dealer = { firmId, toKind: 1, toId };
  const calls = shipping(world, dealer);
  await ranges(world, firmId, calls);
  await loose(world, firmId, calls);
  await resolving(world, firmId, dealer);
} finally {
  await world.close();
}
