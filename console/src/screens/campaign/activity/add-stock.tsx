import { activityApi } from '@zhuiyuan/contract/campaign/activity/activity';
import type { Endpoint } from '@zhuiyuan/contract/kit/endpoint';
import { useEffect } from 'react';
import { useRead } from '../../../lib/use-read.ts';
import { NumberField, SelectField } from '../../../parts/form/fields.tsx';
import { FormModal } from '../../../parts/form/form-modal.tsx';
import { useDraft } from '../../../parts/form/use-draft.ts';
import { countText } from '../../../parts/format/numbers.ts';

/** The activity whose stock is raised, and the tier where it is known. */
export interface Stocked {
  id: number;
  actName: string;
  tierId?: number;
}

/** 追加库存: more prizes for one tier. */
export const AddStock = ({
  of,
  close,
  refresh,
}: {
  of: Stocked | undefined;
  close: () => void;
  refresh: readonly Endpoint[];
}) => {
  const { data } = useRead(activityApi.info, of && { id: of.id });
  const draft = useDraft({ create: activityApi.addStock, refresh, done: { create: '操作成功' }, onSaved: close });
  useEffect(() => {
    if (of) draft.open(undefined, { tierId: of.tierId });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- opens with the activity
  }, [of]);
  return (
    <FormModal
      draft={{
        ...draft,
        isOpen: of !== undefined && draft.isOpen,
        close: () => {
          draft.close();
          close();
        },
      }}
      title="追加库存"
      save="追加"
    >
      <p className="zy-activity-ask">
        <b>{of?.actName}</b>
      </p>
      <SelectField
        name="tierId"
        label="奖级"
        from={(data?.tiers ?? []).map(({ id, tierName, prizeName, left }) => ({
          value: id,
          label: `${tierName} ${prizeName}，剩 ${countText(left)}`,
        }))}
      />
      <NumberField name="qty" label="追加数量" unit="份" min={1} />
    </FormModal>
  );
};
