/** What a filter is asked: by how many rows it holds. */
export type Asked = 'frequent' | 'rare' | 'absent' | 'one letter' | 'no such letter' | 'no such two';

export interface Listed {
  path: string;
  /** The table whose newest rows bare Fastify sends, and how. */
  table: string;
  live?: string;
  order?: string;
  /** What every call has to say, such as the row whose parts are listed. */
  always?: Record<string, string | number>;
  /** `@4-10` is the code of serial 10 of segment 4, whose text hangs on the keys of the database. */
  filters?: Record<string, Partial<Record<Asked, string | number>>>;
  /** Asked from a phone, by an account acting in this role. */
  role?: string;
  /** Filters that would cost every scan another index. */
  isScan?: true;
  /** A million rows are more than it answers: it refuses them. */
  isBounded?: true;
  /** Staff of firms may not call it, or its rows are of no firm. */
  isPlatforms?: true;
}

export const id = { frequent: 2, rare: 9, absent: 999_999_998 };
export const one = (frequent: string | number, rare: string | number, absent?: string | number) => ({
  frequent,
  rare,
  ...(absent === undefined ? {} : { absent }),
});
export const text = (frequent: string, rare: string) => ({
  frequent,
  rare,
  absent: '乌龙茶饼',
  'one letter': frequent.slice(0, 1),
  'no such letter': '龘',
  'no such two': '乌龙',
});
export const dateLimit = {
  frequent: '2000-01-01 00:00:00,2100-01-01 00:00:00',
  absent: '2001-01-01 00:00:00,2001-02-01 00:00:00',
};
export const firmId = { frequent: 2, rare: 3, absent: 999_999_998 };
export const asked = { frequent: '1' };
export const noCode = { absent: 'ZZZZ' };
export const enabled = one(0, 1);
export const region = one('330000', '110000', '540000');
export const live = 'is_del = 0';
export const of = '/admin/identity';
