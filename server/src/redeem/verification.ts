import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { SettleState } from '@zhuiyuan/contract/parties/deductible/shop-settlement';
import { VerStatus } from '@zhuiyuan/contract/redeem/redeem-states';
import { shopVerApi, verificationApi, type VerLogRow, type VerRow } from '@zhuiyuan/contract/redeem/verification';
import { openKeyring, type Keyring } from '../codes/cipher/keyring.ts';
import { below, mountExporter, offerExport, type Exporter } from '../jobs/exporter.ts';
import type { App } from '../kit/http/app-context.ts';
import type { Db } from '../kit/db/database.ts';
import { findComputedPage, findPage } from '../kit/db/paging.ts';
import { serve } from '../kit/http/serve.ts';
import { notFound, stale } from '../kit/refusal.ts';
import { regionNames } from '../settings/region-names.ts';
import { asVers, matchingVers, sumVers, toVerRows, type FoundVer, type VerFilters } from './find-verifications.ts';
import { readVerification } from './read-verification.ts';
import { reverseVerification } from './reverse-verification.ts';
import { asVerified, countVers, matchingVerified, sumVerified } from './verify-stats.ts';

type LogFilters = Omit<InputOf<typeof shopVerApi.verLogList>, 'page' | 'limit'>;

/** Prizes that shops handed out, as staff see them: one table, beside the prizes and beside the shops. */
export const mountVerification = (app: App): void => {
  const keyring = openKeyring(app);
  const logExporter = toLogExporter(keyring);
  mountExporter(app, exporter);
  mountExporter(app, logExporter);

  serve(app, verificationApi, {
    list: async ({ input, db }) => {
      const matching = matchingVers(db, input);
      const page = await findPage(db, input, matching, asVers);
      return { ...page, list: await toVerRows(db, page.list), sum: await sumVers(matching) };
    },
    board: ({ input, db }) => countVers(db, input.firmId),
    info: ({ input, db }) => readVerification(db, keyring, input.id),
    update: async ({ input: { id, version, status, reason, remark }, db, operator }) => {
      if (status === VerStatus.reversed)
        await reverseVerification(db, { id, reason: reason!, operatorId: operator.id });
      else await noteVerification(db, { id, version, remark });
      return null;
    },
    export: ({ input, db, operator }) => offerExport(app, { db, operator }, exporter, input),
  });

  serve(app, shopVerApi, {
    verifyList: async ({ input, db }) => {
      const matching = matchingVerified(db, input);
      const [page, sum] = await Promise.all([findComputedPage(db, input, matching, asVerified), sumVerified(matching)]);
      return { ...page, sum };
    },
    verLogList: async ({ input, db }) => {
      const matching = matchingVers(db, input);
      const page = await findPage(db, input, matching, asVers);
      return { ...page, list: await toLogRows(db, keyring, page.list), sum: await sumVers(matching) };
    },
    verLogExport: ({ input, db, operator }) => offerExport(app, { db, operator }, logExporter, input),
  });
};

/** Keeps a note beside a verification; 404 where there is none, 409 when `version` is another one. */
const noteVerification = async (
  db: Db,
  { id, version, remark }: { id: number; version?: number; remark: string },
): Promise<void> => {
  const ver = await db.selectFrom('prizeVer').where('id', '=', id).select('version').forUpdate().executeTakeFirst();
  if (!ver) throw notFound();
  if (version !== undefined && version !== ver.version) throw stale();
  await db
    .updateTable('prizeVer')
    .set((row) => ({ remark, version: row('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
};

/** The rows as they stand among the shops: with the code, and where the shop is. */
const toLogRows = async (db: Db, keyring: Keyring, found: readonly FoundVer[]): Promise<VerLogRow[]> => {
  const coded = found.filter(({ seg }) => seg !== null);
  const texts = await keyring.readTexts(
    db,
    coded.map(({ seg, serial, keyV }) => ({ seg: seg!, serial: serial!, keyV })),
  );
  const codeOf = new Map(coded.map(({ id }, nth) => [id, texts[nth]!]));
  const rows = await toVerRows(db, found);
  const regions = await regionNames(
    db,
    rows.map(({ regionCode }) => regionCode),
  );
  return rows.map(({ actName, consumer, deductAmount, regionCode, address, ...row }) => ({
    ...row,
    activityName: actName,
    userName: consumer,
    dedAmount: deductAmount,
    code: codeOf.get(row.id) ?? '',
    address: `${regions.get(regionCode) ?? ''}${address}`,
  }));
};

/** How far it is settled; what was taken back is not to be settled. */
const settleText = ({ status, settleState }: Pick<VerRow, 'status' | 'settleState'>): string =>
  status === VerStatus.reversed ? '' : SettleState.label(settleState);

const exporter: Exporter<VerRow, VerFilters, FoundVer> = {
  biz: 'prizeVer',
  title: '核销记录',
  may: verificationApi.export.may,
  columns: [
    { title: '核销单号', width: 22, cell: (row) => row.verNo },
    { title: '奖品', width: 24, cell: (row) => row.prizeName },
    { title: '奖级', cell: (row) => row.tierName },
    { title: '活动', width: 28, cell: (row) => row.actName },
    { title: '消费者', cell: (row) => row.consumer },
    { title: '核销门店', width: 28, cell: (row) => row.shopName },
    { title: '所属经销商', width: 28, cell: (row) => row.agentName },
    { title: '业务员', cell: (row) => row.picName },
    { title: '抵扣金额（元）', fen: true, cell: (row) => row.deductAmount },
    { title: '核销时间', width: 20, cell: (row) => row.verAt },
    { title: '核销位置', width: 20, cell: (row) => row.region },
    { title: '结算状态', cell: settleText },
    { title: '状态', cell: (row) => VerStatus.label(row.status) },
    { title: '冲正时间', width: 20, cell: (row) => row.reversedAt },
    { title: '冲正原因', width: 30, cell: (row) => row.reverseReason },
    { title: '备注', width: 30, cell: (row) => row.remark },
    { title: '所属企业', width: 36, cell: (row) => row.firmName },
  ],
  filters: verificationApi.export.input,
  page: (db, filters, after, limit) =>
    asVers(matchingVers(db, filters)).where('prizeVer.id', '<', below(after)).limit(limit).execute(),
  complete: toVerRows,
};

const toLogExporter = (keyring: Keyring): Exporter<VerLogRow, LogFilters, FoundVer> => ({
  biz: 'shopVer',
  title: '核销日志',
  may: shopVerApi.verLogExport.may,
  columns: [
    { title: '核销单号', width: 22, cell: (row) => row.verNo },
    { title: '门店', width: 28, cell: (row) => row.shopName },
    { title: '经销商', width: 28, cell: (row) => row.agentName },
    { title: '活动', width: 28, cell: (row) => row.activityName },
    { title: '奖品', width: 24, cell: (row) => row.prizeName },
    { title: '标识码', width: 26, cell: (row) => row.code },
    { title: '消费者', cell: (row) => row.userName },
    { title: '抵扣金额（元）', fen: true, cell: (row) => row.dedAmount },
    { title: '状态', cell: (row) => VerStatus.label(row.status) },
    { title: '结算', cell: settleText },
    { title: '核销时间', width: 20, cell: (row) => row.verAt },
    { title: '核销地点', width: 40, cell: (row) => row.address },
    { title: '所属企业', width: 36, cell: (row) => row.firmName },
  ],
  filters: shopVerApi.verLogExport.input,
  page: (db, filters, after, limit) =>
    asVers(matchingVers(db, filters)).where('prizeVer.id', '<', below(after)).limit(limit).execute(),
  complete: (db, rows) => toLogRows(db, keyring, rows),
});
