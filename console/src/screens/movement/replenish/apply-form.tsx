import { needApplyApi } from '@zhuiyuan/contract/movement/replenish/need-apply';
import { NeedUnit } from '@zhuiyuan/contract/movement/replenish/need-enums';
import { Button } from 'antd';
import { useRef } from 'react';
import { useParams } from 'react-router';
import { call } from '../../../lib/call.ts';
import { applyList } from '../../../lib/object-addresses.ts';
import { useMay } from '../../../lib/session.ts';
import { useLeaveTab } from '../../../lib/use-leave-tab.ts';
import { NoPermission } from '../../../parts/feedback/states.tsx';
import { FormPage } from '../../../parts/form/form-page.tsx';
import { usePageDraft } from '../../../parts/form/use-page-draft.ts';
import { useFirmSchema } from '../../../parts/pickers/firm-field.tsx';
import { needChanges } from './need-changes.ts';
import { NeedFields } from './need-fields.tsx';
import { NeedItems } from './need-items.tsx';

const load = async (id: number) => {
  const apply = await call(needApplyApi.info, { id }, { quiet: true });
  return { ...apply, items: apply.items.map(({ productId, unit, qty, price }) => ({ productId, unit, qty, price })) };
};

/** 要货申请单: what a dealer asks for, kept as a draft or handed in. */
export const ApplyForm = () => {
  const id = Number(useParams()['id']) || undefined;
  const leaveTab = useLeaveTab();
  const may = useMay();
  const mayHandIn = may(needApplyApi.submit.may);
  const submits = useRef(mayHandIn);
  const draft = usePageDraft({
    id,
    create: needApplyApi.save,
    update: needApplyApi.update,
    list: needApplyApi.list,
    refresh: needChanges,
    load,
    blank: { items: [{ unit: NeedUnit.item }] } as never,
    done: {
      get create() {
        return submits.current ? '提交成功' : '保存成功';
      },
      get update() {
        return submits.current ? '提交成功' : '保存成功';
      },
    },
    onSaved: () => leaveTab(applyList),
  });
  const schema = useFirmSchema(draft.schema);
  if (!may(id ? needApplyApi.update.may : needApplyApi.save.may))
    return <NoPermission permission={id ? '编辑要货申请' : '新增要货申请'} />;
  const keep = (submit: () => void) => {
    submits.current = false;
    submit();
  };
  return (
    <FormPage
      draft={{
        ...draft,
        schema,
        submit: async (values) => {
          try {
            await draft.submit({ ...values, submits: submits.current });
          } finally {
            // Ctrl and Enter hand it in, whichever button was pressed last.
            submits.current = mayHandIn;
          }
        },
        close: () => leaveTab(applyList),
      }}
      save={mayHandIn ? '提交' : '保存草稿'}
      renderButtons={(submit) => mayHandIn && <Button onClick={() => keep(submit)}>保存草稿</Button>}
    >
      <NeedFields isNew={draft.isNew} />
      <NeedItems />
    </FormPage>
  );
};
