import {
  AndNode,
  BinaryOperationNode,
  ColumnNode,
  IdentifierNode,
  OnNode,
  OperationNodeTransformer,
  OperatorNode,
  ParensNode,
  PrimitiveValueListNode,
  ReferenceNode,
  TableNode,
  ValueListNode,
  ValueNode,
  ValuesNode,
  WhereNode,
  sql,
  type DeleteQueryNode,
  type InsertQueryNode,
  type JoinNode,
  type Kysely,
  type KyselyPlugin,
  type MergeQueryNode,
  type OperationNode,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  type QueryId,
  type QueryResult,
  type RawNode,
  type RootOperationNode,
  type SelectQueryNode,
  type UnknownRow,
  type UpdateQueryNode,
} from 'kysely';
import { snake } from './names.ts';

/** How a table's rows belong to firms: `own` rows of one firm, or `shared` where the platform's rows (firm 0) may be read by all. */
export type FirmTables = ReadonlyMap<string, 'own' | 'shared'>;

/** Reads from the database which tables carry `firm_id`; a column commented `shared` lets firms read the platform's rows. */
export const readFirmTables = async <DB>(db: Kysely<DB>): Promise<FirmTables> => {
  const { rows } = await sql<{ name: string; note: string | null }>`
    select c.relname as name, col_description(c.oid, a.attnum) as note
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'firm_id' and not a.attisdropped
    where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace`.execute(db);
  return new Map(rows.map((row) => [row.name, row.note === 'shared' ? 'shared' : 'own']));
};

/** The number of the firm among the values of a statement. */
export class FirmGiven {
  constructor(private readonly firmId: number) {}

  toPostgres(): number {
    return this.firmId;
  }
}

const isFirmId = ({ column }: ColumnNode): boolean => snake(column.name) === 'firm_id';

/** Kinds of nodes that no table lies in: they stay as they are. */
const leaves: ReadonlySet<string> = new Set([
  'ColumnNode',
  'IdentifierNode',
  'OperatorNode',
  'PrimitiveValueListNode',
  'ReferenceNode',
  'SchemableIdentifierNode',
  'SelectAllNode',
  'TableNode',
  'ValueNode',
]);

interface Scoped {
  /** Alias or name the query knows the table by. */
  as: string;
  kind: 'own' | 'shared';
}

/**
 * Limits every query built through a Kysely instance to one firm: reads, updates and deletes are filtered,
 * inserts are stamped, `firm_id` can never be changed. Raw SQL text cannot be limited: it is refused when it names a table
 * of firms without saying `firm_id` itself.
 */
class FirmScopeTransformer extends OperationNodeTransformer {
  private readonly rawTable: RegExp;

  constructor(
    private readonly firmId: number,
    private readonly firm: FirmGiven,
    private readonly tables: FirmTables,
  ) {
    super();
    const names = [...tables.keys()].join('|');
    this.rawTable = new RegExp(`\\b(?:from|join|into|update|using|only|table)\\s+"?(${names})\\b(?!"?\\s*\\.)`, 'i');
  }

  override transformNode<T extends OperationNode | undefined>(node: T, queryId?: QueryId): T {
    return node && leaves.has(node.kind) ? node : super.transformNode(node, queryId);
  }

  protected override transformRaw(node: RawNode, queryId?: QueryId): RawNode {
    const text = node.sqlFragments.join(' ? ');
    const named = this.rawTable.exec(text)?.[1] ?? node.parameters.find((part) => this.scopedTable(part)) ?? undefined;
    if (named && !/\bfirm_id\b/.test(text))
      throw new Error(`firm scope: raw SQL names a table of firms but no firm_id: ${text.trim().slice(0, 120)}`);
    return super.transformRaw(node, queryId);
  }

  private scopedTable(node: OperationNode | undefined): Scoped | undefined {
    if (node?.kind === 'AliasNode') {
      const { node: inner, alias } = node as unknown as { node: OperationNode; alias: OperationNode };
      const found = this.scopedTable(inner);
      return found && { as: IdentifierNode.is(alias) ? alias.name : found.as, kind: found.kind };
    }
    if (!node || !TableNode.is(node)) return undefined;
    const name = node.table.identifier.name;
    const kind = this.tables.get(snake(name));
    return kind && { as: name, kind };
  }

  private condition({ as, kind }: Scoped, writing: boolean): OperationNode {
    const column = ReferenceNode.create(ColumnNode.create('firm_id'), TableNode.create(as));
    const own = ValueNode.create(this.firm);
    return kind === 'shared' && !writing
      ? BinaryOperationNode.create(
          column,
          OperatorNode.create('in'),
          PrimitiveValueListNode.create([0, this.firm]) as unknown as OperationNode,
        )
      : BinaryOperationNode.create(column, OperatorNode.create('='), own);
  }

  private where(where: WhereNode | undefined, conditions: OperationNode[]): WhereNode | undefined {
    let node = where;
    for (const condition of conditions)
      node = WhereNode.create(node ? AndNode.create(ParensNode.create(node.where), condition) : condition);
    return node;
  }

  private ofTables(nodes: readonly OperationNode[] | undefined, writing = false): OperationNode[] {
    return (nodes ?? []).flatMap((node) => {
      const scoped = this.scopedTable(node);
      return scoped ? [this.condition(scoped, writing)] : [];
    });
  }

  protected override transformJoin(node: JoinNode, queryId?: QueryId): JoinNode {
    const join = super.transformJoin(node, queryId);
    const scoped = this.scopedTable(join.table);
    if (!scoped) return join;
    if (!join.on) throw new Error(`firm scope: join ${scoped.as} with an ON clause`);
    return { ...join, on: OnNode.create(AndNode.create(ParensNode.create(join.on.on), this.condition(scoped, false))) };
  }

  protected override transformSelectQuery(node: SelectQueryNode, queryId?: QueryId): SelectQueryNode {
    const query = super.transformSelectQuery(node, queryId);
    const conditions = this.ofTables(query.from?.froms);
    return conditions.length > 0 ? { ...query, where: this.where(query.where, conditions) } : query;
  }

  protected override transformUpdateQuery(node: UpdateQueryNode, queryId?: QueryId): UpdateQueryNode {
    const query = super.transformUpdateQuery(node, queryId);
    const conditions = [...this.ofTables(query.table ? [query.table] : [], true), ...this.ofTables(query.from?.froms)];
    if (conditions.length === 0) return query;
    const updates = query.updates?.filter((update) => !(ColumnNode.is(update.column) && isFirmId(update.column)));
    return { ...query, updates, where: this.where(query.where, conditions) };
  }

  protected override transformDeleteQuery(node: DeleteQueryNode, queryId?: QueryId): DeleteQueryNode {
    const query = super.transformDeleteQuery(node, queryId);
    const conditions = [...this.ofTables(query.from.froms, true), ...this.ofTables(query.using?.tables)];
    return conditions.length > 0 ? { ...query, where: this.where(query.where, conditions) } : query;
  }

  protected override transformInsertQuery(node: InsertQueryNode, queryId?: QueryId): InsertQueryNode {
    const query = super.transformInsertQuery(node, queryId);
    const scoped = this.scopedTable(query.into);
    if (!scoped) return query;
    if (!query.values || !ValuesNode.is(query.values) || !query.columns)
      throw new Error(`firm scope: insert into ${scoped.as} with values, not from a query`);
    const at = query.columns.findIndex(isFirmId);
    const values = query.values.values.map((row) => {
      if (PrimitiveValueListNode.is(row)) {
        const list = [...row.values];
        if (at < 0) list.push(this.firmId);
        else list[at] = this.firmId;
        return PrimitiveValueListNode.create(list);
      }
      const list = [...row.values];
      const own = ValueNode.create(this.firmId);
      if (at < 0) list.push(own);
      else list[at] = own;
      return ValueListNode.create(list);
    });
    const conflict = query.onConflict;
    return {
      ...query,
      columns: at < 0 ? [...query.columns, ColumnNode.create('firm_id')] : query.columns,
      values: ValuesNode.create(values),
      onConflict:
        conflict?.updates && conflict.updates.length > 0
          ? { ...conflict, updateWhere: this.where(conflict.updateWhere, [this.condition(scoped, true)]) }
          : conflict,
    };
  }

  protected override transformMergeQuery(_node: MergeQueryNode): MergeQueryNode {
    throw new Error('firm scope: write an insert, update or delete instead of merge');
  }
}

/**
 * Limits what is built through it to one firm: {@link FirmScopeTransformer} as a plugin. Statements of all firms have the same
 * text, so that one that was compiled for a firm serves the others, see compile-once.ts.
 */
export class FirmScope implements KyselyPlugin {
  readonly firm: FirmGiven;
  private readonly transformer: FirmScopeTransformer;

  constructor(
    firmId: number,
    readonly tables: FirmTables,
  ) {
    this.firm = new FirmGiven(firmId);
    this.transformer = new FirmScopeTransformer(firmId, this.firm, tables);
  }

  transformQuery({ node, queryId }: PluginTransformQueryArgs): RootOperationNode {
    return this.transformer.transformNode(node, queryId);
  }

  async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    return result;
  }
}
