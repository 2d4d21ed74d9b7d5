import type { DataOf, InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { packLogApi } from '@zhuiyuan/contract/packing/pack-log';
import { Button, Form, Input } from 'antd';
import { useRef, useState, type ChangeEventHandler } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { call } from '../../lib/call.ts';
import { contentKey } from '../../lib/new-key.ts';
import { useLeaveTab } from '../../lib/use-leave-tab.ts';
import { MomentField } from '../../parts/form/date-fields.tsx';
import { AreaField, NumberField, OwnField } from '../../parts/form/fields.tsx';
import { FormPage, FormSection } from '../../parts/form/form-page.tsx';
import { usePageDraft } from '../../parts/form/use-page-draft.ts';
import { CodesInput } from './codes-input.tsx';
import { LateResult, type BadCode } from './late-result.tsx';
import { packingChanges } from './packing-changes.ts';

const list = '/identity/packLogManager';

type Draft = InputOf<typeof packLogApi.check>;

/** What packing is judged by; a change of anything else needs no other check. */
const judgedOf = ({ parentCode, children, occurAt, capacity }: Draft): Draft => ({
  parentCode,
  children,
  occurAt,
  capacity: capacity ?? undefined,
});

/** The code of the box; a scanner's Enter leads on to the codes in it. */
const BoxInput = (field: { id?: string; value?: string; onChange?: ChangeEventHandler<HTMLInputElement> }) => (
  <Input
    {...field}
    placeholder="扫描或输入箱码"
    maxLength={512}
    onPressEnter={({ currentTarget }) => currentTarget.form?.querySelector('textarea')?.focus()}
  />
);

/** What a check or a refused submit said, and of which content. */
export interface Checked {
  content: string;
  found?: DataOf<typeof packLogApi.check>;
  bad: BadCode[];
}

const Result = ({ checked }: { checked: Checked | undefined }) => {
  const values = Form.useWatch((all: Draft) => JSON.stringify(judgedOf(all)));
  if (!checked) return null;
  return (
    <FormSection title="校验结果" state={checked.bad.length > 0 ? 'wrong' : 'done'}>
      <div className="zy-field-wide">
        <LateResult checked={checked} isOld={values !== undefined && values !== checked.content} />
      </div>
    </FormSection>
  );
};

/** 补录包装: a box that was packed earlier than it is told here. It is checked first, and nothing changes by that. */
export const LatePacking = () => {
  const leaveTab = useLeaveTab();
  const leave = () => leaveTab(list);
  const [keyFor] = useState(contentKey);
  const [checked, setChecked] = useState<Checked>();
  const [isChecking, setChecking] = useState(false);
  const asksCheck = useRef(false);
  const draft = usePageDraft({
    id: undefined,
    create: packLogApi.save,
    list: packLogApi.list,
    refresh: packingChanges,
    load: () => Promise.resolve({}),
    done: { create: '补录成功' },
    onSaved: leave,
  });
  const check = async (judged: Draft, content: string) => {
    setChecking(true);
    try {
      const found = await call(packLogApi.check, judged as never, { quiet: true });
      setChecked({ content, found, bad: found.bad });
    } finally {
      setChecking(false);
    }
  };
  const submit = async (values: Record<string, unknown>) => {
    const judged = judgedOf(values as never);
    const content = JSON.stringify(judged);
    const isCheck = asksCheck.current;
    asksCheck.current = false;
    setChecked(undefined);
    if (isCheck) return check(judged, content);
    try {
      await draft.submit({ ...values, idemKey: keyFor(values) });
    } catch (error) {
      const bad = error instanceof ApiError ? (error.data as { rows?: BadCode[] } | null)?.rows : undefined;
      if (bad) setChecked({ content, bad });
      throw error;
    }
  };
  return (
    <FormPage
      draft={{ ...draft, submit, close: leave }}
      save="提交"
      note="先校验，再提交；校验不改变任何数据"
      renderButtons={(send) => (
        <Button
          loading={isChecking}
          onClick={() => {
            asksCheck.current = true;
            send();
          }}
        >
          校验
        </Button>
      )}
    >
      <FormSection title="箱与下级">
        <OwnField name="parentCode" label="箱码">
          <BoxInput />
        </OwnField>
        <NumberField
          name="capacity"
          label="箱容量"
          placeholder="按产品的包装比例"
          hint="产品没有设置包装比例时填写"
          min={1}
          max={1000}
        />
        <OwnField name="children" label="下级编码" isWide>
          <CodesInput />
        </OwnField>
      </FormSection>
      <FormSection title="补录说明">
        <MomentField name="occurAt" label="实际包装时间" />
        <AreaField name="reason" label="补录原因" rows={2} placeholder="如 产线断网，当时未能扫码" />
      </FormSection>
      <Result checked={checked} />
    </FormPage>
  );
};
