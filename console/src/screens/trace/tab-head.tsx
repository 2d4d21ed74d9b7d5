import { createContext, useContext, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import type { Filter } from '../../parts/list/filters.tsx';
import { FilterCell } from '../../parts/list/list-filters.tsx';
import type { FilterState } from '../../parts/list/use-filters.ts';

/** Where the open tab of an object's page puts its filters. */
export const TabHeadPlace = createContext<HTMLElement | null>(null);

/** Filters and tools of the open tab, right in the row of tabs; filters apply at once or on Enter. */
export const TabHead = ({
  filters,
  state,
  tools,
}: {
  filters: readonly Filter[];
  state: FilterState;
  tools?: ReactNode;
}) => {
  const place = useContext(TabHeadPlace);
  return (
    place &&
    createPortal(
      <form
        className="zy-tab-filters"
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          state.apply();
        }}
      >
        {filters.map((filter) => (
          <FilterCell key={filter.name} filter={filter} state={state} />
        ))}
        {tools}
      </form>,
      place,
    )
  );
};
