import type { consumerApi } from '@zhuiyuan/contract/consumer/consumer';
import { HappenedKind, type Happened, kindsOfGroup } from '@zhuiyuan/contract/consumer/happened';
import { readDateLimit } from '@zhuiyuan/contract/kit/date-limit';
import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { Cross } from '@zhuiyuan/contract/scan/log/scan-log';
import { sql, type RawBuilder } from 'kysely';
import type { z } from 'zod';
import { drawNoText } from '../campaign/draw-no.ts';
import { placeName } from '../campaign/activity/list-draws.ts';
import type { Db } from '../kit/db/database.ts';
import { requireConsumer } from './consumer-acts.ts';

/** Things shown at once. */
const most = 50;
type Happening = z.input<typeof Happened>;
type Kind = (typeof HappenedKind.options)[number]['value'];

/** One kind of what happened: its table, and its columns in their one order. */
interface Source {
  from: RawBuilder<unknown>;
  at: RawBuilder<unknown>;
  id: RawBuilder<unknown>;
  /** state, what, more, place, no, activity_id, amount, points, hold, times, is_cross */
  columns: RawBuilder<unknown>;
}

const none = sql`''::text`;
const noNumber = sql`null::bigint`;
const sources: Record<Kind, Source> = {
  scan: {
    from: sql`scan_log x left join product p on p.id = x.product_id and p.firm_id = x.firm_id`,
    at: sql`x.at`,
    id: sql`x.id`,
    columns: sql`x.verdict::text, x.code_text::text, coalesce(p.store_name, '')::text,
      trim(x.province || ' ' || case when x.city = x.province then '' else x.city end), ${none}, ${noNumber}, 0::bigint, 0::bigint, false,
      x.times::int, x.is_cross = ${sql.lit(Cross.suspected)}`,
  },
  draw: {
    from: sql`draw x join tier t on t.id = x.tier_id join activity a on a.id = x.activity_id and a.firm_id = x.firm_id
      left join claim c on c.draw_id = x.id and c.firm_id = x.firm_id`,
    at: sql`x.drawn_at`,
    id: sql`x.id`,
    columns: sql`x.prize_type::text, t.prize_name::text, a.act_name::text, ${placeName('x')}, ${drawNoText('x')}, x.activity_id, x.amount,
      -x.points_cost::bigint, coalesce(c.hold, false), 0, false`,
  },
  red: {
    from: sql`red_info x`,
    at: sql`coalesce(x.received_at, x.refund_at, x.sent_at, x.created_at)`,
    id: sql`x.id`,
    columns: sql`x.status::text, x.prize_name::text, x.act_name::text, ${none}, x.bill_no::text, x.activity_id, x.amount, 0::bigint, x.hold, 0,
      false`,
  },
  redeem: {
    from: sql`redemption x join tier t on t.id = x.tier_id join activity a on a.id = x.activity_id and a.firm_id = x.firm_id`,
    at: sql`x.created_at`,
    id: sql`x.id`,
    columns: sql`x.status::text, t.prize_name::text, a.act_name::text, ${none}, x.redeem_no::text, x.activity_id, 0::bigint, 0::bigint, false, 0,
      false`,
  },
  ver: {
    from: sql`prize_ver x join tier t on t.id = x.tier_id join shop s on s.id = x.shop_id and s.firm_id = x.firm_id`,
    at: sql`x.ver_at`,
    id: sql`x.id`,
    columns: sql`x.status::text, t.prize_name::text, s.name::text, ${none}, x.ver_no::text, x.activity_id, 0::bigint, 0::bigint, false, 0, false`,
  },
  point: {
    from: sql`point_log x`,
    at: sql`x.created_at`,
    id: sql`x.id`,
    columns: sql`x.source::text, x.title::text, x.balance::text, ${none}, ${none}, ${noNumber}, 0::bigint, x.delta, false, 0, false`,
  },
  risk: {
    from: sql`risk_hit x`,
    at: sql`x.last_at`,
    id: sql`x.id`,
    columns: sql`x.action::text, (x.code || ' ' || x.name)::text, (x.value || '/' || x.threshold)::text, ${none}, ${none}, ${noNumber}, 0::bigint,
      0::bigint, false, x.times, false`,
  },
};

/** What happened to a consumer within a range of days, newest first; `next` leads to what was before. */
export const readTimeline = async (
  db: Db,
  { id, group, dateLimit, before }: InputOf<typeof consumerApi.timeline>,
): Promise<{ list: Happening[]; next: string | null }> => {
  const { firmId } = await requireConsumer(db, id);
  const range = dateLimit ? readDateLimit(dateLimit) : undefined;
  const kinds = group ? kindsOfGroup[group] : HappenedKind.options.map(({ value }) => value);
  const [untilAt = '', untilKind = '', untilId = ''] = before?.split('|') ?? [];
  const parts = kinds.map((kind) => {
    const { from, at, id: key, columns } = sources[kind];
    return sql`(select ${sql.lit(kind)}::text as kind, ${key}::bigint as id, ${at} as happened, ${columns}
      from ${from} where x.firm_id = ${firmId} and x.uid = ${id}
        ${range ? sql`and ${at} >= ${range.start}::timestamptz and ${at} < ${range.end}::timestamptz + interval '1 second'` : sql``}
        ${before ? sql`and (${at}, ${sql.lit(kind)}::text, ${key}::bigint) < (${untilAt}::timestamptz, ${untilKind}::text, ${untilId}::bigint)` : sql``}
      order by ${at} desc, ${key} desc limit ${sql.lit(most + 1)})`;
  });
  const { rows } = await sql<Happening & { exact: string }>`
    select kind, id, happened as at, happened::text as exact, state, what, more, place, no, activity_id, amount, points, hold, times, is_cross
    from (${sql.join(parts, sql` union all `)}) as f (kind, id, happened, state, what, more, place, no, activity_id, amount, points, hold, times,
      is_cross)
    order by happened desc, kind desc, id desc limit ${sql.lit(most + 1)}`.execute(db);
  const list = rows.slice(0, most);
  const last = list.at(-1);
  return {
    list: list.map(({ exact: _exact, ...row }) => row),
    next: rows.length > most && last ? `${last.exact}|${last.kind}|${last.id}` : null,
  };
};
