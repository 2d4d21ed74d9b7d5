import { Holder } from '@zhuiyuan/contract/codes/state/code-enums';
import { Cut } from '../../parts/format/cut.tsx';
import type { Column } from '../../parts/list/columns.tsx';

/** The number of a document, which opens it. */
export const deliverNo = <Row extends { deliverNo: string }>(open: (row: Row) => void): Column<Row> => ({
  key: 'deliverNo',
  title: '发货单号',
  width: 162,
  open,
  raw: (row) => row.deliverNo,
  render: (row) => (
    <button type="button" className="zy-link" onClick={() => open(row)}>
      <span className="zy-mono">{row.deliverNo}</span>
    </button>
  ),
});

/** A sender or receiver, cut to one line, with what he is where he is not the firm. */
export const partyName = <Row,>(
  key: keyof Row & string,
  title: string,
  of: (row: Row) => readonly [name: string, kind: number],
  width = 140,
): Column<Row> => ({
  key,
  title,
  width,
  raw: (row) => of(row)[0],
  render: (row) => {
    const [name, kind] = of(row);
    return <Cut>{kind === Holder.firm ? name || '-' : `${name}（${Holder.label(kind)}）`}</Cut>;
  },
});
