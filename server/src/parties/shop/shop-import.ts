import { RowSource } from '@zhuiyuan/contract/parties/row-source';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { isMobile } from '@zhuiyuan/contract/kit/phone';
import { ShopGrade, ShopType } from '@zhuiyuan/contract/parties/shop/shop-enums';
import { shopApi } from '@zhuiyuan/contract/parties/shop/shop';
import { z } from 'zod';
import { choiceCell, textCell } from '../../kit/sheets/cells.ts';
import { absent, type Importer } from '../../jobs/importer.ts';
import { invalid } from '../../kit/refusal.ts';
import { requireAgentByNo, requireChannelByName, requireSalesmanByPhone } from '../named-in-file.ts';
import { regionByName } from '../../settings/region-names.ts';
import { insertShop } from './shop-writes.ts';

const ShopLine = z.object({
  shopNo: textCell('编号', 20).refine((value) => /^[A-Za-z0-9-]*$/.test(value), '编号仅支持字母、数字和-'),
  name: z.string().min(2, '名称不能少于2个字符').max(60, '名称不能超过60个字符'),
  agentNo: z.string(),
  salesmanPhone: textCell('业务员手机', 20),
  channel: textCell('渠道', 30),
  shopType: choiceCell('类型', ShopType.options),
  grade: z
    .string()
    .transform((grade) => grade.toUpperCase().replace(/级$/, ''))
    .pipe(z.enum(['A', 'B', 'C', 'D'], '等级应为A、B、C、D之一'))
    .optional(),
  contact: z.string().max(20, '联系人不能超过20个字符'),
  phone: z.string().refine(isMobile, '手机号格式不正确'),
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
    const same = await db
      .selectFrom('shop')
      .select('name')
      .where('firmId', '=', firmId)
      .where('isDel', '=', 0)
      .$if(line.shopNo !== '', (query) => query.where('shopNo', '=', line.shopNo))
      .$if(line.shopNo === '', (query) => query.where('phone', '=', line.phone))
      .executeTakeFirst();
    if (same?.name === line.name) return 'skip';
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
        lng: null,
        lat: null,
        doorImage: '',
        licenseNo: '',
        licenseImage: '',
        remark: '',
        status: Enabled.on,
      },
      { firmId, operatorId: operator.id, source: RowSource.task },
    );
    return 'done';
  },
};
