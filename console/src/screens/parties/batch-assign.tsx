import {
  type Assign,
  assignLabels,
  type AssignBack,
  type Assigned,
  type AssignField,
} from '@zhuiyuan/contract/parties/assign';
import type { Endpoint } from '@zhuiyuan/contract/kit/endpoint';
import type { DoneToMany } from '@zhuiyuan/contract/kit/standard';
import { Button } from 'antd';
import { useState } from 'react';
import type { z } from 'zod';
import { call } from '../../lib/call.ts';
import { useMay } from '../../lib/session.ts';
import { toast } from '../../lib/toast.ts';
import { tellMany } from '../../parts/claims/use-many.ts';
import { useSubmitLock } from '../../parts/feedback/use-submit-lock.ts';
import { OwnField } from '../../parts/form/fields.tsx';
import { FormModal } from '../../parts/form/form-modal.tsx';
import { useDraft } from '../../parts/form/use-draft.ts';
import { countText } from '../../parts/format/numbers.ts';
import type { Picked } from '../../parts/list/list-screen.tsx';
import { ChannelInput, SalesmanInput } from './class-inputs.tsx';

interface AssignApi {
  assign: Endpoint<typeof Assign, z.ZodType<Assigned>>;
  assignBack: Endpoint<typeof AssignBack, z.ZodType<DoneToMany>>;
}

interface Row {
  id: number;
  firmId: number;
  name: string;
}

const inputs = { channelId: ChannelInput, salesmanId: SalesmanInput };
const fields = Object.keys(inputs) as AssignField[];

/** 批量设置渠道 and 批量设置业务员 of the picked rows, each with 撤销; hidden without the permission. */
export const BatchAssign = ({
  api: { assign, assignBack },
  thing,
  picked,
  refresh,
}: {
  api: AssignApi;
  /** Names the rows, as in 3 个经销商. */
  thing: string;
  picked: Pick<Picked<Row>, 'rows' | 'clear'>;
  refresh: readonly Endpoint[];
}) => {
  const may = useMay();
  const [field, setField] = useState<AssignField>('channelId');
  const [isBusy, lock] = useSubmitLock();
  const draft = useDraft({ create: assign, refresh });
  if (!may(assign.may)) return null;
  const { rows } = picked;
  const label = assignLabels[field];
  const Input = inputs[field];

  const begin = (chosen: AssignField) => {
    if (new Set(rows.map(({ firmId }) => firmId)).size > 1) return toast.warning(`请选择同一企业的${thing}`);
    setField(chosen);
    draft.open(undefined, { ids: rows.map(({ id }) => id), field: chosen });
  };
  const submit = async (values: Record<string, unknown>): Promise<void> => {
    await lock(async () => {
      const asked = values as Assign;
      const names = new Map(rows.map(({ id, name }) => [id, name]));
      const nameOf = (id: number) => names.get(id) ?? String(id);
      const { done, same, fail } = await call(assign, asked, { quiet: true });
      const goBack = async () => {
        tellMany(await call(assignBack, { field: asked.field, targetId: asked.targetId, rows: done }), nameOf);
        draft.refresh();
      };
      if (fail.length > 0) tellMany({ ok: 0, fail }, nameOf);
      if (done.length > 0)
        toast.withLink('success', `已设置${label} ${countText(done.length)} 个`, {
          text: '撤销',
          run: () => void goBack().catch(() => undefined),
        });
      else if (same > 0) toast.warning(`所选${thing}已是该${label}，未变更`);
      draft.refresh();
      draft.close();
      picked.clear();
    });
  };
  return (
    <>
      {fields.map((one) => (
        <Button key={one} onClick={() => begin(one)}>
          批量设置{assignLabels[one]}
        </Button>
      ))}
      <FormModal
        draft={{ ...draft, isBusy, submit }}
        title={`设置${label} ${countText(rows.length)} 个${thing}`}
        save="确定"
      >
        <OwnField name="targetId" label={label}>
          <Input firmId={rows[0]?.firmId} />
        </OwnField>
      </FormModal>
    </>
  );
};
