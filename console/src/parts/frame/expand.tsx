import type { TableProps } from 'antd';
import ChevronDown from 'icon:chevron-down';
import ChevronRight from 'icon:chevron-right';
import type { ReactNode } from 'react';

/** Rows of a table that open to what is under them; it is drawn when a row is first open. */
export interface Expand<Row> {
  of: (row: Row) => ReactNode;
  /** Rows with something under them. */
  may: (row: Row) => boolean;
}

/** What the marks of such rows take from a table. */
export const expandWidth = 32;

/** How antd is told of it. */
export const toExpandable = <Row,>(expand: Expand<Row> | undefined): TableProps<Row>['expandable'] =>
  expand && {
    columnWidth: expandWidth,
    fixed: 'start',
    expandedRowRender: (row) => expand.of(row),
    rowExpandable: expand.may,
    expandIcon: ({ expanded, expandable, onExpand, record }) => {
      if (!expandable) return null;
      const Mark = expanded ? ChevronDown : ChevronRight;
      return (
        <button
          type="button"
          className="zy-icon-button"
          aria-label={expanded ? '收起' : '展开'}
          aria-expanded={expanded}
          onClick={(event) => onExpand(record, event)}
        >
          <Mark size={14} strokeWidth={1.8} />
        </button>
      );
    },
  };
