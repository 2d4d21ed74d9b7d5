import { QcState } from '@zhuiyuan/contract/trace/lot/lot-states';
import { addDays, shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import { TemplateDraft } from '@zhuiyuan/contract/trace/template/template';
import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { publishTemplate } from '../../trace/template/publish-template.ts';
import { insertTemplate, updateTemplate } from '../../trace/template/template-writes.ts';
import { demoPictures } from './pictures.ts';

const picture = (name: string): string => demoPictures[name] ?? '';

/** What differs between the pages of the demonstration's firms. */
interface DemoLook {
  color: string;
  header: string;
  /** Pictures and words of the place where things are made. */
  places: string[];
  story: string;
  promise: string;
  certificates: string[];
  /** Products that show the second template, by their place. */
  gifts: number[];
}

const looks: DemoLook[] = [
  {
    color: '#0b5d4e',
    header: picture('狮峰茶园-春'),
    places: [picture('狮峰茶园-春'), picture('安吉山场')],
    story: '明前采摘，单芽一叶，当天摊青、杀青、辉锅。山场、批次和检测都能在这一页查到。',
    promise:
      '<h3>我们承诺</h3><ul><li>鲜叶全部来自自有和签约茶园</li><li>每一批都送第三方检测，合格后才出厂</li><li>收到破损或受潮，七天内包换</li></ul><p>储存请避光、密封、冷藏，开封后三个月内饮用风味更好。</p>',
    certificates: [picture('有机认证')],
    gifts: [0, 4],
  },
  {
    color: '#8a1c1c',
    header: picture('勐海古树'),
    places: [picture('勐海古树'), picture('武夷岩-秋')],
    story: '端午制曲，重阳下沙，基酒入库陈放五年以上才勾调装瓶。瓶身编码与出厂记录逐一对应。',
    promise:
      '<h3>饮用提示</h3><p>过量饮酒有害健康，<strong>未成年人请勿饮酒</strong>。</p><ul><li>开瓶后请密封直立存放</li><li>陈放后酒色微黄属正常现象</li></ul>',
    certificates: [picture('检测报告-2026-0317')],
    gifts: [0],
  },
];

const standardBlocks = ({ story, places, promise, certificates }: DemoLook, isOlder: boolean): object[] => [
  { kind: 'verdict', id: 'verdict' },
  { kind: 'product', id: 'product', facts: ['brand', 'origin', 'standardNo', 'shelfLife'] },
  { kind: 'lottery', id: 'lottery' },
  { kind: 'flows', id: 'flows' },
  { kind: 'reports', id: 'reports' },
  ...(isOlder
    ? []
    : [
        { kind: 'graphic', id: 'place', title: '产地', text: story, images: places, columns: 2 },
        { kind: 'rich', id: 'promise', html: promise },
        { kind: 'certs', id: 'certs', images: certificates },
      ]),
  { kind: 'firm', id: 'firm', withImages: isOlder },
  { kind: 'identifier', id: 'identifier' },
  { kind: 'phone', id: 'phone' },
  { kind: 'report', id: 'report' },
];

const giftBlocks = ({ story, places }: DemoLook): object[] => [
  { kind: 'verdict', id: 'verdict' },
  { kind: 'carousel', id: 'carousel', ratio: '4:3' },
  { kind: 'product', id: 'product', facts: ['brand', 'spec', 'origin', 'standardNo', 'detail'] },
  { kind: 'lot', id: 'lot', facts: ['lotNo', 'produceDate', 'expireDate', 'workshop', 'team', 'qcState'] },
  { kind: 'graphic', id: 'story', title: '这一份从哪里来', text: story, images: places.slice(0, 1) },
  { kind: 'flows', id: 'flows', order: 'asc' },
  { kind: 'reports', id: 'reports' },
  { kind: 'divider', id: 'divider', look: 2, height: 12 },
  { kind: 'firm', id: 'firm' },
  { kind: 'map', id: 'map', title: '到产地看看' },
  { kind: 'identifier', id: 'identifier' },
  { kind: 'phone', id: 'phone' },
  { kind: 'report', id: 'report' },
];

/**
 * Two published templates for each firm of the demonstration: the default one with an older version to go back to, and
 * one for gifts that some products name; and the reports of the lots that passed.
 */
export const seedTemplates = async (db: Db): Promise<void> => {
  const firms = await db.selectFrom('firm').select('id').orderBy('id').limit(looks.length).execute();
  for (const [at, { id: firmId }] of firms.entries()) {
    const look = looks[at]!;
    const author = await db.selectFrom('admin').select('id').where('firmId', '=', firmId).executeTakeFirstOrThrow();
    const theme = { color: look.color, headerImage: look.header };
    const draft = (name: string, blocks: object[]) => TemplateDraft.parse({ name, blocks, theme });
    const owner = { firmId, operatorId: author.id };

    const standard = await insertTemplate(db, draft('标准溯源页', standardBlocks(look, true)), owner);
    await publishTemplate(db, standard.id, author.id);
    await updateTemplate(db, standard.id, draft('标准溯源页', standardBlocks(look, false)), undefined);
    await publishTemplate(db, standard.id, author.id);

    const gift = await insertTemplate(db, draft('礼盒溯源页', giftBlocks(look)), owner);
    await publishTemplate(db, gift.id, author.id);
    const products = await db.selectFrom('product').select('id').where('firmId', '=', firmId).orderBy('id').execute();
    await db
      .updateTable('product')
      .set({ tempId: gift.id })
      .where(
        'id',
        'in',
        look.gifts.flatMap((place) => products[place]?.id ?? []),
      )
      .execute();
    await age(db, standard.id, [210, 46]);
    await age(db, gift.id, [30]);
    await db
      .updateTable('lot')
      .set({ qcFile: picture(at === 0 ? '检测报告-2026-0402' : '检测报告-2026-0317') })
      .where('firmId', '=', firmId)
      .where('qcState', '=', QcState.passed)
      .execute();
  }
};

/** Puts the versions of a template back to so many days ago. */
const age = async (db: Db, tempId: number, daysAgo: number[]): Promise<void> => {
  for (const [at, days] of daysAgo.entries())
    await db
      .updateTable('tempVersion')
      .set({ publishedAt: `${addDays(shanghaiToday(), -days)} 10:3${at}:00` })
      .where('tempId', '=', tempId)
      .where('version', '=', at + 1)
      .execute();
  const last = `${addDays(shanghaiToday(), -daysAgo.at(-1)!)} 10:3${daysAgo.length - 1}:00`;
  await db
    .updateTable('temp')
    .set({
      createdAt: `${addDays(shanghaiToday(), -daysAgo[0]! - 2)} 15:12:00`,
      publishedAt: last,
      updatedAt: sql<string>`${last}::timestamptz`,
    })
    .where('id', '=', tempId)
    .execute();
};
