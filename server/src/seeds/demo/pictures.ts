import { createHash } from 'node:crypto';
import {
  bag,
  bottle,
  box,
  codeOf,
  cup,
  emblem,
  hills,
  jar,
  lantern,
  moon,
  report,
  shop,
  tints,
  type Shape,
  type Tint,
} from './picture-shapes.ts';
import { demoFolders } from '../first/seed-categories.ts';

/** A drawn picture of the demonstration's library. */
export interface DemoPicture {
  name: string;
  /** Its name in the file store; the address is the same behind a slash. */
  file: string;
  folder: number;
  shape: Shape;
  tint: Tint;
}

const draw = (folder: number, name: string, shape: Shape, tint: Tint): DemoPicture => ({
  name: `${name}.png`,
  // always the same, so that other seeds can name it
  file: `media/demo/2026/01/01/${createHash('md5').update(name).digest('hex')}.png`,
  folder,
  shape,
  tint,
});

const { greenTea, oolong, giftBox, products, reports, craft, campaign, autumn, newYear, shops } = demoFolders;
const { green, purple, amber, blue, brown, red, teal, slate } = tints;

/** The library of the demonstration, the oldest first. */
export const demoLibrary: DemoPicture[] = [
  draw(shops, '门店-杭州西湖旗舰店', shop, green),
  draw(shops, '门店-成都锦和', shop, red),
  draw(shops, '门店-西安长乐', shop, blue),
  draw(newYear, '年货节-灯笼', lantern, red),
  draw(newYear, '年货节-礼盒', box, red),
  draw(autumn, '中秋-满月', moon, blue),
  draw(autumn, '中秋-礼盒', bag, purple),
  draw(campaign, '扫码有礼', emblem, amber),
  draw(craft, '狮峰茶园-春', hills, green),
  draw(craft, '武夷岩-秋', hills, brown),
  draw(craft, '安吉山场', hills, teal),
  draw(craft, '勐海古树', hills, slate),
  draw(reports, '检测报告-2026-0317', report, blue),
  draw(reports, '检测报告-2026-0402', report, green),
  draw(reports, '有机认证', report, amber),
  draw(products, '企业标志-青岚山', emblem, green),
  draw(greenTea, '明前龙井-罐', jar, green),
  draw(greenTea, '明前龙井-袋', bag, green),
  draw(greenTea, '安吉白茶-袋', bag, purple),
  draw(greenTea, '安吉白茶-罐', jar, purple),
  draw(greenTea, '碧螺春-罐', jar, blue),
  draw(greenTea, '茉莉银针-杯', cup, red),
  draw(oolong, '肉桂-瓶', bottle, brown),
  draw(oolong, '肉桂-杯', cup, purple),
  draw(oolong, '桂花乌龙-箱', box, blue),
  draw(oolong, '桂花乌龙-瓶', bottle, amber),
  draw(oolong, '大红袍-瓶', bottle, purple),
  draw(giftBox, '正山小种-箱', box, slate),
  draw(giftBox, '正山小种-盒', box, amber),
  draw(giftBox, '陈皮白茶-瓶', bottle, amber),
  draw(giftBox, '陈皮白茶-杯', cup, blue),
  draw(giftBox, '普洱熟饼-罐', jar, teal),
  draw(giftBox, '普洱熟饼-瓶', bottle, green),
  draw(giftBox, '龙井礼盒-侧面', box, purple),
  draw(giftBox, '龙井礼盒-正面', jar, amber),
  draw(giftBox, '茉莉银针-盒', cup, green),
  draw(campaign, '青岚山-公众号二维码', codeOf('青岚山茶业公众号（演示）'), slate),
  draw(campaign, '青岚山-客服微信二维码', codeOf('青岚山茶业客服微信（演示）'), slate),
];

/** Address of each picture by its name without the extension, as `明前龙井-罐`. */
export const demoPictures: Readonly<Record<string, string>> = Object.fromEntries(
  demoLibrary.map(({ name, file }) => [name.replace(/\.png$/, ''), `/${file}`]),
);
