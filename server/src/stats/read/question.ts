import { ActScene } from '@zhuiyuan/contract/campaign/campaign-states';
import { sql, type RawBuilder } from 'kysely';
import { Dim, type DimName } from '../figures/dims.ts';
import type { Span } from './span.ts';

type Sql = RawBuilder<unknown>;

/** Whose figures: of these firms, or of all. */
export type Firms = readonly number[] | 'all';

/** What figures are of: rows of a dimension, one of them or all; of a pair, where `dim2` names it. */
export interface Place {
  dim: DimName;
  id?: number;
  dim2?: DimName;
  id2?: number;
  /** Of activities those alone that are games: of one way of playing, or (0) of any. */
  games?: number;
}

/** Whether a row's activity is one of the games that are asked of. */
export const isGame = (activity: Sql, { games }: Place): Sql[] =>
  games === undefined
    ? []
    : [
        sql`${activity} in (select game.id from activity game where game.act_scene = ${sql.lit(ActScene.interact)}
          ${games === 0 ? sql`` : sql`and game.play_mode = ${games}`})`,
      ];

/**
 * What sums are told apart by: a row of the place's first or second dimension, a day (20261121), a month (202611), or an hour of the
 * week (0 to 167, Monday first).
 */
export type Key = 'all' | 'id' | 'id2' | 'day' | 'month' | 'weekHour';

export interface Question {
  firms: Firms;
  span: Span;
  place: Place;
  by: Key;
  /** Facts before this moment are in the figures. */
  asOf: string;
}

/** The numbers of firms as an array; firm 0 is the platform's own. */
export const toArray = (firms: Firms): Sql =>
  firms === 'all' ? sql`(array(select id from firm) || 0::bigint)` : sql`${[...firms]}::bigint[]`;

/** Where rows are of a place. */
export const isOf = (place: Place): Sql => {
  const { dim, id, dim2, id2 } = place;
  return sql.join(
    [
      sql`dim = ${sql.lit(Dim[dim])} and dim2 = ${sql.lit(dim2 ? Dim[dim2] : 0)}`,
      ...(id === undefined ? [] : [sql`id = ${id}`]),
      ...(id2 === undefined ? [] : [sql`id2 = ${id2}`]),
      ...isGame(sql`id`, place),
    ],
    sql` and `,
  );
};

/** What rows of a place are told apart by. */
export const keyOf = (by: Key, { dim2 }: Place): Sql => {
  if (by === 'all') return sql`0::bigint`;
  if (by === 'day') return sql`to_char(day, 'YYYYMMDD')::bigint`;
  if (by === 'month') return sql`to_char(day, 'YYYYMM')::bigint`;
  if (by === 'weekHour') return sql`((extract(isodow from day) - 1) * 24 + ${sql.ref(dim2 ? 'id2' : 'id')})::bigint`;
  return sql.ref(by);
};
