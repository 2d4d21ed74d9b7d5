import { codeOpApi } from '@zhuiyuan/contract/codes/ops/code-op';
import { ConflictPolicy, DeleteDraft } from '@zhuiyuan/contract/codes/ops/op-draft';
import { OpType, VoidReason } from '@zhuiyuan/contract/codes/state/code-enums';
import { Form } from 'antd';
import { useState } from 'react';
import { z } from 'zod';
import { AreaField, SelectField } from '../../../parts/form/fields.tsx';
import { FormSection } from '../../../parts/form/form-page.tsx';
import { NoticeBar } from '../../../parts/feedback/notice-bar.tsx';
import { countText } from '../../../parts/format/numbers.ts';
import { FileOp } from './file-op.tsx';
import { OpForm, type OpPlace, OpPage } from './op-form.tsx';
import { PolicyField } from './policy-field.tsx';
import { TypedCount } from './typed-count.tsx';
import { RecentOps } from './recent-ops.tsx';

const recent = <RecentOps />;

/** 批量作废: stops codes for ever. */
export const VoidPage = () => (
  <OpPage
    file={
      <FileOp
        endpoint={codeOpApi.importDelete}
        biz="batch_delete"
        thing="批量作废"
        when="原因各不相同时，可以在文件里逐行写明。"
      />
    }
  >
    <VoidOp below={recent} />
  </OpPage>
);

interface Typed {
  reasonType?: number;
  reason?: string;
  policy?: number;
}

const { reasonType, reason, policy } = DeleteDraft.shape;
const form = z
  .object({ reasonType, reason, policy })
  .refine((draft) => draft.reasonType !== VoidReason.other || draft.reason !== '', {
    path: ['reason'],
    message: '请填写原因',
  });
const blank: Typed = { policy: ConflictPolicy.refuse };

const VoidFields = () => {
  const cause = Form.useWatch<number | undefined>('reasonType', Form.useFormInstance());
  return (
    <FormSection title="作废原因">
      <SelectField name="reasonType" label="作废原因" from={VoidReason.options} />
      <AreaField name="reason" label="说明" placeholder={cause === 5 ? '请填写原因' : '可补充说明'} rows={2} isWide />
      <PolicyField />
    </FormSection>
  );
};

/** 作废 of chosen codes, for ever; how many they are has to be typed. */
export const VoidOp = ({ below, codes, isInDrawer }: OpPlace) => {
  const [asking, setAsking] = useState<{ n: number; answer: (agreed: boolean) => void }>();
  const agree = (n: number) =>
    new Promise<boolean>((answer) => {
      setAsking({
        n,
        answer: (agreed) => {
          setAsking(undefined);
          answer(agreed);
        },
      });
    });
  return (
    <>
      <NoticeBar tone="bad">作废后不可恢复，消费者查询将提示已作废</NoticeBar>
      <OpForm<Typed>
        schema={form}
        blank={blank}
        below={below}
        codes={codes}
        isInDrawer={isInDrawer}
        asked={() => ({ opType: OpType.void })}
        more={(typed) => ({ reasonType: typed.reasonType, reason: typed.reason })}
        plan={() => ({
          check: codeOpApi.check,
          checkExport: codeOpApi.checkExport,
          submit: codeOpApi.delete,
          agree,
          done: ({ ok, taskId }) => (taskId === null ? `作废成功：${countText(ok)}个` : '提交成功'),
        })}
        verb="作废"
        isDanger
      >
        <VoidFields />
      </OpForm>
      <TypedCount asking={asking} />
    </>
  );
};
