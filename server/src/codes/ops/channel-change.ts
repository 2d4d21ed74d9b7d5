import { channelChangeApi } from '@zhuiyuan/contract/codes/ops/channel-change';
import { OpType } from '@zhuiyuan/contract/codes/state/code-enums';
import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { sql } from 'kysely';
import type { App } from '../../kit/http/app-context.ts';
import type { DB } from '../../kit/db/database-types.gen.ts';
import { eq, matchingBy, type Matching } from '../../kit/db/filtered.ts';
import { findPage } from '../../kit/db/paging.ts';
import { serve } from '../../kit/http/serve.ts';
import { checkCalls } from './check-calls.ts';
import { openKeyring } from '../cipher/keyring.ts';
import { opColumns, opRows } from './matching-ops.ts';
import { opCalls } from './op-calls.ts';

const opType = OpType.changeChannel;

type Changes = Omit<InputOf<typeof channelChangeApi.list>, 'page' | 'limit'>;
const matching: Matching<'op', Changes, DB & { op: DB['codeOp'] }> = matchingBy(
  'op',
  (db) => db.selectFrom('codeOp as op').where('op.opType', '=', opType),
  { firmId: eq },
);

/** 渠道变更: moves codes to another channel, with the history of it. */
export const mountChannelChange = (app: App): void => {
  const keyring = openKeyring(app);
  const { findFile, submit } = opCalls(app);
  const { check, leftOut } = checkCalls(app);
  serve(app, channelChangeApi, {
    check: ({ input, ...caller }) => check(caller, opType, input),
    checkExport: ({ input, ...caller }) => leftOut(caller, opType, input),

    change: {
      async before(call) {
        const file = await findFile(call);
        return ({ input: { channelId, reason, ...input }, db, operator }) =>
          submit(db, operator, opType, input, { channelId, reason }, { file });
      },
    },

    async list({ input, db }) {
      const page = await findPage(db, input, matching(db, input), asChannelChanges);
      return { ...page, list: await opRows(db, keyring, page.list) };
    },
  });
};

const asChannelChanges = (query: Parameters<typeof opColumns>[0]) =>
  opColumns(query)
    .leftJoin('channel', (join) => join.on(sql<boolean>`channel.id = (op.params ->> 'channelId')::bigint`))
    .select(sql<string>`coalesce(channel.name, '')`.as('channelName'))
    .orderBy('op.createdAt', 'desc')
    .orderBy('op.id', 'desc');
