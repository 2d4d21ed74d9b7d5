import { creditCheckSymbol } from '@zhuiyuan/contract/parties/credit-code';
import { demoPictures } from './pictures.ts';

const picture = (name: string): string => demoPictures[name] ?? '';
const creditCode = (body: string): string => body + creditCheckSymbol(body);

/** Classes of products, fixed numbers below those made by hand. */
export const demoClasses = [
  { id: 301, pid: 0, name: '茶叶' },
  { id: 302, pid: 301, name: '绿茶' },
  { id: 303, pid: 301, name: '乌龙茶' },
  { id: 304, pid: 301, name: '白茶' },
  { id: 305, pid: 301, name: '红茶' },
  { id: 306, pid: 301, name: '黑茶' },
  { id: 307, pid: 301, name: '花茶' },
  { id: 311, pid: 0, name: '酒类' },
  { id: 312, pid: 311, name: '白酒' },
  { id: 313, pid: 311, name: '黄酒' },
  { id: 314, pid: 311, name: '果酒' },
] as const;

/** The firms of the demonstration, each with the account of its administrator. */
export const demoFirms = [
  {
    account: 'qinglan',
    realName: '林知夏',
    codeQuota: 5_000_000,
    firm: {
      name: '杭州青岚山茶业有限公司',
      shortName: '青岚山茶业',
      creditCode: creditCode('91330106MA2DEM001'),
      licenseImage: picture('有机认证'),
      logo: picture('企业标志-青岚山'),
      images: [picture('狮峰茶园-春'), picture('安吉山场')],
      industry: '农产品',
      legalName: '林青山',
      contact: '林知夏',
      phone: '13800000101',
      email: 'service@qinglan.example',
      regionCode: '330106',
      lng: 120.119,
      lat: 30.223,
      address: '龙井路 18 号',
      gcp: '69012345',
      servicePhone: '400-800-0101',
      website: 'https://qinglan.example',
      intro:
        '青岚山茶业 2008 年建于狮峰山下，自有茶园 620 亩，另有武夷、安吉、勐海三处合作基地。\n每一罐茶从采摘、摊青到入库都有记录，扫码即可查到山场、批次和检测报告。',
    },
  },
  {
    account: 'yunling',
    realName: '杜若',
    codeQuota: 2_000_000,
    firm: {
      name: '贵州云岭酒业有限公司',
      shortName: '云岭酒业',
      creditCode: creditCode('91520382MA2DEM002'),
      licenseImage: picture('检测报告-2026-0402'),
      logo: picture('扫码有礼'),
      images: [picture('勐海古树')],
      industry: '酒类',
      legalName: '杜云岭',
      contact: '杜若',
      phone: '13800000202',
      email: 'service@yunling.example',
      regionCode: '520382',
      lng: 106.388,
      lat: 27.793,
      address: '茅坝镇云岭酒坊',
      servicePhone: '400-800-0202',
      website: 'https://yunling.example',
      intro: '云岭酒业在赤水河畔酿酒三代，基酒陈放五年以上，每瓶一码，瓶身编码与出厂记录逐一对应。',
    },
  },
];

/** A firm whose review is still to come. */
export const waitingFirm = {
  account: 'luyu',
  realName: '苏晚',
  firm: {
    name: '福建鹭屿水产食品有限公司',
    shortName: '鹭屿水产',
    creditCode: creditCode('91350211MA2DEM003'),
    licenseImage: picture('检测报告-2026-0402'),
    industry: '食品饮料',
    legalName: '苏海生',
    contact: '苏晚',
    phone: '13800000303',
    email: 'service@luyu.example',
    regionCode: '350211',
    address: '杏林湾路 66 号',
    intro: '鹭屿水产在厦门集美加工紫菜与海带，2019 年起供应华东商超。',
  },
} as const;

/** The products of each firm, in the order of {@link demoFirms}. `gtin` is the item number under the firm's prefix. */
export const demoProducts = [
  [
    [
      '青岚明前龙井 250g 礼盒',
      302,
      '龙井礼盒-正面',
      '250g/盒',
      '盒',
      368_00,
      18,
      6,
      6,
      '浙江杭州',
      'GB/T 18650',
      '0011',
    ],
    ['雾里安吉白茶 200g 罐装', 302, '安吉白茶-罐', '200g/罐', '罐', 268_00, 18, 6, 4, '浙江安吉', 'GB/T 20354', '0028'],
    ['岭上岩茶肉桂 125g', 303, '肉桂-瓶', '125g/罐', '罐', 198_00, 24, 10, 4, '福建武夷山', 'GB/T 18745', '0035'],
    ['小满桂花乌龙 80g', 303, '桂花乌龙-箱', '80g/盒', '盒', 88_00, 18, 12, 4, '福建安溪', 'GB/T 30357', ''],
    ['青岚陈皮白茶 5 年陈 300g', 304, '陈皮白茶-瓶', '300g/罐', '罐', 328_00, 36, 6, 4, '福建福鼎', 'GB/T 22291', ''],
    ['山房正山小种 150g', 305, '正山小种-盒', '150g/盒', '盒', 168_00, 24, 10, 4, '福建武夷山', 'GB/T 13738.3', ''],
    ['古树普洱熟饼 357g', 306, '普洱熟饼-罐', '357g/饼', '饼', 298_00, 120, 7, 6, '云南勐海', 'GB/T 22111', ''],
    ['青岚茉莉银针 100g', 307, '茉莉银针-盒', '100g/盒', '盒', 128_00, 12, 12, 4, '广西横州', 'GB/T 22292', ''],
  ],
  [
    ['云岭老窖 53° 500ml', 312, '普洱熟饼-瓶', '500ml/瓶', '瓶', 598_00, null, 6, 0, '贵州仁怀', 'GB/T 26760', ''],
    ['云岭糯米黄酒 5 年陈 500ml', 313, '大红袍-瓶', '500ml/瓶', '瓶', 68_00, 36, 6, 4, '贵州仁怀', 'GB/T 13662', ''],
    ['云岭青梅酒 12° 330ml', 314, '桂花乌龙-瓶', '330ml/瓶', '瓶', 48_00, 12, 12, 0, '贵州荔波', 'GB/T 27586', ''],
    ['云岭杨梅米酿 375ml', 314, '茉莉银针-杯', '375ml/瓶', '瓶', 39_00, 12, 12, 0, '贵州雷山', 'GB/T 27586', ''],
  ],
] as const;
