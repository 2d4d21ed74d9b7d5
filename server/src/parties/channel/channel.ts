import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { channelApi } from '@zhuiyuan/contract/parties/channel/channel';
import { partyRefusals } from '@zhuiyuan/contract/parties/party-refusals';
import type { SelectQueryBuilder } from 'kysely';
import { countChannelCodes } from '../../codes/state/count-channel-codes.ts';
import type { App } from '../../kit/http/app-context.ts';
import type { DB } from '../../kit/db/database-types.gen.ts';
import type { Db } from '../../kit/db/database.ts';
import { containing } from '../../kit/db/filters.ts';
import { firmOf } from '../../kit/operator.ts';
import { pageOf } from '../../kit/db/paging.ts';
import { notFound, refuse } from '../../kit/refusal.ts';
import { eachRow } from '../../kit/each-row.ts';
import { changeRow, lockRow, switchRow } from '../../kit/db/rows.ts';
import { serve } from '../../kit/http/serve.ts';
import { insertChannel } from './save-channel.ts';

/** Channels: how a firm's goods reach the market. */
export const mountChannel = (app: App): void =>
  serve(app, channelApi, {
    list: async ({ input, db }) => {
      const page = await pageOf(db, input, matching(db, input), asRows);
      return { ...page, list: await withCodes(db, page.list) };
    },

    listAll: ({ db }) => everyChannel(db),

    lotteryAll: ({ db }) => everyChannel(db),

    info: async ({ input, db }) => {
      const [row] = await withCodes(db, await asRows(matching(db, {}).where('channel.id', '=', input.id)).execute());
      if (!row) throw notFound();
      return row;
    },

    save: ({ input, db, operator }) =>
      insertChannel(db, input, { firmId: firmOf(operator, input.firmId), operatorId: operator.id }),

    update: {
      stored: ({ row, db }) => lockRow(db, 'channel', row, draftColumns),
      change: async ({ input: { id, version, firmId: _firm, ...draft }, db }) => {
        const before = await lockRow(db, 'channel', id, ['channelNo'], version);
        return changeRow(db, 'channel', id, { ...draft, channelNo: draft.channelNo || before.channelNo });
      },
    },

    updateStatus: ({ input, db }) => switchRow(db, 'channel', input),

    remove: async ({ input, db }) => {
      await removeChannel(db, input.id);
      return null;
    },

    removeMany: ({ input, db }) => eachRow(input.ids, (id) => removeChannel(db, id)),
  });

type Channels = SelectQueryBuilder<DB, 'channel', object>;

const matching = (db: Db, filters: Partial<InputOf<typeof channelApi.list>>): Channels => {
  let query = db.selectFrom('channel').where('channel.isDel', '=', 0);
  if (filters.firmId) query = query.where('channel.firmId', '=', filters.firmId);
  if (filters.name) query = query.where('channel.name', 'ilike', containing(filters.name));
  if (filters.channelType) query = query.where('channel.channelType', '=', filters.channelType);
  if (filters.status !== undefined) query = query.where('channel.status', '=', filters.status);
  return query;
};

const draftColumns = ['name', 'channelNo', 'channelType', 'manager', 'phone', 'sort', 'status', 'remark'] as const;

const asRows = (query: Channels) =>
  query
    .select((row) => [
      'channel.id',
      'channel.firmId',
      row
        .selectFrom('firm')
        .select('firm.name')
        .whereRef('firm.id', '=', 'channel.firmId')
        .$asScalar()
        .$notNull()
        .as('firmName'),
      'channel.channelNo',
      'channel.name',
      'channel.channelType',
      'channel.manager',
      'channel.phone',
      row
        .selectFrom('agent')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .whereRef('agent.channelId', '=', 'channel.id')
        .where('agent.isDel', '=', 0)
        .$asScalar()
        .$notNull()
        .as('agentCount'),
      row
        .selectFrom('shopAss')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .where('shopAss.kind', '=', 3)
        .whereRef('shopAss.targetId', '=', 'channel.id')
        .where('shopAss.unbindAt', 'is', null)
        .$asScalar()
        .$notNull()
        .as('shopCount'),
      'channel.sort',
      'channel.status',
      'channel.remark',
      'channel.version',
      'channel.createdAt as createTime',
      'channel.updatedAt as updateTime',
    ])
    .orderBy('channel.sort')
    .orderBy('channel.id', 'desc');

const withCodes = async <Row extends { id: number }>(db: Db, rows: Row[]): Promise<(Row & { codeCount: number })[]> => {
  const codes = await countChannelCodes(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({ ...row, codeCount: codes.get(row.id) ?? 0 }));
};

const everyChannel = (db: Db) =>
  db
    .selectFrom('channel')
    .select(['id', 'name', 'firmId', 'status'])
    .where('isDel', '=', 0)
    .orderBy('sort')
    .orderBy('id', 'desc')
    .execute();

/** Deletes a channel softly; refused while dealers, shops or codes belong to it. */
const removeChannel = async (db: Db, id: number): Promise<void> => {
  await lockRow(db, 'channel', id);
  const [row] = await withCodes(db, await asRows(matching(db, {}).where('channel.id', '=', id)).execute());
  if (row && row.agentCount + row.shopCount + row.codeCount > 0) throw refuse(partyRefusals.inUse);
  await changeRow(db, 'channel', id, { isDel: 1 });
};
