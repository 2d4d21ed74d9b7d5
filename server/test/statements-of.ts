import pg from 'pg';

export interface Sent {
  text: string;
  values: unknown[];
}

/** What a call sends to the database, transactions included, in its order. */
export const statementsOf = async (call: () => Promise<unknown>): Promise<Sent[]> => {
  const { query } = pg.Client.prototype;
  const sent: Sent[] = [];
  pg.Client.prototype.query = function recorded(this: pg.Client, ...given: unknown[]) {
    const [first, second] = given as [string | Partial<Sent>, unknown];
    const [text, values] = typeof first === 'string' ? [first, second] : [first.text, first.values];
    sent.push({ text: text ?? '', values: Array.isArray(values) ? (values as unknown[]) : [] });
    return (query as (...all: unknown[]) => unknown).apply(this, given);
  } as typeof query;
  try {
    await call();
  } finally {
    pg.Client.prototype.query = query;
  }
  return sent;
};
