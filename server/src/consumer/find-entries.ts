import { BanState, type BanRow, type blackApi } from '@zhuiyuan/contract/consumer/black';
import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { BanKind } from '@zhuiyuan/contract/risk/risk-enums';
import { sql, type SelectQueryBuilder } from 'kysely';
import type { DB } from '../kit/db/database-types.gen.ts';
import { among, at, by, eq, matchingBy, type Matching } from '../kit/db/filtered.ts';
import { containing } from '../kit/db/filters.ts';
import { firmName, staffName, times } from '../kit/db/selectors.ts';
import { parseAddress } from '../kit/address.ts';
import { maskConsumer } from '../member/mask-consumer.ts';

export type EntryFilters = Omit<InputOf<typeof blackApi.list>, 'page' | 'limit'> & {
  isWhite: boolean;
  ids?: number[];
};

const { lit } = sql;
const isOver = sql<boolean>`(blacklist.expire_at is not null and blacklist.expire_at <= now())`;

/** Entries of a list that filters mean, without columns and order. */
export const matchingEntries: Matching<'blacklist', EntryFilters> = matchingBy(
  'blacklist',
  (db) => db.selectFrom('blacklist'),
  {
    isWhite: eq,
    ids: at(among, 'id'),
    firmId: eq,
    kind: eq,
    source: eq,
    state: by(
      (state: string) => [state === BanState.over] as const,
      (_row, over) => sql<boolean>`${isOver} = ${over}::boolean`,
    ),
    keywords: by(
      (words: string) => {
        const text = words.trim();
        const [address = ''] = text.split('/');
        return [text, parseAddress(address) ?? null, containing(text)] as const;
      },
      (_row, text, address, pattern) => sql<boolean>`(blacklist.value = ${text} or blacklist.reason ilike ${pattern}
        or (blacklist.net is not null and blacklist.net >>= ${address}::inet)
        or (blacklist.kind = ${lit(BanKind.person)} and exists (select from member m where m.firm_id = blacklist.firm_id
          and m.id::text = blacklist.value and m.nick_name ilike ${pattern})))`,
    ),
  },
);

/** Adds what a row of the list shows, newest first. */
export const asEntryRows = (query: SelectQueryBuilder<DB, 'blacklist', object>) =>
  query
    .leftJoin('member', (join) =>
      join.onRef('member.firmId', '=', 'blacklist.firmId')
        .on(sql<boolean>`blacklist.kind = ${lit(BanKind.person)} and member.id = case when blacklist.value ~ '^[0-9]{1,15}$'
          then blacklist.value::bigint end`),
    )
    .select([
      'blacklist.id',
      'blacklist.firmId',
      firmName('blacklist'),
      sql<BanRow['kind']>`blacklist.kind`.as('kind'),
      'blacklist.value',
      sql<string | null>`blacklist.net::text`.as('net'),
      'member.id as consumerId',
      'member.nickName',
      sql<BanRow['scope']>`blacklist.scope`.as('scope'),
      'blacklist.reason',
      sql<BanRow['source']>`blacklist.source`.as('source'),
      'blacklist.hitCount',
      'blacklist.expireAt',
      sql<boolean>`${isOver}`.as('isOver'),
      staffName('blacklist.createdBy').as('createName'),
      ...times('blacklist'),
    ])
    .orderBy('blacklist.id', 'desc');

export type FoundEntry = Awaited<ReturnType<ReturnType<typeof asEntryRows>['execute']>>[number];

const targetOf = ({ kind, value, net, consumerId, nickName }: FoundEntry): string => {
  if (net !== null) return kind === BanKind.address ? net.replace(/\/(?:32|128)$/, '') : net;
  if (kind === BanKind.device) return `${value.slice(0, 8)}…`;
  return consumerId === null ? `用户 ${value}` : maskConsumer({ nickName: nickName ?? '', uid: consumerId });
};

/** Entries as lists and files show them. */
export const toEntries = (rows: readonly FoundEntry[]): BanRow[] =>
  rows.map((row) => {
    const { value: _value, net: _net, nickName: _nick, isOver: over, ...rest } = row;
    return { ...rest, target: targetOf(row), state: over ? BanState.over : BanState.live };
  });
