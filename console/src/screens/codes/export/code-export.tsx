import { FileType } from '@zhuiyuan/contract/codes/state/code-enums';
import {
  CodeColumn,
  CodeExportFields,
  codeExportApi,
  plainPermission,
  secretColumns,
} from '@zhuiyuan/contract/codes/export/code-export';
import { PickMode } from '@zhuiyuan/contract/codes/pick/pick';
import { Checkbox } from 'antd';
import { useState } from 'react';
import { ApiError } from '../../../lib/api-error.ts';
import { useLeaveTab } from '../../../lib/use-leave-tab.ts';
import { useMay } from '../../../lib/session.ts';
import { confirm } from '../../../lib/toast.ts';
import { zipOpeners } from '../../../parts/codes/zip-openers.ts';
import { NumberField, OwnField, PasswordField, RadioField, TextField } from '../../../parts/form/fields.tsx';
import { FormPage, FormSection } from '../../../parts/form/form-page.tsx';
import { usePageDraft } from '../../../parts/form/use-page-draft.ts';
import { opList } from '../addresses.ts';
import { newKey } from '../../../lib/new-key.ts';
import { pickOf, problemOf, type PickDraft } from '../pick/pick-draft.ts';
import { PickFields } from '../pick/pick-fields.tsx';
import { usePick } from '../pick/use-pick.ts';
import { OwnExports } from './own-exports.tsx';
import './code-export.css';

const ways: readonly PickDraft['mode'][] = [PickMode.ranges, PickMode.firstLast, PickMode.task, PickMode.lot];
const blank = () => ({
  columns: ['serial' as const, 'code' as const, 'url' as const],
  fileType: 'csv' as const,
  fileRows: 1_000_000,
  idemKey: newKey(),
});

const Columns = ({ value, onChange }: { id?: string; value?: string[]; onChange?: (columns: string[]) => void }) => {
  const may = useMay();
  const maySecret = may(plainPermission);
  const options = CodeColumn.options.map(({ value: column, label }) => ({
    value: column,
    label,
    disabled: secretColumns.has(column) && !maySecret,
  }));
  // In the order of the catalogue, whatever was ticked first.
  const inOrder = (ticked: string[]) =>
    options.map((option) => option.value as string).filter((one) => ticked.includes(one));
  return (
    <Checkbox.Group
      className="zy-export-columns"
      options={options}
      value={value}
      onChange={(ticked) => onChange?.(inOrder(ticked as string[]))}
    />
  );
};

/** 批量导出码: chosen codes as a zip with a password, made in the background. */
export const CodeExport = () => {
  const leaveTab = useLeaveTab();
  const may = useMay();
  const { pick, setPick, clear } = usePick();
  const [isTried, setIsTried] = useState(false);
  const draft = usePageDraft({
    id: undefined,
    create: codeExportApi.save,
    load: () => Promise.resolve({}),
    blank: blank as never,
    refresh: [codeExportApi.list],
    done: { create: '提交成功' },
    onSaved: () => {
      clear();
      setIsTried(false);
      draft.open();
    },
  });
  const submit = async (values: Record<string, unknown>) => {
    setIsTried(true);
    const problem = problemOf(pick);
    if (problem) throw new ApiError(0, problem);
    const text = '导出码包涉及防伪安全，将记录操作日志，确定导出？';
    if (await confirm({ text, verb: '导出' })) await draft.submit({ ...values, pick: pickOf(pick) });
  };
  const own = { ...draft, submit, close: () => leaveTab(opList), schema: CodeExportFields };
  return (
    <FormPage draft={own} save="导出">
      <div className="zy-export">
        <PickFields pick={pick} change={setPick} isTried={isTried} only={ways} />
        <FormSection title="内容与文件">
          <OwnField
            name="columns"
            label="导出列"
            isWide
            help={may(plainPermission) ? undefined : '暗码、验证码需要“导出完整码”权限'}
          >
            <Columns />
          </OwnField>
          <RadioField name="fileType" label="文件格式" from={FileType} hint="txt 以制表符分隔、不含标题" />
          <NumberField name="fileRows" label="每个文件条数" unit="条" min={1} />
        </FormSection>
        <FormSection title="安全">
          <PasswordField name="password" label="解压密码" placeholder="8-32位，含字母和数字" help={zipOpeners} />
          <TextField name="purpose" label="用途" placeholder="如：补印、核对印刷厂数据" />
        </FormSection>
        <OwnExports />
      </div>
    </FormPage>
  );
};
