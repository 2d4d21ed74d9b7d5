import type { AgentRow } from '@zhuiyuan/contract/parties/agent/agent';
import { Tooltip } from 'antd';
import { cell, type Column } from '../../parts/list/columns.tsx';
import { countText, moneyText } from '../../parts/format/numbers.ts';
import './agent/agents.css';

const shownRegions = 2;

/** Regions of a row: the first two, all of them on hover. */
export const regionsColumn = <Row extends { regionNames: string[] }>(title: string): Column<Row> =>
  cell(
    'regionNames',
    title,
    ({ regionNames }) => {
      if (regionNames.length === 0) return '-';
      const first = regionNames.slice(0, shownRegions).join('、');
      if (regionNames.length <= shownRegions) return <span className="zy-cut">{first}</span>;
      return (
        <Tooltip title={regionNames.join('、')}>
          <span className="zy-cut" tabIndex={0}>
            {first} 等{regionNames.length}个
          </span>
        </Tooltip>
      );
    },
    { width: 184 },
  );

/** A number that leads somewhere; 0 is grey and leads nowhere. */
export const linkColumn = <Row,>(
  key: keyof Row & string,
  title: string,
  { width, write = countText, open }: { width: number; write?: (value: number) => string; open?: (row: Row) => void },
): Column<Row> =>
  cell(
    key,
    title,
    (row) => {
      const value = Number(row[key]);
      if (value === 0 || !open) return <span className={value === 0 ? 'zy-zero' : undefined}>{write(value)}</span>;
      return (
        <button type="button" className="zy-link" onClick={() => open(row)}>
          {write(value)}
        </button>
      );
    },
    { width, align: 'right' },
  );

/** 抵扣余额, the link to its entries. */
export const balanceColumn = (open?: (row: AgentRow) => void): Column<AgentRow> =>
  linkColumn<AgentRow>('dedBalance', '抵扣余额（元）', { width: 120, write: moneyText, open });
