import { sessionApi } from '@zhuiyuan/contract/access/session';
import { everything } from '@zhuiyuan/contract/access/permission';
import { firmApi } from '@zhuiyuan/contract/parties/firm/firm';
import { configApi } from '@zhuiyuan/contract/settings/config';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../test/app.ts';
import { makeStaff, openRoot } from '../../test/factories/access.ts';
import { makeFirm } from '../../test/factories/parties.ts';
import { makeForeignFirm, type Foreign } from '../../test/foreign.ts';
import { foreignInputs } from '../../test/foreign-inputs.ts';
import { makePlatformRows, platformInputs } from '../../test/platform-inputs.ts';
import { prepared } from '../kit/db/database.ts';
import { isLogged } from '../kit/http/audit.ts';
import { seedRegions } from '../seeds/first/seed-regions.ts';
import { seedSettings } from '../seeds/first/seed-settings.ts';

let app: TestApp;
let root: string;
let firmId: number;
let ours: string;
/** One row of everything, all of the platform's. */
let shared: Foreign;
let rows: Awaited<ReturnType<typeof makePlatformRows>>;

/** Every table, and whether its rows belong to firms; those of the ones that need a firm can never be the platform's. */
const tables = async () =>
  (
    await sql<{ name: string; isOfFirms: boolean; needsFirm: boolean }>`
      select c.relname as name, a.attnum is not null as is_of_firms, exists (
        select from pg_constraint k
        where k.conrelid = c.oid and k.confrelid = 'firm'::regclass and k.conkey = array[a.attnum]
      ) as needs_firm
      from pg_class c
      left join pg_attribute a on a.attrelid = c.oid and a.attname = 'firm_id' and not a.attisdropped and a.attgenerated = ''
      where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace`.execute(
      app.db,
    )
  ).rows;

/** Makes the rows of a firm the platform's where it may have some; keys over (firm, row) would not let them move one by one. */
const givePlatform = async (from: number) => {
  const { rows: keys } = await sql<{ name: string; of: string }>`
    select conname as name, conrelid::regclass::text as of from pg_constraint where contype = 'f' and cardinality(conkey) > 1`.execute(
    app.db,
  );
  for (const { name, of } of keys)
    await sql`alter table ${sql.table(of)} drop constraint ${sql.ref(name)}`.execute(app.db);
  for (const { name, isOfFirms, needsFirm } of await tables())
    if (isOfFirms && !needsFirm) {
      // Also of what is never changed otherwise.
      await sql`alter table ${sql.table(name)} disable trigger user`.execute(app.db);
      await sql`update ${sql.table(name)} set firm_id = 0 where firm_id = ${from}`.execute(app.db);
      await sql`alter table ${sql.table(name)} enable trigger user`.execute(app.db);
    }
};

beforeAll(async () => {
  app = await openTestApp();
  root = await openRoot(app);
  await seedSettings(app);
  await seedRegions(app.db);
  rows = await makePlatformRows(app);
  shared = await makeForeignFirm(app);
  await givePlatform(shared.firmId);
  firmId = await makeFirm(app);
  ours = (await makeStaff(app, { firmId, permissions: [everything], isAdminRole: true })).token;
});
afterAll(() => app.close());

const closed = () => app.endpoints.filter(({ may }) => may !== 'open');
const declared = () => app.endpoints.filter(({ platform }) => platform);

/** Tables without a firm whose rows come and go with a call: sessions, counts, questions asked of strangers. */
const passing: ReadonlySet<string> = new Set(['session', 'call_count', 'captcha']);

/** Which rows of a table are the platform's: all where firms have no part in it, else those of firm 0, other firms themselves, the roles of its staff. */
const ofPlatform = (name: string, isOfFirms: boolean): string => {
  if (name === 'firm') return `id <> ${firmId}`;
  if (name === 'admin_role') return 'admin_id in (select id from admin where firm_id = 0)';
  return isOfFirms ? 'firm_id = 0' : 'true';
};

/** A mark of every table's platform rows that any change of them changes. */
const platformContents = async (): Promise<Record<string, string>> => {
  const each = (await tables())
    .filter(({ name }) => !passing.has(name))
    .map(
      ({ name, isOfFirms }) =>
        `select '${name}' as name, count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)), 0) as mark from "${name}" t where ${ofPlatform(name, isOfFirms)}`,
    );
  const { rows: found } = await sql
    .raw<{ name: string; mark: string }>(`${prepared} ${each.join(' union all ')}`)
    .execute(app.db);
  return Object.fromEntries(found.map(({ name, mark }) => [name, mark]));
};

it('says what every call of the platform is asked with', () => {
  expect(
    declared()
      .map(({ path }) => path)
      .toSorted(),
  ).toEqual(Object.keys(platformInputs).toSorted());
});

it('changes nothing of the platform, whatever staff of a firm with every permission asks', async () => {
  const before = await platformContents();
  const wrong: string[] = [];
  for (const endpoint of closed()) {
    if (endpoint.path === sessionApi.logout.path) continue;
    const own = endpoint.platform ? platformInputs[endpoint.path]?.(rows) : foreignInputs[endpoint.path]?.(shared);
    const { code } = await app.call(ours, endpoint, (own ?? {}) as never);
    if (endpoint.platform && code !== 403) wrong.push(`${endpoint.path} lets a firm in: ${code}`);
    if (code === 500) wrong.push(`${endpoint.path} fails`);
    if (!endpoint.platform && isLogged(endpoint)) {
      const after = await platformContents();
      for (const [table, content] of Object.entries(after))
        if (content !== before[table]) wrong.push(`${endpoint.path} changes ${table}`);
      Object.assign(before, after);
    }
  }
  expect(await platformContents()).toEqual(before);
  expect(wrong).toEqual([]);
});

it('lets the platform’s own staff do all of it', async () => {
  const refused: string[] = [];
  for (const [path, make] of Object.entries(platformInputs)) {
    const { code, message } = await app.call(
      root,
      declared().find((one) => one.path === path)!,
      make(rows) as never,
    );
    if (code !== 200) refused.push(`${path} ${code} ${message}`);
  }
  expect(refused).toEqual([]);
});

it('neither tells staff of a firm that they hold the permissions nor shows them the screens', async () => {
  const permissions = [configApi.info.may, configApi.saveForm.may, firmApi.review.may, firmApi.list.may];
  const menus = await app.db.selectFrom('menu').select('id').where('perms', 'in', permissions).execute();
  const { id: roleId } = await app.db
    .insertInto('role')
    .values({ roleName: '设置' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await app.db
    .insertInto('roleMenu')
    .values(menus.map(({ id: menuId }) => ({ roleId, menuId })))
    .execute();
  const of = async (firm: number) => {
    const { id, token } = await makeStaff(app, { firmId: firm });
    await app.db.insertInto('adminRole').values({ adminId: id, roleId }).execute();
    const { permissionsList } = await app.data(token, sessionApi.admin, {});
    const shown = JSON.stringify(await app.data(token, sessionApi.menus, {}));
    return {
      held: permissions.filter((one) => permissionsList.includes(one)),
      screens: ['系统设置', '企业管理'].filter((name) => shown.includes(`"${name}"`)),
    };
  };
  expect(await of(0)).toEqual({ held: permissions, screens: ['系统设置', '企业管理'] });
  expect(await of(firmId)).toEqual({ held: [firmApi.list.may], screens: ['企业管理'] });
});

it('is named in the description of the calls', async () => {
  const { paths } = (await app.fastify.inject({ url: '/openapi.json' })).json<{
    paths: Record<string, Record<string, { description: string; 'x-platform'?: boolean }>>;
  }>();
  for (const { method, path } of declared()) {
    const described = paths[`/api${path.replace(/:(\w+)/g, '{$1}')}`]![method.toLowerCase()]!;
    expect(described['x-platform']).toBe(true);
    expect(described.description).toContain('仅限平台人员');
  }
});
