import {
  CamelCasePlugin,
  PostgresDialect,
  PostgresQueryCompiler,
  type DialectAdapter,
  type KyselyPlugin,
  type PostgresDialectConfig,
  type QueryCompiler,
  type QueryResult,
  type UnknownRow,
} from 'kysely';

class Mapper extends CamelCasePlugin {
  readonly snake = (name: string): string => this.snakeCase(name);
  readonly camel = (name: string): string => this.camelCase(name);
}

/** Names as the database writes them, and as we do; each is worked out once. */
export const { snake, camel } = new Mapper();

class SnakeCompiler extends PostgresQueryCompiler {
  protected override sanitizeIdentifier(name: string): string {
    return super.sanitizeIdentifier(snake(name));
  }
}

/** PostgreSQL with the names of the database written while a statement is compiled: cheaper than turning its whole tree over. */
export class SnakeDialect extends PostgresDialect {
  constructor(
    config: PostgresDialectConfig,
    private readonly adapter: DialectAdapter,
  ) {
    super(config);
  }

  override createAdapter(): DialectAdapter {
    return this.adapter;
  }

  override createQueryCompiler(): QueryCompiler {
    return new SnakeCompiler();
  }
}

const isPlain = (value: unknown): value is UnknownRow => {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
};

const inside = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map((item: unknown) => (isPlain(item) ? renamed(item) : item));
  return isPlain(value) ? renamed(value) : value;
};

const renamed = (row: UnknownRow, keys = Object.keys(row), names = keys.map(camel)): UnknownRow => {
  const out: UnknownRow = {};
  for (let at = 0; at < keys.length; at += 1) {
    const value = row[keys[at]!];
    out[names[at]!] = typeof value === 'object' ? inside(value) : value;
  }
  return out;
};

/** Gives the columns of all rows our names, and the keys of objects in them. */
const camelRows = (rows: UnknownRow[]): UnknownRow[] => {
  if (rows.length === 0) return rows;
  const keys = Object.keys(rows[0]!);
  const names = keys.map(camel);
  return rows.map((row) => renamed(row, keys, names));
};

/** The way back: results with our names. */
export const camelResults: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }): Promise<QueryResult<UnknownRow>> => ({
    ...result,
    rows: camelRows(result.rows),
  }),
};
