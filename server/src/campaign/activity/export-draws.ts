import { drawLogApi } from '@zhuiyuan/contract/campaign/activity/draw-log';
import { ClaimStatus, Fallback } from '@zhuiyuan/contract/campaign/campaign-states';
import { PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { sql } from 'kysely';
import type { Keyring } from '../../codes/cipher/keyring.ts';
import { below, computedRows, type Exporter, type FoundBy } from '../../jobs/exporter.ts';
import type { Column } from '../../kit/sheets/xlsx.ts';
import { maskConsumer } from '../../member/mask-consumer.ts';
import { asDrawRows, matchingDraws, salesmanOfShop, toShown, type DrawFilters } from './list-draws.ts';

const wins = sql<number>`count(*) filter (where draw.prize_type <> ${sql.lit(PrizeType.none)})`;
const sums = [
  sql<number>`count(*)`.as('drawCnt'),
  wins.as('winCnt'),
  sql<number>`sum(draw.amount)::bigint`.as('amount'),
  sql<number>`sum(draw.points)::bigint`.as('points'),
  sql<string>`min(draw.drawn_at)`.as('firstAt'),
  sql<string>`max(draw.drawn_at)`.as('lastAt'),
] as const;

/** People who drew, in the order of their numbers. */
const asUsers = (query: ReturnType<typeof matchingDraws>) =>
  query
    .groupBy('draw.uid')
    .orderBy('draw.uid')
    .select([
      'draw.uid',
      sql<string>`(select nick_name from member where member.id = draw.uid and member.firm_id = min(draw.firm_id))`.as(
        'nickName',
      ),
      ...sums,
    ]);

/** Shops that had the goods, in the order of their numbers; 0 stands for none. */
const asShops = (query: ReturnType<typeof matchingDraws>) =>
  query
    .groupBy(shopId)
    .orderBy(shopId)
    .select([
      shopId.as('shopId'),
      ...(['shop_no', 'name'] as const).map((column) =>
        sql<string>`coalesce((select shop.${sql.ref(column)} from shop where shop.id = max(draw.shop_id) and shop.firm_id = min(draw.firm_id)), '')`.as(
          column === 'name' ? 'shopName' : 'shopNo',
        ),
      ),
      sql<string>`coalesce((select string_agg(distinct agent.name, '、') from agent
        where agent.firm_id = min(draw.firm_id) and agent.id = any(array_agg(distinct draw.agent_id))), '')`.as(
        'agentName',
      ),
      sql<number>`count(distinct draw.uid)`.as('userCnt'),
      ...sums,
    ]);
const shopId = sql<number>`coalesce(draw.shop_id, 0)`;

interface Sums {
  drawCnt: number;
  winCnt: number;
  amount: number;
  points: number;
  firstAt: string;
  lastAt: string;
}
const sumColumns: Column<Sums>[] = [
  { title: '抽奖次数', cell: (row) => row.drawCnt },
  { title: '中奖次数', cell: (row) => row.winCnt },
  { title: '中奖金额（元）', width: 16, fen: true, cell: (row) => row.amount },
  { title: '中奖积分', cell: (row) => row.points },
  { title: '首次抽奖', width: 20, cell: (row) => row.firstAt },
  { title: '最近抽奖', width: 20, cell: (row) => row.lastAt },
];

type Person = FoundBy<typeof asUsers>;
type Shop = FoundBy<typeof asShops>;
type Found = FoundBy<typeof asDraws>;
type Draw = Awaited<ReturnType<typeof toShown<Found>>>[number];

const asDraws = (query: ReturnType<typeof matchingDraws>) =>
  asDrawRows(query).select(salesmanOfShop.as('salesmanName'));

const what: Column<Draw>[] = [
  { title: '编码', width: 24, cell: (row) => row.codeText },
  { title: '产品', width: 24, cell: (row) => row.productName },
  { title: '奖级', cell: (row) => row.tierName },
  { title: '奖品', width: 20, cell: (row) => (row.prizeType === PrizeType.none ? '谢谢参与' : row.prizeName) },
  { title: '金额（元）', fen: true, cell: (row) => row.amount },
  { title: '积分', cell: (row) => row.points },
  { title: '兜底原因', width: 18, cell: (row) => (row.fallback === Fallback.none ? '' : Fallback.label(row.fallback)) },
  {
    title: '状态',
    cell: (row) => (row.hold ? '冻结，待复核' : row.claimStatus === null ? '' : ClaimStatus.label(row.claimStatus)),
  },
  { title: '地区', width: 18, cell: (row) => row.region },
];
const who: Column<Draw>[] = [
  { title: '用户编号', cell: (row) => row.uid },
  { title: '消费者', width: 16, cell: (row) => row.consumer },
];
const head: Column<Draw> = { title: '抽奖编号', width: 22, cell: (row) => row.drawNo };
const when: Column<Draw> = { title: '抽奖时间', width: 20, cell: (row) => row.drawnAt };

/** The files of draws: one row a person, a shop, or a draw. */
export const drawExporters = (keyring: Keyring) => {
  const each = (biz: string, title: string, columns: Column<Draw>[]): Exporter<Draw, DrawFilters, Found> => ({
    biz,
    title,
    may: drawLogApi.exportUserList.may,
    columns,
    filters: drawLogApi.exportUserList.input,
    page: (db, filters, after, limit) =>
      asDraws(matchingDraws(db, filters)).where('draw.id', '<', below(after)).limit(limit).execute(),
    complete: (db, rows) => toShown(db, keyring, rows),
  });
  const byUser: Exporter<Person, DrawFilters, Person> = {
    biz: 'drawUser',
    title: '抽奖记录按用户',
    may: drawLogApi.exportUser.may,
    columns: [
      { title: '用户编号', cell: (row) => row.uid },
      { title: '消费者', width: 16, cell: (row) => maskConsumer(row) },
      ...sumColumns,
    ],
    filters: drawLogApi.exportUser.input,
    pageRows: computedRows,
    page: (db, filters, after, limit) =>
      asUsers(matchingDraws(db, filters))
        .where('draw.uid', '>', after?.uid ?? 0)
        .limit(limit)
        .execute(),
  };
  const byShop: Exporter<Shop, DrawFilters, Shop> = {
    biz: 'drawShop',
    title: '抽奖记录按门店',
    may: drawLogApi.exportShop.may,
    columns: [
      { title: '门店编号', width: 16, cell: (row) => row.shopNo },
      { title: '门店', width: 30, cell: (row) => row.shopName || '未到门店' },
      { title: '经销商', width: 30, cell: (row) => row.agentName },
      { title: '参与人数', cell: (row) => row.userCnt },
      ...sumColumns,
    ],
    filters: drawLogApi.exportShop.input,
    pageRows: computedRows,
    page: (db, filters, after, limit) =>
      asShops(matchingDraws(db, filters))
        .where(shopId, '>', after?.shopId ?? -1)
        .limit(limit)
        .execute(),
  };
  return {
    byUser,
    byShop,
    ofUsers: each('drawUserList', '抽奖记录用户明细', [head, ...who, ...what, when]),
    ofShops: each('drawShopList', '抽奖记录门店明细', [
      head,
      { title: '门店编号', width: 16, cell: (row) => row.shopNo },
      { title: '门店', width: 24, cell: (row) => row.shopName || '未到门店' },
      { title: '经销商', width: 24, cell: (row) => row.agentName },
      { title: '业务员', cell: (row) => row.salesmanName },
      ...who,
      ...what,
      when,
    ]),
  };
};
