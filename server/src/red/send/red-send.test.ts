import { accessRefusals } from '@zhuiyuan/contract/access/access-refusals';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { Delivery, PayChannel, PayoutStatus, PaySource } from '@zhuiyuan/contract/payout/payout-enums';
import { redHoldApi } from '@zhuiyuan/contract/payout/red-hold';
import { redInfoApi } from '@zhuiyuan/contract/payout/red-info';
import { redActiveApi } from '@zhuiyuan/contract/red/active/red-active';
import { redSendApi } from '@zhuiyuan/contract/red/send/red-send';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../../test/eventually.ts';
import { makeStaff } from '../../../test/factories/access.ts';
import { openCashWorld } from '../../../test/factories/cash.ts';
import { uploaded } from '../../../test/factories/jobs.ts';
import { findFaults } from '../../../test/factories/lottery.ts';
import { makeRedActive } from '../../../test/factories/red.ts';
import { book, type Cell } from '../../../test/sheets.ts';
import { hashPassword } from '../../access/hash-password.ts';
import { maskConsumer } from '../../member/mask-consumer.ts';

const password = 'Sp1ced-tea';
const titles = ['OpenID', '金额（元）', '备注'];

let world: Awaited<ReturnType<typeof openCashWorld>>;
let token: string;
let other: string;

/** Staff of the firm who can say their password. */
const makeSender = async (permissions: string[]) => {
  const staff = await makeStaff(world.app, { firmId: world.firmId, permissions });
  await world.app.db
    .updateTable('admin')
    .set({ passwordHash: await hashPassword(password) })
    .where('id', '=', staff.id)
    .execute();
  return staff;
};

const mayAll = ['list', 'save', 'resend'].map((act) => `admin:lottery:redInfo:${act}`);
beforeAll(async () => {
  world = await openCashWorld();
  ({ token } = await makeSender(mayAll));
  ({ token: other } = await makeSender(mayAll));
});
afterAll(() => world.close());

const openid = (ending = 'ok') => `o${randomUUID().slice(0, 12)}_${ending}`;
const people = (count: number, ending = 'ok') => world.people(Array.from({ length: count }, () => openid(ending)));
const makeActive = (more: object = {}) => makeRedActive(world.app, world.firmId, { poolId: world.poolId, ...more });
const call: (typeof world)['app']['call'] = (...args) => world.app.call(...args);
const send = (draft: object, by = token) =>
  call(by, redSendApi.save, { remark: '活动补发', password, idemKey: randomUUID(), ...draft } as never);
const fileOf = async (rows: Cell[][]) => uploaded(world.app, token, 'red_send', await book([titles, ...rows]));
const look = (redActiveId: number, fileUrl: string) => call(token, redSendApi.look, { redActiveId, fileUrl });
const budgetOf = (id: number) => world.budget({ id });
const payoutsOf = (redActiveId: number) =>
  world.app.db.selectFrom('redInfo').selectAll().where('redActiveId', '=', redActiveId).orderBy('id').execute();
const review = (id: number, more: object, by = other) =>
  call(by, redHoldApi.hold, { id, pass: true, remark: '', ...more } as never);
const ended = (redActiveId: number, status: string) =>
  eventually(async () => {
    await world.step();
    const rows = await payoutsOf(redActiveId);
    expect(new Set(rows.map((row) => row.status))).toEqual(new Set([status]));
  });
const noFaults = async () => expect(await findFaults(world.app)).toEqual([]);

describe('to shoppers who are picked', () => {
  test('goes out to each, is received, and its money is booked', async () => {
    const redActiveId = await makeActive();
    const uids = await people(3);
    const { data } = await send({ redActiveId, uids, amount: 500 });
    expect(data).toMatchObject({ count: 3, totalAmount: 1500, isHeld: false });
    expect(await budgetOf(redActiveId)).toMatchObject({ remain: 98_500, reserved: 1500, paid: 0 });
    await ended(redActiveId, Delivery.RECEIVED);
    expect(await budgetOf(redActiveId)).toMatchObject({ remain: 98_500, reserved: 0, paid: 1500 });
    const rows = await payoutsOf(redActiveId);
    expect(rows.map(({ uid }) => uid)).toEqual(uids);
    const info = await world.app.data(token, redInfoApi.info, { id: rows[0]!.id });
    expect(info).toMatchObject({
      source: PaySource.hand,
      remark: '活动补发',
      createName: '测试',
      send: { count: 3, amount: 1500, heldCount: 0, fileName: '' },
      before: { count: 0 },
      review: null,
    });
    expect(info.ledger.map(({ reserved, outside }) => [reserved, outside])).toEqual([
      [500, 0],
      [-500, 500],
    ]);
    await noFaults();
  });

  test('is offered whom the merchant can pay, masked, by number, OpenID and name', async () => {
    const redActiveId = await makeActive();
    const named = openid();
    const [uid, unknown] = await world.people([named, '']);
    await world.app.db.updateTable('member').set({ nickName: '陆羽茶客' }).where('id', '=', uid!).execute();
    const find = (more: object) => world.app.data(token, redSendApi.receivers, { redActiveId, ...more } as never);
    const own = [{ id: uid, consumer: '陆**', openid: named.slice(-6) }];
    for (const keywords of [String(uid), named, '陆羽']) expect(await find({ keywords })).toEqual(own);
    expect(await find({ keywords: '羽' })).toEqual([]);
    expect(await find({ keywords: '%' })).toEqual([]);
    expect(await find({ ids: `${uid},${unknown}` })).toEqual(own);
    expect((await find({})).length).toBeLessThanOrEqual(50);
    expect((await send({ redActiveId, uids: [uid, unknown], amount: 100 })).message).toBe(
      `${maskConsumer({ nickName: '', uid: unknown! })}在该商户的公众号没有OpenID或已停用，不能发放`,
    );
    await world.app.db.updateTable('member').set({ status: Enabled.off }).where('id', '=', uid!).execute();
    expect(await find({ ids: String(uid) })).toEqual([]);
    expect((await send({ redActiveId, uids: [uid], amount: 100 })).code).toBe(400);
    expect(await payoutsOf(redActiveId)).toEqual([]);
  });

  test('is refused with what is wrong with it, and nothing goes out', async () => {
    const redActiveId = await makeActive({ budgetAmount: 1000, amountMin: 100, amountMax: 600, packetLimit: 3 });
    const [one, two, ...more] = await people(4);
    const cases: [object, number, string][] = [
      [{ redActiveId, uids: [one], amount: 500, remark: ' ' }, 400, '请输入发放原因'],
      [{ redActiveId, uids: [one], amount: 500, remark: '长'.repeat(101) }, 400, '发放原因不能超过100个字符'],
      [{ redActiveId, uids: [], amount: 500 }, 400, '请选择消费者'],
      [{ redActiveId, uids: Array.from({ length: 201 }, (_, at) => at + 1), amount: 1 }, 400, '最多选择200个消费者'],
      [{ redActiveId, uids: [one] }, 400, '请输入每人金额'],
      [{ redActiveId, uids: [one], amount: 0 }, 400, '每人金额须大于0'],
      [{ redActiveId, uids: [one], amount: 1.5 }, 400, '每人金额最多两位小数'],
      [{ redActiveId, source: 'file' }, 400, '请上传发放名单'],
      [{ redActiveId, source: 'file', fileUrl: '/nowhere.xlsx' }, 400, '请上传发放名单'],
      [{ redActiveId, uids: [one], amount: 601 }, 62457, '红包金额须在活动的面额¥1.00~6.00以内'],
      [{ redActiveId, uids: [one, two], amount: 600 }, 62404, '红包活动剩余预算不足'],
      [{ redActiveId, uids: [one, two, ...more], amount: 100 }, 62456, '超过红包活动的个数上限'],
      [{ redActiveId: 999_999, uids: [one], amount: 100 }, 404, ''],
    ];
    for (const [draft, code, message] of cases) {
      const answer = await send(draft);
      expect([draft, answer.code]).toEqual([draft, code]);
      if (message) expect(answer.message).toBe(message);
    }
    const drawn = await makeActive({ channel: PayChannel.ACTIVITY });
    expect((await send({ redActiveId: drawn, uids: [one], amount: 100 })).code).toBe(62467);
    const early = await makeActive({ startAt: '2098-01-01 00:00:00' });
    expect((await send({ redActiveId: early, uids: [one], amount: 100 })).code).toBe(62465);
    const off = await makeActive({ status: Enabled.off });
    expect((await send({ redActiveId: off, uids: [one], amount: 100 })).code).toBe(62453);
    expect(await payoutsOf(redActiveId)).toEqual([]);
    expect(await budgetOf(redActiveId)).toMatchObject({ remain: 1000, reserved: 0 });
    const reader = await makeSender(['admin:lottery:redInfo:list']);
    expect((await send({ redActiveId, uids: [one], amount: 100 }, reader.token)).code).toBe(403);
  });

  test('gives a person no more of an activity in a day than it says', async () => {
    const redActiveId = await makeActive({ limitUserDay: 1 });
    const [uid] = await people(1);
    expect((await send({ redActiveId, uids: [uid, uid], amount: 100 })).data).toMatchObject({ count: 1 });
    expect(await send({ redActiveId, uids: [uid], amount: 100 })).toMatchObject({
      code: 62468,
      message: expect.stringMatching(/^用户\*{3}\d{3}（OpenID\*{4}.{6}）今日已达该红包活动的每人每日上限1个$/),
    });
  });
});

describe('the password', () => {
  test('is asked again, and a session that guesses it is stopped', async () => {
    const redActiveId = await makeActive();
    const uids = await people(1);
    const guesser = await makeSender(mayAll);
    const draft = { redActiveId, uids, amount: 100 };
    expect(await send({ ...draft, password: '' }, guesser.token)).toMatchObject({
      code: 62012,
      message: '敏感操作，请输入登录密码',
      data: { fields: [{ field: 'password', message: accessRefusals.askedAgain[1] }] },
    });
    const wrong = await Promise.all(
      Array.from({ length: 8 }, (_, at) => send({ ...draft, password: `guess${at}` }, guesser.token)),
    );
    const codes = wrong.map(({ code }) => code).toSorted((a, b) => b - a);
    expect(codes).toEqual([62013, 62013, 62013, 62013, 62013, 429, 429, 429]);
    expect((await send(draft, guesser.token)).code).toBe(429);
    expect(await payoutsOf(redActiveId)).toEqual([]);
    const { rows } = await sql<{ operParam: string }>`
      select oper_param from audit_log where title = '手工发放红包' order by id desc limit 20`.execute(world.app.db);
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toMatch(/guess\d|Sp1ced/);
  });
});

describe('to the receivers of a file', () => {
  test('is looked at first, and goes out with the reason of each row', async () => {
    const redActiveId = await makeActive();
    const known = openid();
    const [uid] = await world.people([known]);
    const fileUrl = await fileOf([
      [known, 8.88, '端午补发'],
      [openid(), '1,0.50', ''],
      [openid(), '¥3', null],
    ]);
    expect((await look(redActiveId, fileUrl)).data).toMatchObject({
      count: 3,
      totalAmount: 888 + 1050 + 300,
      wrongCount: 0,
      rows: [
        {
          rowNo: 2,
          openid: known.slice(-6),
          consumer: maskConsumer({ nickName: '', uid: uid! }),
          amount: 888,
          remark: '端午补发',
        },
        { consumer: '', amount: 1050 },
        {},
      ],
    });
    expect((await send({ redActiveId, source: 'file', fileUrl })).data).toMatchObject({ count: 3, totalAmount: 2238 });
    await ended(redActiveId, Delivery.RECEIVED);
    const rows = await payoutsOf(redActiveId);
    expect(rows.map((row) => [row.source, row.uid, row.remark])).toEqual([
      [PaySource.upload, uid, '端午补发'],
      [PaySource.upload, null, '活动补发'],
      [PaySource.upload, null, '活动补发'],
    ]);
    await noFaults();
  });

  test('lists each wrong row, and applies none of the others', async () => {
    const redActiveId = await makeActive({ limitUserDay: 1, amountMin: 30, amountMax: 2000 });
    const [banned, sated, fine] = [openid(), openid(), openid()];
    const [bannedUid, satedUid] = await world.people([banned, sated]);
    await world.app.db.updateTable('member').set({ status: Enabled.off }).where('id', '=', bannedUid!).execute();
    await send({ redActiveId, uids: [satedUid], amount: 100 });
    const fileUrl = await fileOf([
      [fine, 1, ''],
      ['', 1, ''],
      ['o 空格', 1, ''],
      [openid(), 0, ''],
      [openid(), -1, ''],
      [openid(), '1.005', ''],
      [openid(), '一元', ''],
      [openid(), '1e3', ''],
      [openid(), 20.01, ''],
      [openid(), 1, '长'.repeat(101)],
      [fine, 2, ''],
      [banned, 1, ''],
      [sated, 1, ''],
      [`=cmd|' /C calc'!A0`, 1, ''],
      [openid(), 'NaN', ''],
      [openid(), '99999999999999999999', ''],
    ]);
    const seen = (await look(redActiveId, fileUrl)).data as { wrong: { message: string }[]; count: number };
    expect(seen.count).toBe(1);
    expect(seen.wrong.map(({ message }) => message)).toEqual([
      '第3行：OpenID不能为空',
      '第4行：OpenID不正确',
      '第5行：金额应为大于0的数，最多两位小数',
      '第6行：金额应为大于0的数，最多两位小数',
      '第7行：金额应为大于0的数，最多两位小数',
      '第8行：金额应为大于0的数，最多两位小数',
      expect.stringMatching(/^第9行：/),
      '第10行：红包金额须在活动的面额¥0.30~20.00以内',
      '第11行：备注不能超过100个字符',
      '第12行：OpenID重复，与第2行相同',
      '第13行：该消费者已停用，不能发放',
      '第14行：该消费者今日已达该红包活动的每人每日上限1个',
      '第15行：OpenID不正确',
      '第16行：金额应为大于0的数，最多两位小数',
      '第17行：金额应为大于0的数，最多两位小数',
    ]);
    const answer = await send({ redActiveId, source: 'file', fileUrl });
    expect(answer).toMatchObject({ code: 400, message: '第3行：OpenID不能为空' });
    expect((answer.data as unknown as { fields: object[] }).fields).toHaveLength(15);
    expect(await payoutsOf(redActiveId)).toHaveLength(1);
    expect(await budgetOf(redActiveId)).toMatchObject({ remain: 99_900 });
  });

  test('that cannot be read is refused, and so is one that is too long', async () => {
    const redActiveId = await makeActive();
    const upload = (content: Buffer, name?: string) => uploaded(world.app, token, 'red_send', content, name);
    const codeOf = async (fileUrl: string) => (await look(redActiveId, fileUrl)).code;
    expect(
      await codeOf(
        await upload(
          await book([
            ['openid', '金额'],
            ['a', 1],
          ]),
        ),
      ),
    ).toBe(61081);
    expect(await codeOf(await upload(await book([titles])))).toBe(61082);
    await expect(upload(Buffer.from('not a book at all'), '名单.xlsx')).rejects.toThrow();
    const rows = Array.from({ length: 5001 }, () => [openid(), 1, '']);
    expect(await codeOf(await fileOf(rows))).toBe(61083);
    const csv = `OpenID,金额（元）,备注\n${openid()},0.50,"a,b"\n`;
    expect((await look(redActiveId, await upload(Buffer.from(csv), '名单.csv'))).data).toMatchObject({
      count: 1,
      totalAmount: 50,
    });
    const foreign = await makeStaff(world.app, { permissions: mayAll });
    const theirs = await uploaded(world.app, foreign.token, 'red_send', await book([titles, [openid(), 1, '']]));
    expect((await look(redActiveId, theirs)).message).toBe('请上传发放名单');
  });

  test('goes out whole with 5,000 rows, held, and another person lets them all go at once', async () => {
    const redActiveId = await makeActive({ budgetAmount: 5_000_000 });
    const fileUrl = await fileOf(Array.from({ length: 5000 }, () => [openid(), 0.3, '']));
    expect((await send({ redActiveId, source: 'file', fileUrl })).data).toMatchObject({ count: 5000, isHeld: true });
    expect(await budgetOf(redActiveId)).toMatchObject({ remain: 4_850_000, reserved: 150_000 });
    const [first] = await payoutsOf(redActiveId);
    expect(await review(first!.id, { all: true })).toMatchObject({ code: 200, data: { count: 5000, amount: 150_000 } });
    expect((await payoutsOf(redActiveId)).every(({ hold, attemptNo }) => !hold && attemptNo === 1)).toBe(true);
    await noFaults();
    // Nothing of it is to be sent by the tests that follow.
    await world.app.db
      .updateTable('payout')
      .set({ nextRunAt: 'infinity' })
      .where('redInfoId', '>=', first!.id)
      .execute();
  }, 120_000);
});

describe('above the limit', () => {
  const sendMuch = async (count: number) => {
    const redActiveId = await makeActive({ budgetAmount: 1_000_000 });
    const { data } = await send({ redActiveId, uids: await people(count), amount: 20_000 });
    expect(data).toMatchObject({ isHeld: true });
    return { redActiveId, rows: await payoutsOf(redActiveId) };
  };

  test('up to 1,000 yuan goes out by itself, above it waits', async () => {
    const redActiveId = await makeActive({ budgetAmount: 1_000_000 });
    expect((await send({ redActiveId, uids: await people(5), amount: 20_000 })).data).toMatchObject({ isHeld: false });
    expect((await send({ redActiveId, uids: await people(6), amount: 16_667 })).data).toMatchObject({ isHeld: true });
    const held = (await payoutsOf(redActiveId)).filter(({ hold }) => hold);
    expect(held).toHaveLength(6);
    await world.step();
    expect(
      await world.app.db
        .selectFrom('payout')
        .where(
          'redInfoId',
          'in',
          held.map(({ id }) => id),
        )
        .execute(),
    ).toEqual([]);
    await noFaults();
  });

  test('nobody lets his own go; another person lets one go, and takes back the others with a reason', async () => {
    const redActiveId = await makeActive({ budgetAmount: 1_000_000 });
    await send({ redActiveId, uids: await people(6), amount: 20_000 });
    const [one, two] = await payoutsOf(redActiveId);
    for (const pass of [true, false])
      expect(await review(one!.id, { pass, remark: '自己' }, token)).toMatchObject({
        code: 62419,
        message: '须由另一人复核',
      });
    expect((await call(token, redInfoApi.resend, { id: one!.id })).code).toBe(62402);
    expect((await call(token, redInfoApi.close, { id: one!.id })).code).toBe(62437);
    expect(await review(one!.id, {})).toMatchObject({ code: 200, data: { count: 1, amount: 20_000 } });
    expect(await review(two!.id, { pass: false })).toMatchObject({ code: 400, message: '请填写驳回原因' });
    const back = await review(two!.id, { pass: false, remark: '名单重复', all: true });
    expect(back).toMatchObject({ code: 200, data: { count: 5, amount: 100_000 } });
    expect((await review(two!.id, { pass: true })).code).toBe(62436);
    expect((await review(two!.id, { pass: true, all: true })).code).toBe(62436);
    await eventually(async () => {
      await world.step();
      expect((await payoutsOf(redActiveId))[0]!.status).toBe(Delivery.RECEIVED);
    });
    expect(await budgetOf(redActiveId)).toMatchObject({ remain: 980_000, reserved: 0, paid: 20_000 });
    expect(await world.app.data(token, redActiveApi.info, { id: redActiveId })).toMatchObject({ packetCnt: 1 });
    const info = await world.app.data(other, redInfoApi.info, { id: two!.id });
    expect(info).toMatchObject({
      status: PayoutStatus.REJECTED,
      hold: false,
      isClosed: true,
      reason: '名单重复',
      review: { isPassed: false, remark: '名单重复', name: '测试' },
    });
    await noFaults();
  });

  test('is let go once by many who do so at the same time', async () => {
    const { redActiveId, rows } = await sendMuch(6);
    const third = await makeSender(mayAll);
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        review(rows[0]!.id, { all: true, pass: at % 3 !== 0, remark: '并发' }, at % 2 ? other : third.token),
      ),
    );
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([200, 62436]));
    const after = await payoutsOf(redActiveId);
    expect(new Set(after.map(({ status }) => status)).size).toBe(1);
    await noFaults();
  });
});

describe('many at once', () => {
  test('a doubled request goes out once, and another one under its number is refused', async () => {
    const redActiveId = await makeActive();
    const uids = await people(2);
    const idemKey = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => send({ redActiveId, uids, amount: 300, idemKey })),
    );
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ data }) => (data as { id: number }).id)).size).toBe(1);
    expect(await payoutsOf(redActiveId)).toHaveLength(2);
    expect(await send({ redActiveId, uids, amount: 400, idemKey })).toMatchObject({ code: 62469 });
    const elsewhere = await makeActive();
    expect(await send({ redActiveId: elsewhere, uids, amount: 300, idemKey })).toMatchObject({ code: 62469 });
    expect(await payoutsOf(redActiveId)).toHaveLength(2);
    await noFaults();
  });

  test('never spend more than the budget, nor more packets than there may be', async () => {
    const redActiveId = await makeActive({ budgetAmount: 10_000, packetLimit: 90 });
    const crowd = await people(40);
    const senders = await Promise.all(Array.from({ length: 10 }, () => makeSender(mayAll)));
    const answers = await Promise.all(
      crowd.map((_uid, at) =>
        send(
          { redActiveId, uids: [0, 1, 2].map((n) => crowd[(at + n) % crowd.length]), amount: 130 },
          senders[at % 10]!.token,
        ),
      ),
    );
    const done = answers.filter(({ code }) => code === 200).length;
    // 25 orders of 3.90 yuan fit into 100 yuan.
    expect(done).toBe(25);
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([200, 62404]));
    expect(await payoutsOf(redActiveId)).toHaveLength(75);
    expect(await budgetOf(redActiveId)).toMatchObject({ remain: 250, reserved: 9750 });
    await noFaults();
  });
});

describe('what becomes of it', () => {
  test('nobody confirms: it comes back, and its money is free again', async () => {
    const redActiveId = await makeActive();
    await send({ redActiveId, uids: await people(1, 'wait'), amount: 100 });
    await ended(redActiveId, Delivery.SENT);
    const canceller = await makeSender(['admin:lottery:redInfo:cancel']);
    const [row] = await payoutsOf(redActiveId);
    expect((await call(canceller.token, redInfoApi.cancel, { id: row!.id })).code).toBe(200);
    await ended(redActiveId, Delivery.REFUND);
    expect((await payoutsOf(redActiveId))[0]!.closedAt).not.toBeNull();
    expect(await budgetOf(redActiveId)).toMatchObject({ remain: 100_000, reserved: 0, paid: 0 });
    await noFaults();
  });

  test('failed, it is sent again under a new number, or closed', async () => {
    const redActiveId = await makeActive();
    await send({ redActiveId, uids: await people(2, 'fail_real'), amount: 100 });
    await ended(redActiveId, Delivery.FAILED);
    expect(await budgetOf(redActiveId)).toMatchObject({ remain: 99_800, reserved: 200 });
    const [one, two] = await payoutsOf(redActiveId);
    expect((await call(token, redInfoApi.resend, { id: one!.id })).code).toBe(200);
    expect((await call(token, redInfoApi.close, { id: two!.id })).code).toBe(200);
    expect(await budgetOf(redActiveId)).toMatchObject({ remain: 99_900, reserved: 100 });
    await noFaults();
  });
});
