import { PlayMode, PlayTheme } from '@zhuiyuan/contract/campaign/campaign-states';
import { TemplatePreset } from '@zhuiyuan/contract/campaign/template/template';
import { drawnCover, Industry, templateApi, type TemplateRow } from '@zhuiyuan/contract/campaign/template/template';
import { Skeleton } from 'antd';
import LayoutTemplate from 'icon:layout-template';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '../../../lib/call.ts';
import { useMay } from '../../../lib/session.ts';
import { Empty, Failed, NothingFound } from '../../../parts/feedback/states.tsx';
import { useAct } from '../../../parts/feedback/use-act.ts';
import { useDraft } from '../../../parts/form/use-draft.ts';
import { FormModal } from '../../../parts/form/form-modal.tsx';
import { countText } from '../../../parts/format/numbers.ts';
import { useNarrow } from '../../../parts/frame/use-narrow.ts';
import type { Act } from '../../../parts/list/acts.tsx';
import { selectFilter, textFilter } from '../../../parts/list/filters.tsx';
import { ListFilters } from '../../../parts/list/list-filters.tsx';
import { ListPager } from '../../../parts/list/list-pager.tsx';
import { ListSearchBar } from '../../../parts/list/list-search-bar.tsx';
import { ListTabs } from '../../../parts/list/list-tabs.tsx';
import { useCrud } from '../../../parts/list/use-crud.tsx';
import { useFilters } from '../../../parts/list/use-filters.ts';
import { useSearch } from '../../../parts/list/use-search.ts';
import { FirmField, useFirmFilter, useFirmSchema, useIsPlatform } from '../../../parts/pickers/firm-field.tsx';
import { editorPage } from '../activity/addresses.ts';
import { TemplateCard } from './template-card.tsx';
import { TemplateForm } from './template-form.tsx';
import { TemplatePreview } from './template-preview.tsx';
import '../../../parts/list/list.css';
import './templates.css';

const sizes = [60, 100];
const blank = {
  playMode: PlayMode.direct,
  industries: [],
  cover: drawnCover(PlayMode.direct),
  preset: { claimDays: 15, newUserOnly: false, theme: PlayTheme.red, tiers: [] },
};

const draftOf = ({ id, version, firmId, name, playMode, industries, cover, summary, preset }: TemplateRow) => ({
  id,
  version,
  firmId,
  name,
  playMode,
  industries,
  cover,
  summary,
  preset: TemplatePreset.parse(preset),
});

/** 活动模板: templates of the system and one's own, by way of playing. */
export const ActivityTemplates = () => {
  const isNarrow = useNarrow();
  const isPlatform = useIsPlatform();
  const may = useMay();
  const navigate = useNavigate();
  const search = {
    ...useSearch(templateApi.list, { sizes, initial: { isSystem: 'true' } as never }),
    openView: undefined,
  };
  const isSystem = search.values.isSystem !== 'false';
  const firmFilter = useFirmFilter();
  const state = useFilters(search as never);
  const [shown, setShown] = useState<TemplateRow>();
  const crud = useCrud(templateApi, {
    blank: blank as never,
    from: async ({ id }) => draftOf(await call(templateApi.info, { id }, { quiet: true })) as never,
  });
  const copy = useAct(templateApi.copy, { done: '已复制到我的模板', refresh: [templateApi.list] });
  // Staff of the platform say whose the copy is.
  const copyDraft = useDraft({
    create: templateApi.copy,
    refresh: [templateApi.list],
    done: { create: '已复制到该企业的模板' },
  });
  const copySchema = useFirmSchema(copyDraft.schema);
  const schema = useFirmSchema(crud.draft.schema);

  const use = ({ id }: TemplateRow) => void navigate(`${editorPage}?template=${id}&from=bench`);
  const actsOf = (template: TemplateRow): Act[] => [
    ...(template.isSystem ? [] : [crud.editAct(template)]),
    {
      label: '复制为我的模板',
      may: templateApi.copy.may,
      run: () => (isPlatform ? copyDraft.open(undefined, { id: template.id }) : copy({ id: template.id })),
    },
    template.isSystem
      ? {
          label: '删除',
          may: templateApi.remove.may,
          destructive: true,
          blocked: '系统模板不能删除',
          run: () => undefined,
        }
      : crud.removeAct(template),
  ];
  const filters = [
    ...(isSystem ? [] : firmFilter),
    textFilter('keyword', '模板', '名称或简介'),
    selectFilter('playMode', '玩法', PlayMode),
    selectFilter('industry', '适用行业', Industry),
  ];
  const isAsked = ['keyword', 'playMode', 'industry', 'firmId'].some((name) => search.values[name as 'keyword']);
  const groups = PlayMode.options
    .map((mode) => ({ ...mode, rows: search.rows.filter(({ playMode }) => playMode === mode.value) }))
    .filter(({ rows }) => rows.length > 0);

  let body = (
    <>
      {groups.map(({ value, label, rows }) => (
        <section key={value} className="zy-template-group" aria-label={label}>
          <h2>
            {label}
            <small>{countText(rows.length)} 个</small>
          </h2>
          <div className="zy-template-cards">
            {rows.map((template) => (
              <TemplateCard
                key={template.id}
                template={template}
                firmName={isPlatform ? template.firmName : ''}
                preview={() => setShown(template)}
                use={() => use(template)}
                acts={actsOf(template)}
              />
            ))}
          </div>
        </section>
      ))}
    </>
  );
  if (search.isFirstLoad)
    body = (
      <div className="zy-template-group">
        <Skeleton active={false} paragraph={{ rows: 8 }} />
      </div>
    );
  else if (search.error && search.rows.length === 0) body = <Failed error={search.error} retry={search.reload} />;
  else if (search.rows.length === 0)
    body = isAsked ? (
      <NothingFound title="没有符合条件的模板" filters={[]} clear={search.clear} />
    ) : (
      <Empty
        icon={LayoutTemplate}
        title="还没有自己的模板"
        text="把常用的玩法、奖级和文案存为模板，下次直接使用；也可以从系统模板复制一份再改。"
        action={crud.addButton('新增模板')}
      />
    );

  return (
    <section className={isNarrow ? 'zy-list-narrow' : 'sheet zy-templates-sheet'} aria-label="活动模板">
      <div className="zy-list-tabs">
        <ListTabs
          value={isSystem ? 'true' : 'false'}
          change={(next) => search.set({ isSystem: next } as never)}
          items={[
            { value: 'true', label: '系统模板' },
            { value: 'false', label: '我的模板' },
          ]}
        />
      </div>
      {isNarrow ? (
        <ListSearchBar filters={filters as never} state={state} search={search as never} />
      ) : (
        <ListFilters filters={filters as never} state={state} />
      )}
      {may(templateApi.save.may) && !isSystem && (
        <div className={isNarrow ? 'zy-list-buttons' : 'zy-list-bar'}>{crud.addButton('新增模板')}</div>
      )}
      {body}
      {search.total > search.rows.length && <ListPager search={search as never} />}
      <TemplatePreview template={shown} close={() => setShown(undefined)} />
      <TemplateForm draft={{ ...crud.draft, schema }} name={crud.draft.row?.name} />
      <FormModal draft={{ ...copyDraft, schema: copySchema }} title="复制为企业模板" save="复制">
        <FirmField isNew />
      </FormModal>
    </section>
  );
};
