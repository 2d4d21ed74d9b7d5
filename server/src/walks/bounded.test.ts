import { CategoryType } from '@zhuiyuan/contract/category/category';
import type { Endpoint } from '@zhuiyuan/contract/kit/endpoint';
import { mostPicked } from '@zhuiyuan/contract/kit/picking';
import { DoneToMany } from '@zhuiyuan/contract/kit/standard';
import { mostInTree } from '@zhuiyuan/contract/kit/tree';
import { AgentType } from '@zhuiyuan/contract/parties/agent/agent-enums';
import { statNames } from '@zhuiyuan/contract/stats/screens/stat-screens';
import { sql } from 'kysely';
import type { z } from 'zod';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { openTestApp, type TestApp } from '../../test/app.ts';
import { withDatabase } from '../../test/cluster-url.ts';
import { openRoot } from '../../test/factories/access.ts';
import { fillTables } from '../../test/listed/fill.ts';
import { bigFirm } from '../../test/listed/filled-values.ts';
import { seedCodeKeys } from '../codes/cipher/keyring.ts';

let app: TestApp;
let root: string;

/** Half of them belong to row 2 of another table: more than a thousand below one parent, too. */
const rows = 2100;

beforeAll(async () => {
  app = await openTestApp();
  root = await openRoot(app);
  await seedCodeKeys(app.db, app.config.masterKey);
  await fillTables(withDatabase(inject('superuserUrl'), new URL(app.database.url).pathname.slice(1)), rows);
  for (const statement of [
    `insert into category (firm_id, pid, path, name, type) select 0, 0, '/0/', 'c' || n, ${CategoryType.product} from generate_series(1, 10100) n`,
    `insert into attachment (firm_id, name, att_dir, satt_dir, att_type, att_size, pid)
     select 0, 'a', 'media/a/' || n, '/media/a/' || n, 'png', 1, n from generate_series(1, 10100) n`,
    `insert into menu (pid, name, component, menu_type, sort) select 0, 'm' || n, '/m' || n, 'C', 10000 from generate_series(1, 10100) n`,
    `insert into agent (firm_id, agent_no, name, agent_type, pid, path)
     select ${bigFirm}, 'K' || n, 'k' || n, ${AgentType.general}, 0, '/' from generate_series(1, 10100) n`,
    `insert into temp_version (firm_id, temp_id, version, blocks, theme)
     select firm_id, id, n, '[]', '{}' from temp, generate_series(1, 1100) n where id = 2`,
    `update code_op set operator_id = id`,
    `update file_job set operator_id = id`,
  ])
    await sql.raw(statement).execute(app.db);
});
afterAll(() => app.close());

interface Asked {
  input?: object;
  /** The most it may answer, which it does here. */
  most: number;
}
const picked: Asked = { most: mostPicked };
const tree: Asked = { most: mostInTree };

const identity = '/admin/identity';
/** Calls that answer rows of tables that grow: what they are asked, and how much they answer where there is more. */
const asked: Record<string, Asked> = {
  [`${identity}/firm/list/all`]: picked,
  [`${identity}/shop/list/all`]: picked,
  [`${identity}/shopAss/list/all`]: picked,
  [`${identity}/spread/list/all`]: picked,
  [`${identity}/channel/list/all`]: picked,
  '/admin/lottery/channel/list/all': picked,
  '/admin/lottery/prize/list/all': picked,
  '/admin/lottery/active/list/all': picked,
  '/admin/lottery/active/bind/list/all': picked,
  '/admin/lottery/active/template/list/all': picked,
  '/admin/lottery/scope/list/all': picked,
  '/admin/lottery/red/type/list/all': picked,
  '/admin/lottery/mould/list/all': picked,
  '/admin/lottery/police/staff/list': picked,
  '/admin/lottery/red/active/list/all': picked,
  [`${identity}/agent/list/all`]: picked,
  [`${identity}/sales/list/all`]: picked,
  [`${identity}/inspector/list/all`]: picked,
  [`${identity}/product/list/all`]: picked,
  [`${identity}/lot/list/all`]: { input: { productId: 2 }, most: mostPicked },
  [`${identity}/temp/list/all`]: picked,
  [`${identity}/flowType/list/all`]: picked,
  [`${identity}/flow/list/all`]: { input: { lotId: 2 }, most: mostPicked },
  [`${identity}/task/list/all`]: picked,
  [`${identity}/select/list/all`]: picked,
  [`${identity}/excelLog/list/all`]: picked,
  [`${identity}/excelLog/choices`]: { most: 500 },
  [`${identity}/batch/operator/list`]: picked,
  [`${identity}/temp/version/list`]: { input: { id: 2 }, most: 1000 },
  [`${identity}/flow/timeline`]: { input: { lotId: 2 }, most: 1000 },
  [`${identity}/agent/region/overlap`]: {
    input: { firmId: bigFirm, items: [{ regionCode: '330106', productId: 0 }] },
    most: 50,
  },
  '/admin/lottery/mch/conf/list/all': picked,
  '/admin/lottery/red/bag/list/all': picked,
  '/admin/lottery/red/bag/staff/list': picked,
  // A hundred orders, each with the products it names: one here.
  [`${identity}/needOrder/open`]: { input: { agentId: 2 }, most: 200 },
  // Trees, and what is told of their folders.
  [`${identity}/agent/tree`]: { input: { pid: 0 }, most: mostInTree },
  '/admin/category/list/tree': { input: { type: CategoryType.product }, most: mostInTree },
  '/admin/getMenus': tree,
  '/admin/system/menu/cache/tree': tree,
  '/admin/system/menu/list': tree,
  '/admin/system/role/info/:id': { input: { id: '2' }, most: mostInTree },
  '/admin/system/attachment/counts': tree,
};

const named = 'one row for each that is named, which the input limits';
const own = 'of one row, whose input limits it';
const fixed = 'fixed by the program, however many rows there are';
const oneCode = 'of one code: the boxes above it, or the latest of its scans and operations';
const reported = 'the first hundred, twenty or ten, see check-op.ts and describe-conflicts.ts';
/** Calls whose answer does not grow with a table, and why. */
const bounded: Record<string, string> = {
  '/admin/getLoginPic': own,
  '/public/site/config': own,
  '/admin/getAdminInfoByToken': fixed,
  '/admin/system/config/info': own,
  '/admin/system/config/get': own,
  '/admin/system/city/list/tree': fixed,
  '/admin/category/list/ids': named,
  [`${identity}/importTask/biz/list`]: fixed,
  [`${identity}/importTask/progress`]: named,
  [`${identity}/excelLog/info`]: own,
  [`${identity}/excelLog/form/list`]: fixed,
  [`${identity}/excelLog/column/list`]: fixed,
  [`${identity}/firm/info`]: own,
  [`${identity}/agent/info`]: own,
  '/admin/lottery/merchant/duct/agent/list': 'twenty, or those that are named, which the input limits',
  '/admin/lottery/customer/info': 'the rules of a firm that one person hit',
  '/admin/lottery/customer/timeline': 'fifty of one person, see timeline.ts',
  '/admin/lottery/merchant/trace/summary': 'thirty days of one shop',
  '/admin/lottery/merchant/apply/info': fixed,
  '/admin/lottery/merchant/apply/counts': fixed,
  [`${identity}/inspector/info`]: own,
  [`${identity}/inspector/record/info`]: own,
  [`${identity}/product/info`]: own,
  '/admin/lottery/scope/info': own,
  '/public/lottery/fair': 'two heads of the period of one draw',
  '/public/lottery/fair/epoch': 'heads of the period of a day, one every half hour',
  '/admin/lottery/interact/list/all': 'games alone, by the query of active/list/all, which is held to its limit above',
  [`${identity}/temp/info`]: own,
  [`${identity}/flowType/info`]: own,
  [`${identity}/flow/info`]: own,
  [`${identity}/flow/save`]: named,
  [`${identity}/flow/copy`]: named,
  [`${identity}/flow/completeness`]: own,
  [`${identity}/flow/import/preview`]: fixed,
  '/admin/list/own': 'what a person keeps of one list: its columns, and views, which are limited',
  '/admin/search/find': 'three rows of each kind',
  '/admin/search/recent': 'the five opened last',
  '/admin/statistics/notice/all': 'the newest twenty that ended',
  '/admin/statistics/home/chart/scan': fixed,
  '/admin/statistics/home/rank/product': fixed,
  '/admin/statistics/firm/month': fixed,
  [`${identity}/identityHome/trend`]: fixed,
  [`${identity}/identityHome/map`]: 'the regions of the country',
  [`${identity}/identityHome/top`]: fixed,
  [`${identity}/identityHome/todo`]: fixed,
  [`${identity}/task/info`]: 'the segments of one task: one of each level, a few where its codes were brought along',
  [`${identity}/task/print`]: own,
  [`${identity}/task/part/url`]: named,
  [`${identity}/task/sample`]: own,
  [`${identity}/task/progress`]: named,
  [`${identity}/batch/info`]: reported,
  [`${identity}/batch/check`]: reported,
  [`${identity}/batch/use`]: reported,
  [`${identity}/batch/update`]: reported,
  [`${identity}/batch/delete`]: reported,
  [`${identity}/batch/freeze`]: reported,
  [`${identity}/batch/unfreeze`]: reported,
  [`${identity}/channel/check`]: reported,
  [`${identity}/channel/change`]: reported,
  [`${identity}/pack/print`]: 'as many labels as boxes were named, five hundred at most',
  [`${identity}/pack/recent`]: 'the last twenty of a person',
  [`${identity}/packLog/check`]: 'as many codes as were sent, a thousand at most',
  [`${identity}/packLog/read/file`]: 'the codes of one file, a thousand at most',
  [`${identity}/deliver/scan/check`]: 'as many lines as were sent, five thousand at most',
  [`${identity}/deliver/check`]: 'what is to be thought of about one code',
  [`${identity}/deliver/sign/check`]: 'as many codes as were sent',
  [`${identity}/deliver/batch/save`]: 'the documents it made',
  [`${identity}/deliver/alone/cancel`]: 'the documents that the codes sent were shipped by',
  [`${identity}/deliver/box/cancel`]: 'the documents that the codes sent were shipped by',
  [`${identity}/deliver/cancel/check`]: 'as many codes as were sent, five thousand at most',
  [`${identity}/deliver/info`]:
    'of one document: fifty of its products that may not be sold there, and the regions of one agent',
  [`${identity}/deliver/print`]: 'the lines of one document, two thousand at most',
  [`${identity}/deliver/cancel/recent`]: 'the latest, fifty at most',
  [`${identity}/identity/sample`]: own,
  [`${identity}/identity/query`]: named,
  [`${identity}/identity/timeline`]: oneCode,
  '/admin/lottery/code/profile': oneCode,
  [`${identity}/identity/parents`]: oneCode,
  [`${identity}/batch/import/chunk/list`]: 'the pieces of one file, whose size is limited',
  [`${identity}/batch/import/preview`]: fixed,
  [`${identity}/temp/preview`]: 'the records of one lot, a thousand as in flow/timeline',
  '/public/trace/preview': 'the records of one lot, a thousand as in flow/timeline',
  '/public/trace/detail': 'the records of one lot, a thousand as in flow/timeline',
  '/public/trace/scan': own,
  '/public/trace/pin': own,
  [`${identity}/select/info`]: own,
  [`${identity}/select/complaint/info`]: own,
  [`${identity}/agentselect/query`]: named,
  [`${identity}/agentselect/map`]: oneCode,
  [`${identity}/agentselect/code`]: oneCode,
  [`${identity}/identity/reg/info`]: own,
  [`${identity}/identity/reg/preview`]: own,
  [`${identity}/needApply/info`]: own,
  [`${identity}/needApply/goods`]: named,
  [`${identity}/needOrder/info`]: 'of one row, whose input limits its lines; of its payments the first 200',
  [`${identity}/needOrder/print`]: own,
  '/admin/lottery/active/info': own,
  '/admin/lottery/active/template/info': own,
  '/admin/lottery/hold/info': 'the last twenty draws of its winner, and what he is bound as',
  '/admin/lottery/prize/ver/info': 'of one prize: its draw, and each time it was handed out and taken back',
  '/admin/lottery/active/board': fixed,
  '/admin/lottery/customer/config': 'the six fields that may be asked of winners',
  '/admin/lottery/customer/config/collect': 'the six fields that may be asked of winners',
  '/admin/lottery/active/check': 'what is typed of one activity, and ten names of each it overlaps with',
  '/admin/lottery/active/weight/list': 'the newest hundred',
  '/admin/lottery/active/curve':
    'the days of one activity or its last seventy-two hours, a hundred versions and a hundred top-ups',
  '/admin/lottery/active/region': 'the provinces of the country',
  '/admin/lottery/fair/bias': 'of one activity: thirteen tiers',
  '/admin/lottery/red/bar/info': own,
  '/public/lottery/scan': 'of one activity: twelve tiers, six fields',
  '/public/lottery/my/prize': 'three shops',
  '/public/lottery/rule': 'of one activity: thirteen tiers, seven windows',
  '/public/lottery/winners': 'the newest fifty',
  '/public/lottery/fair/pack': 'one period, which ends at a hundred thousand draws',
  '/admin/lottery/mch/conf/info': own,
  '/admin/lottery/red/bag/info': own,
  '/admin/lottery/red/bag/activity/list': 'as many campaigns of one pool as a choice shows',
  '/admin/lottery/red/bag/check/list': 'two hundred of each rule that is broken',
  '/admin/lottery/assets/overview': 'twenty pools below their line',
  '/admin/lottery/assets/trend': fixed,
  '/admin/lottery/ai/overview': fixed,
  '/admin/lottery/ai/today': fixed,
  '/admin/lottery/ai/trend': 'nine figures of 366 days',
  '/admin/lottery/ai/map': 'the provinces of the country, or the cities of one',
  '/admin/lottery/ai/top': 'ten rows',
  '/admin/lottery/ai/todo': 'ten activities',
  '/admin/lottery/ai/advice': 'twelve',
  '/admin/lottery/ai/ticker': 'the newest twenty',
  '/admin/lottery/customer/overview': fixed,
  '/admin/lottery/ai/wall':
    'the hours of a day, the provinces of the country, five products, three warnings, ten places',
  '/admin/lottery/ai/wall/foot': 'three scans',
  '/admin/lottery/customer/trend': 'two figures of 366 days, or the hours of a week',
  '/admin/lottery/code/scan/places': 'the provinces of the country, or the cities of one',
  '/admin/lottery/customer/region': 'the provinces of the country, or the cities of one',
  '/admin/lottery/customer/source': fixed,
  '/admin/lottery/customer/habits': 'five counts of scans, and eight weeks with the weeks since',
  '/admin/lottery/customer/top': 'twenty',
  '/admin/lottery/assets/share': 'eight activities and the rest',
  '/admin/lottery/assets/recon/recent': fixed,
  '/admin/lottery/assets/ledger/recent': 'the newest twenty',
  '/admin/lottery/red/info/board': fixed,
  '/admin/lottery/red/info/days': 'seven statuses of 92 days',
  '/admin/lottery/red/info/info': 'the attempts of one payout, 99 at most, and what was heard of them',
  '/admin/lottery/red/info/resend': named,
  '/admin/lottery/red/info/receivers': 'fifty, or those that are named, which the input limits',
  '/admin/lottery/red/info/file': 'twenty rows of one file, and two hundred that are wrong',
  '/admin/lottery/red/info/cancel': named,
  '/admin/lottery/red/info/close': named,
  '/admin/lottery/red/info/sync': named,
  '/admin/lottery/mch/conf/balance': named,
  '/admin/lottery/red/bag/census/trend': 'seven statuses of 366 days',
  '/admin/lottery/message/setting/list': 'nine events',
  '/admin/lottery/message/template/list': 'a thousand, where an app of WeChat’s has twenty-five',
  '/admin/lottery/police/event/info': 'what was found, in a few lines',
  '/admin/lottery/police/event/stat': 'thirty days of nine types, the provinces, ten dealers',
  '/admin/lottery/police/event/path': 'of one code: a hundred scans, a hundred operations, ten draws',
  '/admin/lottery/police/event/map': 'the cities of one dealer, four hundred scans and those of the warning',
  '/admin/lottery/police/rule/info': own,
  '/admin/lottery/mould/info': own,
  '/admin/lottery/mould/asks': own,
  '/admin/lottery/mould/values': fixed,
  '/admin/lottery/red/bag/census/hist': 'eleven activities, and what is fixed by the program',
  '/admin/lottery/red/bag/census/reason': 'twenty causes and the rest',
  '/public/role/bind': own,
  '/public/role/list': 'the roles of one account, two hundred at most',
  '/public/role/home': 'three documents on their way, and the role itself',
  '/public/role/deliver/info': 'of one document: five hundred of its differences',
  '/public/role/shop/near': 'ten shops',
  '/public/role/region/list': 'the regions below one',
  '/public/lottery/region/list': 'the regions below one',
  '/admin/lottery/claim/collect': 'six fields',
  '/admin/identity/agent/assign': named,
  '/admin/identity/shopAss/assign': named,
  '/public/role/inspect/query': 'the way of one code, and the regions of its holder',
  '/public/role/ship/check': 'as many codes as were sent, two thousand at most',
  '/id/:prefix/:suffix': own,
  ...Object.fromEntries(
    statNames.flatMap((name) => [
      [`/admin/lottery/stats/${name}/summary`, 'nine figures'],
      [`/admin/lottery/stats/${name}/trend`, '366 days, fifty rows of a dimension, or the months there are'],
    ]),
  ),
};

interface Def {
  type: string;
  element?: z.ZodType;
  innerType?: z.ZodType;
  out?: z.ZodType;
  options?: z.ZodType[];
  shape?: Record<string, z.ZodType>;
}

/** Whether an answer of this schema holds rows somewhere. */
const holdsRows = (schema: z.ZodType): boolean => {
  const { type, innerType, out, options = [], shape = {} } = schema.def as unknown as Def;
  if (type === 'array' || type === 'record') return true;
  return [innerType, out, ...options, ...Object.values(shape)].some((inner) => inner !== undefined && holdsRows(inner));
};

const isPage = ({ data }: Endpoint): boolean => 'totalPage' in ((data as unknown as { shape?: object }).shape ?? {});

/** How many rows stand in an answer, those below others too. */
const countRows = (data: unknown): number => {
  if (Array.isArray(data)) return data.reduce<number>((sum, row) => sum + 1 + countRows(row), 0);
  if (typeof data !== 'object' || data === null) return 0;
  return Math.max(0, ...Object.values(data).map(countRows));
};

it('every call that answers rows is a page, an export, or named here with its limit', () => {
  const answering = app.endpoints.filter(
    (endpoint) =>
      !isPage(endpoint) &&
      !endpoint.raw &&
      !endpoint.offersFile &&
      endpoint.data !== (DoneToMany as z.ZodType) &&
      holdsRows(endpoint.data),
  );
  const paths = answering.map(({ path }) => path);
  expect(paths.filter((path) => !(path in asked) && !(path in bounded))).toEqual([]);
  const known = new Set(paths);
  expect([...Object.keys(asked), ...Object.keys(bounded)].filter((path) => !known.has(path))).toEqual([]);
  expect(Object.keys(asked).filter((path) => path in bounded)).toEqual([]);
});

it('answers no more than its limit where there are more rows', async () => {
  const found: Record<string, number | string> = {};
  for (const [path, { input = {} }] of Object.entries(asked)) {
    const endpoint = app.endpoints.find((one) => one.path === path)!;
    const { code, message, data } = await app.call(root, endpoint, input as never);
    found[path] = code === 200 ? countRows(data) : message;
  }
  expect(found).toEqual(Object.fromEntries(Object.entries(asked).map(([path, { most }]) => [path, most])));
});

it('is a thousand rows, but for trees', () => {
  const trees = Object.values(asked).filter(({ most }) => most > 1000);
  expect(trees.every(({ most }) => most === mostInTree)).toBe(true);
});
