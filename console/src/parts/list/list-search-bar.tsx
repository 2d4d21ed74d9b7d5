import { Button, ConfigProvider, Drawer, Input } from 'antd';
import ListFilter from 'icon:list-filter';
import SearchIcon from 'icon:search';
import X from 'icon:x';
import { useState, type ReactNode } from 'react';
import { inWords, type Filter } from './filters.tsx';
import { FilterCell } from './list-filters.tsx';
import type { FilterState } from './use-filters.ts';
import type { Search } from './use-rows.ts';

/** Filters of a list on a phone: a search box, a sheet from below for the rest, and chips for what is set. */
export const ListSearchBar = ({
  filters,
  state,
  search,
  before,
}: {
  filters: readonly Filter[];
  state: FilterState;
  search: Pick<Search, 'values' | 'refused' | 'set'>;
  /** What stands left of the search box. */
  before?: ReactNode;
}) => {
  const [isOpen, setIsOpen] = useState(false);
  const box = filters.find((filter) => filter.search);
  const rest = filters.filter((filter) => filter !== box);
  const chips = inWords(
    rest,
    search.values,
    search.refused?.filter((name) => name !== box?.name),
  );
  return (
    <div className="zy-search">
      <div className="zy-search-line">
        {before}
        {box && (
          <Input
            size="large"
            prefix={<SearchIcon size={18} strokeWidth={1.6} aria-hidden="true" />}
            placeholder={box.search?.placeholder}
            aria-label={box.label}
            inputMode="search"
            enterKeyHint="search"
            allowClear
            value={state.valueOf(box.name) ?? ''}
            onChange={(event) => {
              const control = state.controlOf(box);
              if (event.type === 'click') control.set(undefined);
              else control.type(event.target.value);
            }}
            onPressEnter={state.apply}
          />
        )}
        {rest.length > 0 && (
          <Button
            size="large"
            className="zy-search-filter"
            aria-label="筛选"
            icon={<ListFilter size={20} strokeWidth={1.6} />}
            onClick={() => setIsOpen(true)}
          >
            {box ? null : '筛选'}
          </Button>
        )}
      </div>
      {chips.length > 0 && (
        <div className="zy-chips">
          {chips.map(({ name, text }) => (
            <button
              key={name}
              type="button"
              className="zy-chip"
              aria-label={`清除 ${text}`}
              onClick={() => search.set({ [name]: undefined })}
            >
              {text}
              <X size={14} strokeWidth={1.6} aria-hidden="true" />
            </button>
          ))}
        </div>
      )}
      <Drawer
        open={isOpen}
        onClose={() => setIsOpen(false)}
        placement="bottom"
        size="auto"
        title="筛选"
        closable={{ placement: 'end' }}
        className="zy-filter-sheet"
        footer={
          <>
            <Button size="large" onClick={state.reset}>
              重置
            </Button>
            <Button
              size="large"
              type="primary"
              onClick={() => {
                if (state.apply()) setIsOpen(false);
              }}
            >
              查看结果
            </Button>
          </>
        }
      >
        <ConfigProvider componentSize="large">
          <div className="zy-filter-stack">
            {rest.map((filter) => (
              <FilterCell key={filter.name} filter={filter} state={state} />
            ))}
          </div>
        </ConfigProvider>
      </Drawer>
    </div>
  );
};
