import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { templateApi, type TemplateRow } from '@zhuiyuan/contract/trace/template/template';
import { Button, Skeleton } from 'antd';
import LayoutTemplate from 'icon:layout-template';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { inWords, selectFilter, textFilter, type Filter } from '../../../parts/list/filters.tsx';
import { useFirmFilter, useIsPlatform } from '../../../parts/pickers/firm-field.tsx';
import { ListFilters } from '../../../parts/list/list-filters.tsx';
import { ListPager } from '../../../parts/list/list-pager.tsx';
import { ListSearchBar } from '../../../parts/list/list-search-bar.tsx';
import { May } from '../../../parts/feedback/may.tsx';
import { Empty, Failed, NothingFound } from '../../../parts/feedback/states.tsx';
import { useFilters } from '../../../parts/list/use-filters.ts';
import { useNarrow } from '../../../parts/frame/use-narrow.ts';
import type { Search } from '../../../parts/list/use-rows.ts';
import { useSearch } from '../../../parts/list/use-search.ts';
import { TemplateCard } from './template-card.tsx';
import { TemplatePreview, type Previewed } from './template-preview.tsx';
import { TemplateVersions } from './template-versions.tsx';
import '../../../parts/frame/sheet.css';
import '../../../parts/list/list.css';
import '../../../parts/list/list-narrow.css';
import './temps.css';

/** 溯源模板: the looks of a firm's trace page as cards. */
export const Templates = () => {
  const navigate = useNavigate();
  const isNarrow = useNarrow();
  const isPlatform = useIsPlatform();
  const firmFilter = useFirmFilter();
  const search = useSearch(templateApi.list);
  const state = useFilters(search as unknown as Search);
  const [previewed, setPreviewed] = useState<Previewed>();
  const [versionsOf, setVersionsOf] = useState<TemplateRow>();

  const filters: Filter[] = [...firmFilter, textFilter('name', '模板名称'), selectFilter('status', '状态', Enabled)];
  const set = inWords(filters, search.values).map(({ text }) => text);
  const add = (
    <May of={templateApi.save.may}>
      <Button type="primary" onClick={() => navigate('/identity/tempCreat')}>
        新增模板
      </Button>
    </May>
  );

  let body;
  if (search.error && search.rows.length === 0) body = <Failed error={search.error} retry={search.reload} />;
  else if (search.isFirstLoad) body = <Skeleton active={false} paragraph={{ rows: 8 }} className="zy-sheet-body" />;
  else if (search.rows.length === 0)
    body =
      set.length > 0 ? (
        <NothingFound title="没有符合条件的模板" filters={set} clear={search.clear} />
      ) : (
        <Empty
          icon={LayoutTemplate}
          title="还没有溯源模板"
          text="模板决定消费者扫码后看到的页面，未建模板时显示内置样式。"
          action={add}
        />
      );
  else
    body = (
      <ul className="zy-temps">
        {search.rows.map((row) => (
          <TemplateCard
            key={row.id}
            row={row}
            showsFirm={isPlatform}
            preview={() => setPreviewed({ id: row.id, name: row.name, isPublished: false })}
            versions={() => setVersionsOf(row)}
          />
        ))}
      </ul>
    );

  return (
    <>
      <section className={isNarrow ? 'zy-list-narrow' : 'sheet page-fill zy-list'}>
        {isNarrow ? (
          <ListSearchBar filters={filters} state={state} search={search as unknown as Search} />
        ) : (
          <ListFilters filters={filters} state={state} />
        )}
        <div className={isNarrow ? 'zy-list-buttons' : 'zy-list-bar'}>{add}</div>
        <div className="zy-temps-body">{body}</div>
        {!isNarrow && <ListPager search={search as unknown as Search} />}
        {isNarrow && search.hasMore && (
          <Button block size="large" onClick={search.loadMore}>
            加载更多
          </Button>
        )}
      </section>
      <TemplatePreview previewed={previewed} close={() => setPreviewed(undefined)} />
      <TemplateVersions
        row={versionsOf}
        close={() => setVersionsOf(undefined)}
        changed={() => {
          setVersionsOf(undefined);
          search.reload();
        }}
      />
    </>
  );
};
