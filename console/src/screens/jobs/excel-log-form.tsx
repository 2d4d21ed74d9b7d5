import {
  ExcelLogDraft,
  excelLogApi,
  ExportFileType,
  type ExportChoice,
  type ExportField,
} from '@zhuiyuan/contract/jobs/excel-log';
import { useQuery } from '@tanstack/react-query';
import { Form, Skeleton } from 'antd';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useParams } from 'react-router';
import { z } from 'zod';
import { call } from '../../lib/call.ts';
import { useLeaveTab } from '../../lib/use-leave-tab.ts';
import { useMay } from '../../lib/session.ts';
import { DateLimitControl } from '../../parts/form/date-limit-control.tsx';
import { OwnField, RadioField, SelectField, TextField } from '../../parts/form/fields.tsx';
import { ColumnChoice } from '../../parts/list/column-choice.tsx';
import { useOptions } from '../../parts/pickers/firm-field.tsx';
import { useFormParts } from '../../parts/form/form-context.ts';
import { FormPage, FormSection } from '../../parts/form/form-page.tsx';
import { Failed, NoPermission } from '../../parts/feedback/states.tsx';
import { usePageDraft } from '../../parts/form/use-page-draft.ts';
import { ExcelLogDetail } from './excel-log-detail.tsx';
import './jobs.css';

const list = '/identity/excelLogManager';

/** 新建导出, or with an id what an import or export was made of. */
export const ExcelLogForm = () => {
  const { id } = useParams();
  return id ? <ExcelLogDetail id={Number(id)} /> : <NewExport />;
};

const NewExport = () => {
  const may = useMay();
  const isAllowed = may(excelLogApi.save.may);
  const { data, error, refetch } = useQuery({
    queryKey: [excelLogApi.forms.path],
    queryFn: ({ signal }) => call(excelLogApi.forms, {}, { quiet: true, signal }),
    enabled: isAllowed,
  });
  if (!isAllowed) return <NoPermission permission="新建导出" />;
  if (error) return <Failed title="表单没有加载出来" error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton active={false} paragraph={{ rows: 6 }} />;
  return <ExportForm choices={data} />;
};

const must = (label: string) => {
  const missing = `请输入${label}`;
  return z.string({ error: missing }).trim().min(1, missing);
};

const ExportForm = ({ choices }: { choices: ExportChoice[] }) => {
  const leaveTab = useLeaveTab();
  const draft = usePageDraft({
    id: undefined,
    create: excelLogApi.save,
    list: excelLogApi.list,
    done: { create: '提交成功' },
    load: async () => ({}),
    blank: { fileType: 'xlsx', filters: {}, columns: [] },
    onSaved: () => leaveTab(list),
  });
  const [chosenBiz, setChosenBiz] = useState<string>();
  const schema = useMemo(() => {
    // every filter of any business is a field of the form
    const filters = choices.flatMap(({ biz, fields }) =>
      fields.map(({ name, label, isRequired }) => ({ name, label, isRequired: isRequired && biz === chosenBiz })),
    );
    const shape: Record<string, z.ZodType> = Object.fromEntries(filters.map(({ name }) => [name, z.any().optional()]));
    for (const { name, label, isRequired } of filters) if (isRequired) shape[name] = must(label);
    return ExcelLogDraft.safeExtend({ filters: z.object(shape) });
  }, [choices, chosenBiz]);
  return (
    <FormPage draft={{ ...draft, schema, close: () => leaveTab(list) }} save="提交">
      <FormSection title="导出内容">
        <SelectField name="biz" label="业务类型" from={choices.map(({ biz, label }) => ({ value: biz, label }))} />
        <TextField name="title" label="名称" />
        <RadioField name="fileType" label="文件类型" from={ExportFileType} />
      </FormSection>
      <Chosen choices={choices} onChoose={setChosenBiz} />
    </FormPage>
  );
};

/** Filters and columns of the chosen business; choosing another one begins with all of its columns. */
const Chosen = ({ choices, onChoose }: { choices: ExportChoice[]; onChoose: (biz: string) => void }) => {
  const form = Form.useFormInstance();
  const { check } = useFormParts();
  const biz = Form.useWatch('biz', form) as string | undefined;
  const choice = choices.find((one) => one.biz === biz);
  const filled = useRef<string>(undefined);
  useEffect(() => {
    if (!choice || filled.current === choice.biz) return;
    filled.current = choice.biz;
    onChoose(choice.biz);
    const former = form.getFieldValue('title') as string | undefined;
    const isOwn = former && !choices.some(({ label }) => label === former);
    form.setFieldsValue({ columns: choice.columns, ...(isOwn ? {} : { title: choice.label }) });
    form.setFieldValue('filters', {});
    // what was wrong with filters that are gone is no longer told
    check(['biz']);
  }, [form, check, choice, choices, onChoose]);
  if (!choice) return null;
  return (
    <>
      <FormSection title="筛选条件" finding="不填为全部">
        {choice.fields.map((field) => (
          <FilterField key={`${choice.biz} ${field.name}`} field={field} />
        ))}
      </FormSection>
      <FormSection title="导出列">
        <OwnField name="columns" label="导出列" isWide>
          <ColumnChoice all={choice.columns} />
        </OwnField>
      </FormSection>
    </>
  );
};

const FilterField = ({ field }: { field: ExportField }) => {
  const lookup = useOptions(field.lookup ?? 'none');
  const name = `filters.${field.name}`;
  if (field.control === 'select')
    return <SelectField name={name} label={field.label} from={field.options ?? []} mayClear />;
  if (field.control === 'lookup') return <SelectField name={name} label={field.label} from={lookup} mayClear />;
  if (field.control === 'date')
    return (
      <OwnField name={name} label={field.label}>
        <RangeInput label={field.label} />
      </OwnField>
    );
  return <TextField name={name} label={field.label} />;
};

const RangeInput = ({
  label,
  value,
  onChange,
}: {
  label: string;
  value?: string;
  onChange?: (value: string | undefined) => void;
}) => (
  <div className="zy-job-range">
    <DateLimitControl label={label} value={value} set={(next) => onChange?.(next)} />
  </div>
);
