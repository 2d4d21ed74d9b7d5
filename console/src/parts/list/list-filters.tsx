import { Button } from 'antd';
import ChevronDown from 'icon:chevron-down';
import ChevronUp from 'icon:chevron-up';
import { useState } from 'react';
import { unfoldedCount, type Filter } from './filters.tsx';
import type { FilterState } from './use-filters.ts';
import { useSize } from '../frame/use-size.ts';

const cellWidth = 258;
const gap = 12;

/** One filter, and under it why what it says is refused. */
export const FilterCell = ({ filter, state }: { filter: Filter; state: FilterState }) => {
  const issue = state.issueOf(filter.name);
  return (
    <div className="zy-filter">
      {filter.control(state.controlOf(filter))}
      {issue && (
        <p className="zy-filter-issue" role="alert">
          {issue}
        </p>
      )}
    </div>
  );
};

/** The filters of a list on a wide screen: two rows, the rest under 更多条件 with the number of hidden ones that are set. */
export const ListFilters = ({ filters, state }: { filters: readonly Filter[]; state: FilterState }) => {
  const [ref, { width }] = useSize();
  const [isOpen, setIsOpen] = useState(false);
  const columns = Math.max(1, Math.floor((width + gap) / (cellWidth + gap)));
  const room = unfoldedCount(filters, Math.max(1, columns * 2 - 1));
  const folded = filters.slice(room);
  // What is refused must be seen.
  const isUnfolded = isOpen || folded.some((filter) => state.issueOf(filter.name));
  const shownFilters = isUnfolded ? filters : filters.slice(0, room);
  const setHidden = folded.filter((filter) => state.valueOf(filter.name)).length;
  return (
    <form
      className="zy-filters"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        state.apply();
      }}
    >
      <div className="zy-filters-grid" ref={ref}>
        {shownFilters.map((filter) => (
          <FilterCell key={filter.name} filter={filter} state={state} />
        ))}
        <div className="zy-filters-buttons">
          {folded.length > 0 && (
            <Button type="text" aria-expanded={isUnfolded} onClick={() => setIsOpen(!isUnfolded)}>
              {isUnfolded ? '收起条件' : `更多条件${setHidden > 0 ? ` ${setHidden}` : ''}`}
              {isUnfolded ? <ChevronUp size={14} strokeWidth={1.6} /> : <ChevronDown size={14} strokeWidth={1.6} />}
            </Button>
          )}
          <Button onClick={state.reset}>重置</Button>
          <Button type="primary" htmlType="submit">
            查询
          </Button>
        </div>
      </div>
    </form>
  );
};
