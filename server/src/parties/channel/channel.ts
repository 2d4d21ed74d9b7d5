import { maskPhone } from '@zhuiyuan/contract/kit/phone';
import { ShopLinkKind } from '@zhuiyuan/contract/parties/shop/shop-enums';
import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { channelApi } from '@zhuiyuan/contract/parties/channel/channel';
import { partyRefusals } from '@zhuiyuan/contract/parties/party-refusals';
import type { SelectQueryBuilder } from 'kysely';
import { countChannelCodes } from '../../codes/state/count-channel-codes.ts';
import type { App } from '../../kit/http/app-context.ts';
import type { DB } from '../../kit/db/database-types.gen.ts';
import type { Db } from '../../kit/db/database.ts';
import { contains, eq, matchingBy, type Matching } from '../../kit/db/filtered.ts';
import { live } from '../../kit/db/live.ts';
import { firmName, times } from '../../kit/db/selectors.ts';
import { requireFirmId } from '../../kit/operator.ts';
import { findPage } from '../../kit/db/paging.ts';
import { pickRows } from '../../kit/db/pick-rows.ts';
import { notFound, refuse, refuseOn } from '../../kit/refusal.ts';
import { shopCount } from '../present-links.ts';
import { eachRow } from '../../kit/each-row.ts';
import { changeRow, lockRow, switchRow } from '../../kit/db/rows.ts';
import { serve } from '../../kit/http/serve.ts';
import { insertChannel, channelConstraints } from './channel-writes.ts';

/** Channels: how a firm's goods reach the market. */
export const mountChannel = (app: App): void => {
  refuseOn(app, channelConstraints);
  serve(app, channelApi, {
    list: async ({ input, db }) => {
      const page = await findPage(db, input, matching(db, input), asRows);
      const rows = await withCodes(db, page.list);
      return { ...page, list: rows.map((row) => ({ ...row, phone: maskPhone(row.phone) })) };
    },

    listAll: ({ input, db }) => pickChannels(db, input),

    lotteryAll: ({ input, db }) => pickChannels(db, input),

    info: async ({ input, db }) => {
      const [row] = await withCodes(db, await asRows(matching(db, {}).where('channel.id', '=', input.id)).execute());
      if (!row) throw notFound();
      return row;
    },

    save: ({ input, db, operator }) =>
      insertChannel(db, input, { firmId: requireFirmId(operator, input.firmId), operatorId: operator.id }),

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
};

type Channels = SelectQueryBuilder<DB, 'channel', object>;

const matching: Matching<'channel', Partial<InputOf<typeof channelApi.list>>> = matchingBy(
  'channel',
  (db) => live(db, 'channel'),
  { firmId: eq, name: contains, channelType: eq, status: eq },
);

const draftColumns = ['name', 'channelNo', 'channelType', 'manager', 'phone', 'sort', 'status', 'remark'] as const;

const asRows = (query: Channels) =>
  query
    .select((row) => [
      'channel.id',
      'channel.firmId',
      firmName('channel'),
      'channel.channelNo',
      'channel.name',
      'channel.channelType',
      'channel.manager',
      'channel.phone',
      live(row, 'agent')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .whereRef('agent.channelId', '=', 'channel.id')
        .$asScalar()
        .$notNull()
        .as('agentCount'),
      shopCount(ShopLinkKind.channel, 'channel.id'),
      'channel.sort',
      'channel.status',
      'channel.remark',
      'channel.version',
      ...times('channel'),
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

const pickChannels = (db: Db, wish: InputOf<typeof channelApi.listAll>) =>
  pickRows(
    live(db, 'channel').select(['id', 'name', 'firmId', 'status']),
    {
      id: 'channel.id',
      words: ['channel.name', 'channel.channelNo'],
      order: [{ column: 'channel.sort' }, { column: 'channel.id', direction: 'desc' }],
    },
    wish,
  );

/** Deletes a channel softly; refused while agents, shops or codes belong to it. */
const removeChannel = async (db: Db, id: number): Promise<void> => {
  await lockRow(db, 'channel', id);
  const [row] = await withCodes(db, await asRows(matching(db, {}).where('channel.id', '=', id)).execute());
  if (row && row.agentCount + row.shopCount + row.codeCount > 0) throw refuse(partyRefusals.inUse);
  await changeRow(db, 'channel', id, { isDel: 1 });
};
