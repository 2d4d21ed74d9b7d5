import { RiskStatus, RiskLevel, RiskType } from '@zhuiyuan/contract/codes/state/warning-states';
import { ComplaintState } from '@zhuiyuan/contract/scan/log/complaint';
import { toCodeId } from '@zhuiyuan/contract/codes/cipher/code-format';
import { SelectScope, defaultTexts, QuerySettingDraft } from '@zhuiyuan/contract/scan/query/query-setting';
import { sql } from 'kysely';
import { insertQuerySetting } from '../../scan/query/query-setting-writes.ts';
import type { Db } from '../../kit/db/database.ts';
import { demoPictures } from './pictures.ts';
import type { SeedParts } from '../first/seed-parts.ts';

const settings = [
  {
    name: '青岚山默认设置',
    special: '龙井礼盒专用',
    first: '您查询的是{firm}的{product}，首次查询，为正品。茶香自山来，请放心品饮。',
  },
  {
    name: '云岭默认设置',
    special: '老窖专用（严格）',
    first: '您查询的是{firm}的{product}，首次查询，为正品。请核对瓶身编码与页面一致。',
  },
];

/** What shoppers wrote: words, where they bought, how one reaches them, the pictures, how far it is and what came of it. */
const reports = [
  ['涂层已经被刮开，怀疑被人用过。', '杭州市武林夜市', '13800002101', ['龙井礼盒-侧面'], 0, ''],
  [
    '价格比官方店低一半，查询显示已被查询多次。',
    '某短视频平台直播间',
    '13800002102',
    ['明前龙井-罐', '龙井礼盒-正面'],
    0,
    '',
  ],
  ['包装印刷模糊，二维码贴歪了。', '成都市锦里某特产店', '13800002103', ['安吉白茶-罐'], 1, '已请成都稽查员到店核查。'],
  ['扫码提示超限查询，店家说是正常的。', '广州市芳村茶叶市场', '', ['肉桂-瓶', '肉桂-杯'], 1, '正在核对该批次流向。'],
  [
    '同一个码在两盒茶上都有。',
    '苏州市观前街',
    '13800002105',
    ['龙井礼盒-侧面', '龙井礼盒-正面'],
    2,
    '确认一盒为仿冒，已协助消费者退货并下架。',
  ],
  [
    '生产日期和盒子上写的不一样。',
    '线上旗舰店',
    '13800002106',
    [],
    2,
    '为换包装批次，日期以扫码结果为准，已回电说明。',
  ],
  [
    '扫不出来，手动输入提示编码不存在。',
    '武汉市户部巷',
    '13800002107',
    ['陈皮白茶-瓶'],
    2,
    '消费者将字母误认为数字，指导后查询正常。',
  ],
  ['瓶盖有二次封装的痕迹。', '贵阳市花果园烟酒店', '13800002201', ['普洱熟饼-瓶'], 0, ''],
  ['酒的味道和以前买的不一样，想核实真伪。', '遵义市某宴席', '13800002202', [], 0, ''],
  ['二手平台低价出售，码已被查询过8次。', '二手交易平台', '', ['大红袍-瓶'], 1, '已联系平台提供卖家信息。'],
  ['快递收到的酒没有防伪码。', '社区团购', '13800002204', ['普洱熟饼-瓶'], 2, '该团购商家未获授权，已发函要求下架。'],
  [
    '查询后显示的产品和手里的不一致。',
    '西安市大唐西市',
    '13800002205',
    ['桂花乌龙-瓶'],
    2,
    '确认为调换标签，已上报当地市场监管部门。',
  ],
] as const;

/** Query settings of the demo's firms, what shoppers reported, and what the watch over guessing noticed. */
export const seedQueries = async ({ db }: SeedParts): Promise<void> => {
  const firms = await db.selectFrom('firm').select(['id', 'servicePhone']).orderBy('id').execute();
  for (const [at, firm] of firms.slice(0, 2).entries()) await seedSettingsOf(db, firm, settings[at]!);
  await seedReports(
    db,
    firms.map(({ id }) => id),
  );
  await seedRisks(db);
  for (const { id } of firms.slice(0, 2)) await seedWarnings(db, id);
};

const seedSettingsOf = async (
  db: Db,
  firm: { id: number; servicePhone: string },
  { name, special, first }: (typeof settings)[number],
): Promise<void> => {
  const admin = await db.selectFrom('admin').where('firmId', '=', firm.id).select('id').executeTakeFirst();
  const author = { firmId: firm.id, operatorId: admin?.id ?? 0 };
  const common = { servicePhone: firm.servicePhone, texts: { ...defaultTexts, FIRST: first } };
  const general = { ...common, name, scope: SelectScope.firm, overLimit: 5, dedupeMin: 10 };
  await insertQuerySetting(db, QuerySettingDraft.parse(general), author);
  const product = await db
    .selectFrom('product')
    .where('firmId', '=', firm.id)
    .select('id')
    .orderBy('id')
    .executeTakeFirst();
  if (!product) return;
  const strict = {
    ...common,
    name: special,
    scope: SelectScope.products,
    productIds: [product.id],
    overLimit: 4,
    dedupeMin: 30,
  };
  await insertQuerySetting(db, QuerySettingDraft.parse({ ...strict, needPin: true, voiceOn: true }), author);
};

/** Each report is about a code that was asked about several times, the last weeks' more than those of long ago. */
const seedReports = async (db: Db, firmIds: number[]): Promise<void> => {
  const rows = [];
  for (const [place, firmId] of firmIds.slice(0, 2).entries()) {
    const own = place === 0 ? reports.slice(0, 7) : reports.slice(7);
    const scans = await db
      .selectFrom('scanLog')
      .where('firmId', '=', firmId)
      .where('isCounted', '=', true)
      .where('times', '>=', 2)
      .where('at', '<', sql<string>`now() - interval '2 hours'`)
      .select(['id', 'at', 'codeText', 'productId'])
      .orderBy('at', 'desc')
      .limit(400)
      .execute();
    const author = await db.selectFrom('admin').where('firmId', '=', firmId).select('id').executeTakeFirst();
    for (const [i, [content, buyPlace, contact, pictures, state, result]] of own.entries()) {
      const scan = scans[Math.min(i * i * 9 + i, scans.length - 1)];
      if (!scan) continue;
      rows.push({
        firmId,
        scanId: scan.id,
        codeText: scan.codeText,
        productId: scan.productId,
        content,
        buyPlace,
        contact,
        images: JSON.stringify(pictures.map((name) => demoPictures[name] ?? '')),
        state,
        result,
        createdAt: sql<string>`${scan.at}::timestamptz + interval '4 minutes'`,
        handledBy: state === ComplaintState.waiting ? null : (author?.id ?? null),
        handledAt:
          state === ComplaintState.waiting ? null : sql<string>`${scan.at}::timestamptz + interval '90 minutes'`,
        at: scan.at,
      });
    }
  }
  // Reports are listed by their number: the oldest is the first.
  const sorted = rows.toSorted((a, b) => a.at.localeCompare(b.at)).map(({ at: _at, ...row }) => row);
  if (sorted.length > 0) await db.insertInto('complaint').values(sorted).execute();
};

const seedRisks = async (db: Db): Promise<void> => {
  const ago = (time: string) => sql<string>`now() - ${time}::interval`;
  await db
    .insertInto('riskEvent')
    .values([
      {
        type: RiskType.invalidCodes,
        level: RiskLevel.severe,
        dedupeKey: 'invalid share',
        title: '近5分钟214次查询中，不存在的编码占38%',
        detail: JSON.stringify({ all: 214, misses: 81 }),
        hitCount: 12,
        firstAt: ago('40 days'),
        lastAt: ago('39 days 23 hours'),
        status: RiskStatus.done,
        result: '来源为同一机房，已由运维封禁网段。',
        handledAt: ago('39 days 20 hours'),
      },
      {
        type: RiskType.user,
        level: RiskLevel.usual,
        dedupeKey: 'ip 223.104.66.18',
        title: '来源 223.104.66.18 10分钟内查询30个不存在的编码，已要求输入图形验证码',
        detail: JSON.stringify({ ip: '223.104.66.18' }),
        hitCount: 7,
        firstAt: ago('26 hours'),
        lastAt: ago('25 hours'),
      },
    ])
    .execute();
};

/** Warnings that staff of a firm made of codes asked about too often: one waits, one is dealt with. */
const seedWarnings = async (db: Db, firmId: number): Promise<void> => {
  const author = await db
    .selectFrom('admin')
    .where('firmId', '=', firmId)
    .select(['id', 'realName'])
    .executeTakeFirst();
  const scans = await db
    .selectFrom('scanLog')
    .where('firmId', '=', firmId)
    .where('times', '>=', 5)
    .where('at', '<', sql<string>`now() - interval '3 hours'`)
    .select(['seg', 'serial', 'codeText', 'times', 'at'])
    .orderBy('at', 'desc')
    .limit(60)
    .execute();
  const chosen = [...new Map(scans.map((scan) => [scan.codeText, scan])).values()];
  const words = [
    { remark: '一周内在多个城市被查询，疑似被复制', status: RiskStatus.waiting, result: '' },
    {
      remark: '消费者反映价格异常，与超限查询一致',
      status: RiskStatus.done,
      result: '已核实为仿冒，编码已冻结并通知渠道。',
    },
  ];
  const rows = chosen.slice(0, words.length).map(({ seg, serial, codeText, times, at }, i) => ({
    firmId,
    type: RiskType.oddCode,
    level: RiskLevel.usual,
    dedupeKey: `code ${toCodeId(seg!, serial!)}`,
    title: `查询异常，已被查询${times}次`,
    detail: JSON.stringify({ code: codeText, remark: words[i]!.remark, by: author?.realName ?? '', times }),
    status: words[i]!.status,
    result: words[i]!.result,
    firstAt: sql<string>`${at}::timestamptz + interval '2 hours'`,
    lastAt: sql<string>`${at}::timestamptz + interval '2 hours'`,
    handledBy: words[i]!.status === RiskStatus.waiting ? null : (author?.id ?? null),
    handledAt:
      words[i]!.status === RiskStatus.waiting ? null : sql<string>`${at}::timestamptz + interval '150 minutes'`,
  }));
  if (rows.length > 0) await db.insertInto('riskEvent').values(rows).execute();
};
