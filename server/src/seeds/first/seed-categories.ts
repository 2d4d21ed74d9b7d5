import { CategoryType } from '@zhuiyuan/contract/category/category';
import { plainUploadFolder } from '@zhuiyuan/contract/media/upload';
import { claimSeeds } from '../../settings/claim-seeds.ts';
import type { SeedParts } from './seed-parts.ts';

interface CategorySeed {
  id: number;
  pid: number;
  type: number;
  name: string;
  extra?: string;
}

const config = (id: number, pid: number, name: string, form?: number): CategorySeed => ({
  id,
  pid,
  type: CategoryType.config,
  name,
  extra: form ? String(form) : '',
});
const folder = (id: number, pid: number, name: string): CategorySeed => ({
  id,
  pid,
  type: CategoryType.attachment,
  name,
});

/** The tabs of the settings screen, each with the form it shows. */
const configCategories: CategorySeed[] = [
  config(101, 0, 'PC管理后台配置'),
  config(102, 101, '站点配置', 64),
  config(103, 101, '物流配置', 74),
  config(111, 0, '商城配置'),
  config(112, 111, '商城基础配置', 77),
  config(113, 111, '充值配置', 78),
  config(121, 0, '应用配置'),
  config(122, 121, '公众号配置', 65),
  config(123, 121, '小程序配置', 66),
  config(124, 121, '客服配置', 76),
  config(131, 0, '支付配置'),
  config(132, 131, '公众号支付', 67),
  config(133, 131, '小程序支付', 68),
  config(134, 131, '余额支付', 80),
  config(141, 0, '文件上传配置'),
  config(142, 141, '基础配置', 108),
  config(143, 141, '阿里云', 81),
  config(144, 141, '七牛云', 82),
  config(145, 141, '腾讯云', 83),
  config(151, 0, '第三方接口设置'),
  config(152, 151, '短信', 111),
  config(153, 151, '采集商品', 127),
  config(154, 151, '物流查询', 128),
  config(155, 151, '电子面单', 129),
  config(156, 151, '小票打印', 143),
  config(161, 0, '追溯配置'),
  config(162, 161, '追溯配置', 201),
  config(171, 0, '抽奖配置'),
  config(172, 171, '抽奖配置', 202),
];

/** Folders of the demonstration's library. */
export const demoFolders = {
  products: 11,
  greenTea: 12,
  oolong: 13,
  giftBox: 14,
  reports: 15,
  craft: 16,
  campaign: 17,
  autumn: 18,
  newYear: 19,
  shops: 20,
};
const demoCategories: CategorySeed[] = [
  folder(demoFolders.products, 0, '商品主图'),
  folder(demoFolders.greenTea, demoFolders.products, '绿茶'),
  folder(demoFolders.oolong, demoFolders.products, '乌龙茶'),
  folder(demoFolders.giftBox, demoFolders.products, '礼盒'),
  folder(demoFolders.reports, 0, '检测报告'),
  folder(demoFolders.craft, 0, '产地与工艺'),
  folder(demoFolders.campaign, 0, '活动素材'),
  folder(demoFolders.autumn, demoFolders.campaign, '中秋'),
  folder(demoFolders.newYear, demoFolders.campaign, '年货节'),
  folder(demoFolders.shops, 0, '门店照片'),
];

/** Settings tabs, the folder of plain uploads and, in a demonstration, folders for the library. */
export const seedCategories = async ({ config: { demo }, db }: SeedParts): Promise<void> => {
  const seeds = [folder(plainUploadFolder, 0, '其他上传'), ...configCategories, ...(demo ? demoCategories : [])];
  const fresh = await claimSeeds(
    db,
    'category',
    seeds.map(({ id }) => id),
  );
  const rows = seeds
    .map((seed, at) => ({
      ...seed,
      extra: seed.extra ?? '',
      path: seed.pid === 0 ? '/0/' : `/0/${seed.pid}/`,
      sort: seeds.length - at,
    }))
    .filter(({ id }) => fresh.has(id));
  if (rows.length > 0)
    await db
      .insertInto('category')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
};
