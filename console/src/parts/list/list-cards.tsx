import { Button, Skeleton } from 'antd';
import type { Key, ReactNode } from 'react';
import { ActMenu } from './acts.tsx';
import type { Column } from './columns.tsx';
import type { Search } from './use-rows.ts';
import { Thumb } from '../format/thumb.tsx';
import { useLate } from '../frame/use-late.ts';

/** Which columns a phone's card shows where; whatever is left out is chosen from the columns themselves. */
export interface Card<Row> {
  /** Column of line 1: the row's identity. */
  head?: string;
  status?: string;
  /** Column of line 2. */
  name?: string;
  /** One line of facts: column keys, or words of the screen's own. */
  facts?: (string | ((row: Row) => ReactNode))[];
}

const isNothing = (content: unknown): boolean => content === null || content === undefined || content === '';

/** The rows of a list on a phone: what names the row first, then facts whose numbers say what they count. */
export const ListCards = <Row extends object>({
  search,
  columns,
  card = {},
  keyOf,
  instead,
  flash,
}: {
  search: Pick<Search<unknown, Row>, 'rows' | 'isFirstLoad' | 'isLoading' | 'hasMore' | 'loadMore'>;
  columns: readonly Column<Row>[];
  card?: Card<Row>;
  keyOf: (row: Row) => Key;
  instead: ReactNode;
  flash: Key | undefined;
}) => {
  const showsBones = useLate(search.isFirstLoad);
  const isStale = useLate(search.isLoading && !search.isFirstLoad && !search.hasMore);
  const shownColumns = columns.filter((column) => !column.acts);
  const find = (key: string | undefined) => shownColumns.find((column) => column.key === key);
  const status = find(card.status) ?? shownColumns.find((column) => column.isStatus);
  const naming = find(card.name) ?? shownColumns.find((column) => column.picture);
  const head =
    find(card.head) ??
    shownColumns.find((column) => column !== status && column !== naming && !column.picture) ??
    naming;
  const wordsOf = (fact: NonNullable<Card<Row>['facts']>[number], row: Row): ReactNode => {
    if (typeof fact !== 'string') return fact(row);
    const column = find(fact);
    if (!column || (column.raw && isNothing(column.raw(row)))) return null;
    // A bare number says nothing without the head of its column.
    const [title, unit = ''] = column.title.split(/[（）]/);
    return column.align === 'right' ? (
      <>
        {title} {column.render(row)}
        {unit && ` ${unit}`}
      </>
    ) : (
      (column.bare ?? column.render)(row)
    );
  };
  const name = naming === head ? undefined : naming;
  const facts =
    card.facts ??
    shownColumns
      .filter((column) => ![status, naming, head].includes(column))
      .slice(0, 3)
      .map((column) => column.key);
  const actsOf = columns.find((column) => column.acts)?.acts;

  if (instead) return <div className="sheet">{instead}</div>;
  if (search.isFirstLoad) {
    return (
      <div className="sheet zy-cards">
        {showsBones &&
          [1, 2, 3, 4, 5].map((at) => (
            <Skeleton key={at} active={false} title={false} paragraph={{ rows: 2 }} className="zy-card" />
          ))}
      </div>
    );
  }
  return (
    <>
      <ul className={`sheet zy-cards${isStale ? ' zy-stale' : ''}`}>
        {search.rows.map((row) => {
          const key = keyOf(row);
          return (
            <li key={key} className={`zy-card${key === flash ? ' zy-flash' : ''}`}>
              <div className="zy-card-head">
                <span className="zy-card-id">{(head?.bare ?? head?.render)?.(row)}</span>
                {status && status !== head && status.render(row)}
              </div>
              <div className="zy-card-main">
                {naming?.picture && (
                  <Thumb src={naming.picture(row)} label={String(naming.raw?.(row) ?? '')} size={40} />
                )}
                <div className="zy-card-text">
                  {name && <div className="zy-card-name">{(name.bare ?? name.render)(row)}</div>}
                  <div className="zy-card-facts">
                    {facts.map((fact, at) => {
                      const words = wordsOf(fact, row);
                      // oxlint-disable-next-line react/no-array-index-key -- facts of a screen never change their order
                      return isNothing(words) || words === '-' ? null : <span key={at}>{words}</span>;
                    })}
                  </div>
                </div>
                {actsOf && <ActMenu acts={actsOf(row)} />}
              </div>
            </li>
          );
        })}
      </ul>
      {search.hasMore && (
        <Button block size="large" className="zy-more" loading={search.isLoading} onClick={search.loadMore}>
          加载更多
        </Button>
      )}
    </>
  );
};
