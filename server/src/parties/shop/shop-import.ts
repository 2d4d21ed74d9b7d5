import { RowSource } from '@zhuiyuan/contract/parties/row-source';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { Review } from '@zhuiyuan/contract/kit/review';
import { ShopGrade, ShopType } from '@zhuiyuan/contract/parties/shop/shop-enums';
import { shopApi, type ShopRow } from '@zhuiyuan/contract/parties/shop/shop';
import { ShopDraft } from '@zhuiyuan/contract/parties/shop/shop-draft';
import { z } from 'zod';
import { live } from '../../kit/db/live.ts';
import type { Column } from '../../kit/sheets/xlsx.ts';
import { choiceCell, textCell } from '../../kit/sheets/cells.ts';
import { absent, type Importer } from '../../jobs/importer.ts';
import { invalid } from '../../kit/refusal.ts';
import { requireAgentByNo, requireChannelByName, requireSalesmanByPhone } from '../named-in-file.ts';
import { regionByName } from '../../settings/region-names.ts';
import { insertShop } from './shop-writes.ts';
import { lookOf } from '@zhuiyuan/contract/kit/typed';
import { plainPhone } from '@zhuiyuan/contract/kit/phone';

const ShopLine = ShopDraft.omit({
  firmId: true,
  agentId: true,
  salesmanId: true,
  channelId: true,
  regionCode: true,
}).extend({
  agentNo: z.string(),
  salesmanPhone: textCell('业务员手机', 20, plainPhone),
  channel: textCell('渠道', 30),
  shopType: choiceCell('类型', ShopType.options),
  grade: z
    .string()
    .transform((grade) => grade.toUpperCase().replace(/级$/, ''))
    .pipe(z.enum(['A', 'B', 'C', 'D'], '等级应为A、B、C、D之一'))
    .optional(),
  region: z.string(),
  address: textCell('地址', 120),
});
type ShopLine = z.output<typeof ShopLine>;

/** Shops from a file. One that is there already with its name and number, or its name and phone, is passed over. */
export const shopImporter: Importer<ShopLine> = {
  biz: 'shop',
  may: shopApi.import.may,
  columns: [
    { title: '编号', key: 'shopNo', example: 'S00000001，不填则自动编号' },
    { title: '名称', key: 'name', isRequired: true, width: 32, example: '西湖龙井路茶庄' },
    { title: '经销商编号', key: 'agentNo', isRequired: true, example: 'A000001' },
    { title: '业务员手机', key: 'salesmanPhone', example: '13800000000' },
    { title: '渠道', key: 'channel', example: '线下流通' },
    { title: '类型', key: 'shopType', example: ShopType.options.map(({ label }) => label).join('、') },
    { title: '等级', key: 'grade', example: ShopGrade.options.map(({ value }) => value).join('、') },
    { title: '联系人', key: 'contact', isRequired: true, example: '周明远' },
    { title: '电话', key: 'phone', isRequired: true, width: 14, example: '13800000000' },
    { title: '省市区', key: 'region', isRequired: true, width: 26, example: '浙江省杭州市西湖区' },
    { title: '地址', key: 'address', width: 36, example: '龙井路 18 号' },
  ],
  row: ShopLine,
  unique: { column: 'phone', of: ({ phone }) => phone },
  apply: async ({ db, firmId, operator }, { agentNo, salesmanPhone, channel, region, shopType, ...line }) => {
    const same = await live(db, 'shop')
      .select('name')
      .where('firmId', '=', firmId)
      .where(line.shopNo ? 'shopNo' : 'phone', '=', line.shopNo || line.phone)
      .executeTakeFirst();
    if (same && lookOf(same.name) === lookOf(line.name)) return 'skip';
    if (same) throw line.shopNo ? invalid('shopNo', '编号已存在') : invalid('phone', '手机号已被使用');
    const regionCode = await regionByName(db, region);
    if (!regionCode) throw absent('region', region);
    await insertShop(
      db,
      {
        ...line,
        shopType: shopType ?? ShopType.other,
        regionCode,
        agentId: await requireAgentByNo(db, agentNo, { firmId, key: 'agentNo' }),
        salesmanId: salesmanPhone
          ? await requireSalesmanByPhone(db, salesmanPhone, { firmId, key: 'salesmanPhone' })
          : undefined,
        channelId: channel ? await requireChannelByName(db, channel, { firmId, key: 'channel' }) : undefined,
      },
      { firmId, operatorId: operator.id, source: RowSource.task },
    );
    return 'done';
  },
};

/** Columns of the exported list of shops. */
export const shopColumns: Column<ShopRow>[] = [
  { title: '门店编号', cell: (row) => row.shopNo },
  { title: '门店名称', width: 36, cell: (row) => row.name },
  { title: '类型', cell: (row) => ShopType.label(row.shopType) },
  { title: '等级', cell: (row) => (row.grade ? ShopGrade.label(row.grade) : '') },
  { title: '所属经销商', width: 30, cell: (row) => row.agentName },
  { title: '业务员', cell: (row) => row.picName },
  { title: '渠道', cell: (row) => row.channelName },
  { title: '联系人', cell: (row) => row.contact },
  { title: '联系电话', cell: (row) => row.phone },
  { title: '所在地区', width: 28, cell: (row) => row.regionName },
  { title: '详细地址', width: 36, cell: (row) => row.address },
  { title: '抵扣余额（元）', fen: true, cell: (row) => row.dedBalance },
  { title: '审核状态', cell: (row) => Review.label(row.audit) },
  { title: '状态', cell: (row) => Enabled.label(row.status) },
  { title: '最近活跃', width: 20, cell: (row) => row.lastActiveAt },
  { title: '所属企业', width: 36, cell: (row) => row.firmName },
  { title: '创建时间', width: 20, cell: (row) => row.createTime },
];
