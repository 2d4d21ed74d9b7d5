import { consumerApi, ConsumerSource, ConsumerStatus, type ConsumerRow } from '@zhuiyuan/contract/consumer/consumer';
import { consumerRefusals } from '@zhuiyuan/contract/consumer/consumer-refusals';
import { Code, codeText } from '@zhuiyuan/contract/kit/codes';
import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { BanKind } from '@zhuiyuan/contract/risk/risk-enums';
import { requirePassword } from '../access/require-password.ts';
import { openKeyring } from '../codes/cipher/keyring.ts';
import { below, mountExporter, offerExport, type Exporter } from '../jobs/exporter.ts';
import { findPage } from '../kit/db/paging.ts';
import { eachRow } from '../kit/each-row.ts';
import type { App } from '../kit/http/app-context.ts';
import { serve } from '../kit/http/serve.ts';
import { notFound, refuse } from '../kit/refusal.ts';
import type { Column } from '../kit/sheets/xlsx.ts';
import { writeToConsumers } from '../message/notice.ts';
import { openPhone } from '../member/keep-phone.ts';
import { switchMembers } from '../member/switch-members.ts';
import { listSomebody } from '../risk/list-writes.ts';
import { findEntry, movePointsByHand, previewBlack, requireConsumer, takeOff } from './consumer-acts.ts';
import {
  asConsumerRows,
  matchingConsumers,
  toConsumer,
  toConsumerFilters,
  type FoundConsumer,
} from './find-consumers.ts';
import { listsOfConsumer } from './lists-of-consumer.ts';
import { readConsumer } from './read-consumer.ts';
import { readTimeline } from './timeline.ts';

/** 消费者: the people of a firm, what became of each, and what staff do about them. */
export const mountConsumer = (app: App): void => {
  const { masterKey } = app.config;
  const exporter: Exporter<ConsumerRow, InputOf<typeof consumerApi.export>, FoundConsumer> = {
    biz: 'consumer',
    title: '消费者列表',
    may: consumerApi.export.may,
    columns,
    filters: consumerApi.export.input,
    page: async (db, { columns: _columns, ...filters }, after, limit) =>
      asConsumerRows(matchingConsumers(db, await toConsumerFilters(db, masterKey, filters)))
        .where('member.id', '<', below(after))
        .limit(limit)
        .execute(),
    complete: (_db, rows) => rows.map((row) => toConsumer(masterKey, row)),
  };
  /** The same with names and phones in full. */
  const plainExporter: typeof exporter = {
    ...exporter,
    biz: 'consumer_plain',
    title: '消费者明文',
    may: consumerApi.exportPlain.may,
    asksPassword: true,
    complete: (_db, rows) => rows.map((row) => toConsumer(masterKey, row, true)),
  };
  mountExporter(app, exporter);
  mountExporter(app, plainExporter);

  serve(app, consumerApi, {
    ...listsOfConsumer({ keyring: openKeyring(app), masterKey }),

    async list({ input: { page, limit, ...asked }, db }) {
      const filters = await toConsumerFilters(db, masterKey, asked);
      const found = await findPage(db, { page, limit }, matchingConsumers(db, filters), asConsumerRows);
      return { ...found, list: found.list.map((row) => toConsumer(masterKey, row)) };
    },

    info: ({ input, db }) => readConsumer(db, masterKey, input.id),
    export: ({ input, db, operator }) => offerExport(app, { db, operator }, exporter, input),

    exportPlain: {
      before: async ({ input: { password, ...input }, operator, request }) => {
        await requirePassword(app, operator, password, request);
        return ({ db }) => offerExport(app, { db, operator }, plainExporter, input);
      },
    },

    async plain({ input: { id, field }, db }) {
      const row = await db
        .selectFrom('member')
        .where('id', '=', id)
        .select(['id', 'nickName', 'phoneSealed'])
        .executeTakeFirst();
      if (!row) throw notFound();
      return { value: field === 'nickName' ? row.nickName : openPhone(masterKey, row) };
    },

    async status({ input: { ids, status }, db }) {
      const known = await switchMembers(db, ids, status);
      const fail = [...new Set(ids)].filter((id) => !known.has(id));
      return { ok: known.size, fail: fail.map((id) => ({ id, message: codeText[Code.notFound]! })) };
    },

    points: ({ input, db, operator }) => movePointsByHand(db, { ...input, operatorId: operator.id }),

    // In one order, so that two who list the same ones do not wait for each other.
    black: ({ input: { ids, ...draft }, db, operator }) =>
      eachRow(
        ids.toSorted((a, b) => a - b),
        async (id) => {
          const { firmId } = await requireConsumer(db, id);
          await listSomebody(
            db,
            { ...draft, days: draft.days || null, kind: BanKind.person, value: String(id), isWhite: false },
            { firmId, operatorId: operator.id },
          );
        },
      ),

    blackPreview: ({ input, db }) => previewBlack(db, input.id),

    async unblack({ input, db }) {
      await requireConsumer(db, input.id);
      const entry = await findEntry(db, input.id);
      if (!entry) throw refuse(consumerRefusals.notListed);
      await takeOff(db, [entry.id], false);
      return null;
    },

    async message({ input: { ids, ...notice }, db, operator }) {
      return { count: await writeToConsumers(db, ids, { ...notice, operatorId: operator.id }) };
    },

    timeline: ({ input, db }) => readTimeline(db, input),
  });
};

const columns: Column<ConsumerRow>[] = [
  { title: '编号', width: 12, cell: (row) => row.id },
  { title: '消费者', cell: (row) => row.consumer },
  { title: '手机号', width: 16, cell: (row) => row.phone },
  { title: '来源', cell: (row) => ConsumerSource.label(row.source) },
  { title: '最近地区', width: 20, cell: (row) => row.region },
  { title: '扫码次数', cell: (row) => row.scanCnt },
  { title: '扫码数', cell: (row) => row.codeCnt },
  { title: '抽奖次数', cell: (row) => row.drawCnt },
  { title: '中奖次数', cell: (row) => row.winCnt },
  { title: '中奖金额（元）', fen: true, cell: (row) => row.winAmount },
  { title: '到账金额（元）', fen: true, cell: (row) => row.paidAmount },
  { title: '核销次数', cell: (row) => row.verCnt },
  { title: '积分', cell: (row) => row.points },
  { title: '风险分', cell: (row) => row.riskScore },
  { title: '首次扫码', width: 20, cell: (row) => row.firstScanAt ?? '' },
  { title: '最近扫码', width: 20, cell: (row) => row.lastScanAt ?? '' },
  { title: '状态', cell: (row) => ConsumerStatus.label(row.state) },
  { title: '所属企业', width: 36, cell: (row) => row.firmName },
];
