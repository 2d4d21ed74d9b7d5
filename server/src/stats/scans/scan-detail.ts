import { Audience } from '@zhuiyuan/contract/campaign/campaign-states';
import { ScanType, scanDetailApi, verdictsOf, type ScanDetailRow } from '@zhuiyuan/contract/stats/scans/scan-detail';
import { Entry, GeoSource, Level } from '@zhuiyuan/contract/codes/state/code-enums';
import { Verdict } from '@zhuiyuan/contract/codes/state/verdict';
import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { Cross } from '@zhuiyuan/contract/scan/log/scan-log';
import { sql } from 'kysely';
import { openKeyring } from '../../codes/cipher/keyring.ts';
import { mountExporter, offerExport, type Exporter, type FoundBy } from '../../jobs/exporter.ts';
import type { Db } from '../../kit/db/database.ts';
import { findPage } from '../../kit/db/paging.ts';
import type { App } from '../../kit/http/app-context.ts';
import { serve } from '../../kit/http/serve.ts';
import type { Column } from '../../kit/sheets/xlsx.ts';
import { maskConsumer } from '../../member/mask-consumer.ts';
import { readProfile } from './read-profile.ts';
import { firmsOf } from '../screens/ask.ts';
import { placesOfScans, sumScans } from './sum-scans.ts';
import { wonWords } from './won-words.ts';
import { asScanRows, matchingScans, scanRow } from '../../scan/log/matching-scans.ts';

type Filters = Omit<InputOf<typeof scanDetailApi.list>, 'page' | 'limit'>;
const { lit } = sql;

/** 扫码明细: the queries of a firm's codes as its campaigns see them, and the archive of one code. */
export const mountScanDetail = (app: App): void => {
  const keyring = openKeyring(app);
  const matching = (db: Db, { scanType, consumerId: uid, dateLimit, ...filters }: Filters) =>
    matchingScans(db, keyring, {
      ...filters,
      uid,
      dateLimit: dateLimit || 'lately30',
      verdicts: scanType && verdictsOf[scanType],
    });

  const exporter: Exporter<
    ScanDetailRow,
    InputOf<typeof scanDetailApi.export>,
    FoundBy<typeof asDetailRows> & { exactTime: string }
  > = {
    biz: 'scanDetail',
    title: '扫码明细',
    may: scanDetailApi.export.may,
    columns,
    filters: scanDetailApi.export.input,
    async page(db, { columns: _columns, ids, ...filters }, after, limit) {
      let found = await matching(db, filters);
      if (ids) found = found.where('scan.id', 'in', ids);
      if (after)
        found = found.where(
          sql<boolean>`scan.at <= ${after.exactTime}::timestamptz
            and (scan.at, scan.id) < (${after.exactTime}::timestamptz, ${after.id})`,
        );
      return asDetailRows(found)
        .select(sql<string>`scan.at::text`.as('exactTime'))
        .limit(limit)
        .execute();
    },
    complete: (_db, rows) => rows.map(toDetail),
  };
  mountExporter(app, exporter);

  serve(app, scanDetailApi, {
    async list({ input: { page, limit, ...filters }, db }) {
      const found = await findPage(db, { page, limit }, await matching(db, filters), asDetailRows, {
        at: 'timestamptz',
        id: 'bigint',
      });
      return { ...found, list: found.list.map(toDetail) };
    },

    stat: ({ input, db }) => sumScans(db, input),

    places: ({ input, operator }) => placesOfScans(app.db, input, firmsOf(operator, input.firmId)),

    profile: ({ input, db }) => readProfile(db, keyring, input.code),

    export: ({ input, db, operator }) => offerExport(app, { db, operator }, exporter, input),
  });
};

/** What a record shows, and with it who asked, who had the code, the campaign and the draw. */
const asDetailRows = (query: Awaited<ReturnType<typeof matchingScans>>) =>
  asScanRows(query)
    .leftJoin('segment', 'segment.seg', 'scan.seg')
    .leftJoin('shop', 'shop.id', 'scan.shopId')
    .leftJoin('member', 'member.id', 'scan.uid')
    .leftJoin('activity', 'activity.id', 'scan.activityId')
    .leftJoin('codeUse', (join) =>
      join
        .onRef('codeUse.seg', '=', 'scan.seg')
        .onRef('codeUse.serial', '=', 'scan.serial')
        .on('codeUse.audience', '=', lit(Audience.consumer)),
    )
    .leftJoin('draw', (join) => join.onRef('draw.id', '=', 'codeUse.drawId').onRef('draw.scanId', '=', 'scan.id'))
    .leftJoin('tier', 'tier.id', 'draw.tierId')
    .select([
      sql<ScanDetailRow['level']>`segment.level`.as('level'),
      'scan.uid',
      'scan.productId',
      sql<string>`coalesce(member.nick_name, '')`.as('nickName'),
      sql<string>`coalesce(shop.name, '')`.as('shopName'),
      'scan.shipDays',
      'scan.activityId',
      sql<string>`coalesce(activity.act_name, '')`.as('actName'),
      'draw.prizeType',
      'draw.amount',
      'draw.points',
      'tier.prizeName',
    ]);

const typeOf = (verdict: ScanDetailRow['verdict']): ScanDetailRow['scanType'] =>
  ScanType.options.find(({ value }) => verdictsOf[value].includes(verdict))?.value ?? ScanType.check;

type Found = FoundBy<typeof asDetailRows>;

const toDetail = (found: Found): ScanDetailRow => {
  const {
    nickName,
    prizeType,
    amount,
    points,
    prizeName,
    createTime: _at,
    userName: _user,
    ...row
  } = {
    ...found,
    ...scanRow(found),
  };
  return {
    id: row.id,
    firmId: row.firmId,
    firmName: row.firmName,
    at: row.at,
    code: row.code,
    level: row.level,
    storeName: row.storeName,
    lotNo: row.lotNo,
    productId: row.productId,
    scanType: typeOf(row.verdict),
    verdict: row.verdict,
    times: row.times,
    consumerId: row.uid,
    consumer: row.uid === null ? '' : maskConsumer({ nickName, uid: row.uid }),
    entry: row.entry as ScanDetailRow['entry'],
    regionName: row.regionName,
    ipRegionName: row.ipRegionName,
    geoSource: row.geoSource as ScanDetailRow['geoSource'],
    agentName: row.agentName,
    shopName: row.shopName,
    shipDays: row.shipDays,
    cross: row.cross as ScanDetailRow['cross'],
    activityId: row.activityId,
    actName: row.actName,
    drawResult: wonWords({ prizeType, amount, points, prizeName }),
    ip: row.ip,
    device: row.device,
  };
};

const columns: Column<ScanDetailRow>[] = [
  { title: '扫码时间', width: 20, cell: (row) => row.at },
  { title: '码', width: 24, cell: (row) => row.code },
  { title: '码级', cell: (row) => (row.level === null ? '' : Level.label(row.level)) },
  { title: '产品', width: 28, cell: (row) => row.storeName },
  { title: '批号', width: 16, cell: (row) => row.lotNo },
  { title: '扫码类型', cell: (row) => ScanType.label(row.scanType) },
  { title: '验证结果', width: 12, cell: (row) => Verdict.label(row.verdict) },
  { title: '第几次', width: 8, cell: (row) => row.times || '' },
  { title: '消费者', width: 14, cell: (row) => row.consumer },
  { title: '入口', cell: (row) => Entry.label(row.entry) },
  { title: '地区', width: 24, cell: (row) => row.regionName },
  { title: 'IP归属地（与地区不同时）', width: 24, cell: (row) => row.ipRegionName },
  { title: '定位方式', width: 10, cell: (row) => GeoSource.label(row.geoSource) },
  { title: '发货经销商', width: 24, cell: (row) => row.agentName },
  { title: '门店', width: 24, cell: (row) => row.shopName },
  { title: '发货后天数', cell: (row) => row.shipDays ?? '' },
  { title: '窜货', cell: (row) => Cross.label(row.cross) },
  { title: '活动', width: 28, cell: (row) => row.actName },
  { title: '抽奖结果', width: 24, cell: (row) => row.drawResult },
  { title: 'IP', width: 16, cell: (row) => row.ip },
  { title: '设备', width: 16, cell: (row) => row.device },
  { title: '所属企业', width: 24, cell: (row) => row.firmName },
];
