import { withCheck } from '@zhuiyuan/contract/campaign/ver-code';
import { statNames } from '@zhuiyuan/contract/stats/screens/stat-screens';
import { everything } from '@zhuiyuan/contract/access/permission';
import { everybodyMay } from '@zhuiyuan/contract/access/public-permission';
import type { Endpoint, May } from '@zhuiyuan/contract/kit/endpoint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ImportStart } from '@zhuiyuan/contract/jobs/import-call';
import type { z } from 'zod';
import { openTestApp, type TestApp } from '../../test/app.ts';
import { elsewhere, livingToken, makeStaff, openRoot } from '../../test/factories/access.ts';
import { makeFirm } from '../../test/factories/parties.ts';
import { contentsOf, foreignImport, makeForeignFirm, mark, type Foreign } from '../../test/foreign.ts';
import { foreignInputs, platformRows, provenElsewhere } from '../../test/foreign-inputs.ts';
import { sampleOf } from '../../test/input-fields.ts';
import { listed } from '../../test/listed/listed.ts';

let app: TestApp;
let root: string;
let foreign: Foreign;
let ours: string;
let ourAccount: string;

beforeAll(async () => {
  app = await openTestApp();
  root = await openRoot(app);
  foreign = await makeForeignFirm(app);
  const staff = await makeStaff(app, { firmId: await makeFirm(app), permissions: [everything], isAdminRole: true });
  ours = staff.token;
  ourAccount = staff.account;
});
afterAll(() => app.close());

const closed = () => app.endpoints.filter(({ may }) => may !== 'open');
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;
const isForEverybody = (may: May): boolean => {
  if (typeof may === 'string') return may === 'signed-in' || everybodyMay.includes(may as never);
  return 'any' in may
    ? may.any.some((one) => everybodyMay.includes(one as never))
    : may.all.every((one) => everybodyMay.includes(one as never));
};
/** Every import takes the same. */
const foreignInputOf = (endpoint: Endpoint) =>
  foreignInputs[endpoint.path] ?? (endpoint.input === ImportStart ? foreignImport : undefined);
/** Numbers in the place of path parameters, so that the address is whole. */
const bare = ({ path }: Endpoint) => Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name]) => [name, '1']));

/** Fields that name a row. */
const rowField = /^(id|ids|pid|list|pick|seg|code|texts|roles|attId|attrId|\w+Ids?)$/;
const fieldsOf = ({ input }: Endpoint): string[] => Object.keys((input as z.ZodObject).shape ?? {});

/** Whether an answer holds nothing: no data, no rows, nothing done. */
const saysNothing = (data: unknown): boolean => {
  if (data === null || data === undefined) return true;
  if (Array.isArray(data)) return data.length === 0;
  if (typeof data !== 'object') return false;
  const { list, rows, ok } = data as { list?: unknown[]; rows?: unknown[]; ok?: number };
  return list?.length === 0 || rows?.length === 0 || ok === 0;
};

describe('every call', () => {
  it('without a token answers 401', async () => {
    const letIn: string[] = [];
    for (const endpoint of closed())
      if ((await app.call('', endpoint, bare(endpoint) as never)).code !== 401) letIn.push(nameOf(endpoint));
    expect(letIn).toEqual([]);
  });

  it('without the permission answers 403', async () => {
    const { token } = await makeStaff(app);
    const letIn: string[] = [];
    for (const endpoint of closed())
      if (!isForEverybody(endpoint.may) && (await app.call(token, endpoint, bare(endpoint) as never)).code !== 403)
        letIn.push(nameOf(endpoint));
    expect(letIn).toEqual([]);
  });

  it('of a phone without an account answers 401, but for those that are everybody’s', async () => {
    const letIn: string[] = [];
    for (const endpoint of app.endpoints.filter(({ may, raw }) => may === 'open' && !raw)) {
      const input = { ...(sampleOf(endpoint.input) as object), ...phoneInputs[endpoint.path] };
      const { code } = await app.call('', endpoint, input as never, elsewhere());
      if (code !== 401) letIn.push(endpoint.path);
    }
    expect(letIn.toSorted()).toEqual(everybodys);
  });

  it('takes no secret in its address, where the logs of whatever lies on the way keep it', () => {
    const found = app.endpoints
      .filter(({ method }) => method === 'GET')
      .flatMap((endpoint) =>
        fieldsOf(endpoint).flatMap((field) => (secret.test(field) ? `${endpoint.path} ${field}` : [])),
      );
    expect(found.toSorted()).toEqual(inAddresses);
  });

  it('that takes a row’s number says how to point it at another firm', () => {
    const uncovered = closed().filter(
      (endpoint) =>
        fieldsOf(endpoint).some((field) => rowField.test(field)) &&
        !endpoint.platform &&
        !foreignInputOf(endpoint) &&
        !platformRows.has(endpoint.path) &&
        !provenElsewhere.has(endpoint.path),
    );
    expect(uncovered.map(nameOf)).toEqual([]);
    const paths = new Set(app.endpoints.map(({ path }) => path));
    expect(
      [...Object.keys(foreignInputs), ...platformRows, ...provenElsewhere].filter((path) => !paths.has(path)),
    ).toEqual([]);
  });
});

describe('another firm', () => {
  it('stays unseen and unchanged, whatever firm staff with every permission asks', async () => {
    const before = await contentsOf(app, foreign.firmId);
    const wrong: string[] = [];
    for (const endpoint of closed()) {
      const make = foreignInputOf(endpoint);
      if (!make && fieldsOf(endpoint).some((field) => rowField.test(field))) continue;
      if (!make && endpoint.path === '/admin/logout') continue;
      const { code, message, data } = await app.call(ours, endpoint, (make?.(foreign) ?? {}) as never);
      if (JSON.stringify([message, data]).includes(mark)) wrong.push(`${nameOf(endpoint)} tells`);
      if (make && code === 400 && make !== foreignImport && !saysByField.has(endpoint.path))
        wrong.push(`${nameOf(endpoint)} is asked wrongly: ${message}`);
      if (code === 500) wrong.push(`${nameOf(endpoint)} fails`);
      if (make && code === 200 && !saysNothing(data) && !makesOwn.has(endpoint.path))
        wrong.push(`${nameOf(endpoint)} answers ${JSON.stringify(data).slice(0, 120)}`);
    }
    expect(wrong).toEqual([]);
    expect(await contentsOf(app, foreign.firmId)).toEqual(before);
  });

  it('is there for the platform: the same calls find it', async () => {
    const unseen: string[] = [];
    for (const endpoint of closed().filter(
      ({ method, log, path }) => method === 'GET' && !log && path in foreignInputs,
    )) {
      const { code, data } = await app.call(root, endpoint, foreignInputs[endpoint.path]!(foreign) as never);
      if (code !== 200 || (saysNothing(data) && !mayBeEmpty.has(endpoint.path)))
        unseen.push(`${nameOf(endpoint)} ${code}`);
    }
    expect(unseen).toEqual([]);
  });
});

describe('what was refused', () => {
  /** Numbers of rows that are nobody's, and codes that are none. */
  const ofNobody = (input: unknown, field = ''): unknown => {
    if (Array.isArray(input)) return input.map((one) => ofNobody(one, field));
    if (input !== null && typeof input === 'object')
      return Object.fromEntries(Object.entries(input).map(([name, value]) => [name, ofNobody(value, name)]));
    return typeof input === 'number' && (rowField.test(field) || /Ids?$/.test(field)) ? 999_999_999 : input;
  };

  it('of anything, to staff of firms and of the platform, leaves every list and every other answer as readable as before', async () => {
    const staff = () => ['admin', ourAccount].map((account) => livingToken(app, account));
    const writers = staff();
    const writes = closed().filter(({ log, path }) => log !== undefined && log !== false && path !== '/admin/logout');
    const reads = app.endpoints.filter(({ method, log, may }) => method === 'GET' && !log && may !== 'open');
    const wrong: string[] = [];
    for (const endpoint of writes)
      for (const token of writers) {
        const sample = sampleOf(endpoint.input) as object;
        const tried = [{}, ofNobody(sample), { ...sample, ...(ofNobody(sample) as object), code: 'ABCDABCD' }];
        for (const input of tried)
          if ((await app.call(await token(), endpoint, input as never)).code === 500)
            wrong.push(`${nameOf(endpoint)} fails`);
      }
    const readers = staff();
    for (const endpoint of reads)
      for (const token of readers) {
        const list = listed.find(({ path }) => path === endpoint.path);
        // A list whole, its latest first; whatever else, of rows that are there.
        const input = list
          ? { ...list.always, page: 1, limit: 100 }
          : (foreignInputs[endpoint.path]?.(foreign) ?? sampleOf(endpoint.input));
        const { code } = await app.call(await token(), endpoint, input as never);
        if (code === 500 || code === 401) wrong.push(`${nameOf(endpoint)} answers ${code} afterwards`);
      }
    expect(wrong).toEqual([]);
  }, 240_000);
});

const secret = /pwd|password|secret|token|authcode|^pin$/i;

/** What an address may bring all the same: it opens one query or preview for half an hour, or nothing reads it. */
const inAddresses = [
  '/admin/getAdminInfoByToken token',
  '/public/lottery/my/packets/ask token',
  '/public/lottery/oauth token',
  '/public/lottery/red/pay token',
  '/public/trace/detail token',
  '/public/trace/preview token',
];

/** Calls that somebody makes of whom nothing is known yet: to sign in, or about what everybody may see. */
const everybodys = [
  '/admin/getLoginPic',
  '/admin/login',
  '/admin/validate/code/get',
  '/id/:prefix/:suffix',
  '/public/lottery/fair',
  '/public/lottery/fair/epoch',
  '/public/lottery/fair/pack',
  '/public/lottery/login',
  '/public/lottery/my/packets/ask',
  '/public/lottery/my/packets/login',
  '/public/lottery/oauth',
  '/public/lottery/region/list',
  '/public/lottery/rule',
  '/public/lottery/scan',
  '/public/lottery/winners',
  '/public/role/bind',
  '/public/role/bind/info',
  '/public/shop/join/begin',
  '/public/shop/join/info',
  '/public/site/config',
  '/public/trace/lot/recall',
  '/public/trace/scan',
];

const person = { receiver: '沈青', contact: '沈青', phone: '13800001234', regionCode: '510104', address: '锦江路1号' };
const pictures = {
  licenseNo: '91110000802100433B',
  doorImage: '/media/field/door.png',
  licenseImage: '/media/field/paper.png',
};
const aShop = { ...person, ...pictures, name: '锦和便利店', shopType: 1, agentId: 1, lng: null, lat: null };
/** What phones send, where a sample says it wrong. */
const phoneInputs: Record<string, object> = {
  '/public/lottery/redeem': person,
  '/public/role/shop/save': aShop,
  '/public/shop/apply': aShop,
  '/public/shop/join/apply': { ...aShop, code: 'a'.repeat(16) },
  '/public/shop/pay/oauth': { back: '/r/rewards' },
  '/public/shop/ver/confirm': { verCode: withCheck('0'.repeat(11)) },
  '/public/shop/ver/preview': { verCode: withCheck('0'.repeat(11)) },
  '/public/shop/withdraw': { amount: 100, channel: 'weixin', idemKey: 'a-number' },
  '/public/trace/pin': { pin: '1234' },
};

/** Calls that make something of the operator's own firm, whatever firm they name, or say code by code that there is none. */
const makesOwn = new Set([
  '/admin/lottery/code/scan/stat',
  '/admin/lottery/code/scan/places',
  // figures of nothing
  '/admin/lottery/police/event/stat',
  '/admin/list/view/save',
  '/admin/identity/agentselect/query',
  '/admin/identity/product/save',
  '/admin/identity/temp/save',
  '/admin/identity/flowType/save',
  '/admin/identity/task/estimate',
  '/admin/identity/channel/save',
  '/admin/identity/inspector/save',
  '/admin/lottery/prize/save',
  '/admin/lottery/active/save',
  '/admin/lottery/active/template/save',
  // Figures of their own firm, which are 0.
  '/admin/lottery/merchant/remit/summary',
  '/admin/lottery/merchant/store/board',
  '/admin/lottery/active/board',
  '/admin/lottery/prize/ver/board',
  '/admin/lottery/customer/config',
  '/admin/lottery/customer/config/collect',
  '/admin/lottery/message/summary',
  '/admin/lottery/message/setting/list',
  '/admin/lottery/message/setting/update',
  '/admin/lottery/message/setting/quota',
  '/admin/lottery/scope/save',
  '/admin/lottery/red/type/save',
  '/admin/lottery/mould/save',
  '/admin/lottery/mch/conf/save',
  // Figures of their own firm, which are 0.
  '/admin/lottery/claim/sums',
  '/admin/lottery/red/bag/check',
  '/admin/lottery/red/active/board',
  '/admin/lottery/red/bar/board',
  // Say code by code that there is none.
  '/admin/lottery/red/bar/void',
  '/admin/lottery/red/bar/unfreeze',
  '/admin/lottery/assets/overview',
  '/admin/lottery/assets/trend',
  '/admin/lottery/ai/overview',
  '/admin/lottery/ai/trend',
  '/admin/lottery/ai/map',
  '/admin/lottery/ai/funnel',
  '/admin/lottery/ai/wall',
  '/admin/lottery/customer/overview',
  '/admin/lottery/customer/trend',
  '/admin/lottery/customer/region',
  '/admin/lottery/customer/funnel',
  '/admin/lottery/assets/failure',
  '/admin/lottery/assets/recon/recent',
  '/admin/lottery/red/info/board',
  '/admin/lottery/red/info/days',
  '/admin/lottery/red/bag/census/summary',
  '/admin/lottery/red/bag/census/trend',
  '/admin/lottery/red/bag/census/hist',
  ...statNames.flatMap((name) => ['summary', 'trend', 'list'].map((call) => `/admin/lottery/stats/${name}/${call}`)),
]);
/** Calls that refuse a foreign number beside its field. */
const saysByField = new Set([
  '/admin/lottery/police/rule/save',
  '/admin/identity/lot/save',
  '/admin/identity/shop/save',
  '/admin/identity/shop/invite',
  '/admin/identity/shop/invite/renew',
  '/admin/identity/spread/save',
  '/admin/category/save',
  '/admin/identity/importTask/save',
  '/admin/identity/select/save',
  '/admin/identity/flow/save',
  '/admin/identity/flow/import/template',
  '/admin/identity/flow/import/preview',
  '/admin/identity/agent/save',
  '/admin/identity/agent/assign',
  '/admin/identity/shopAss/assign',
  '/admin/identity/sales/save',
  '/admin/identity/agent/import',
  '/admin/identity/sales/import',
  '/admin/identity/needApply/save',
  '/admin/identity/needOrder/save',
  '/admin/identity/packLog/read/file',
  '/admin/lottery/red/bag/save',
  '/admin/lottery/red/active/save',
]);
/** Lists that are rightly empty here. */
const mayBeEmpty = new Set([
  '/admin/lottery/ai/wall/foot',
  '/admin/lottery/code/scan/places',
  '/admin/lottery/customer/region',
  '/admin/lottery/customer/top',
  '/admin/lottery/customer/habits',
  '/admin/lottery/ai/map',
  '/admin/lottery/ai/top',
  '/admin/lottery/ai/advice',
  '/admin/lottery/ai/ticker',
  '/admin/lottery/assets/share',
  // Figures come with the next round of their engine.
  ...statNames.map((name) => `/admin/lottery/stats/${name}/list`),
  '/admin/lottery/customer/scan/list',
  '/admin/lottery/customer/draw/list',
  '/admin/lottery/customer/claim/list',
  '/admin/lottery/customer/red/list',
  '/admin/lottery/customer/point/list',
  '/admin/lottery/customer/redeem/list',
  '/admin/lottery/customer/ver/list',
  '/admin/lottery/draw/log/list',
  '/admin/lottery/claim/collect',
  '/admin/identity/agentselect/stock/list',
  '/admin/identity/agent/ded/list',
  '/admin/identity/agent/ded/shop/list',
  '/admin/category/list',
  '/admin/identity/task/part/list',
  '/admin/identity/identity/children',
  '/admin/identity/identity/scan/list',
  '/admin/identity/spread/user/list',
  '/admin/lottery/red/bag/check/list',
  // Nobody is known at the app of its merchant.
  '/admin/lottery/red/info/receivers',
]);
