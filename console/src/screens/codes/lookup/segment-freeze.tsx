import { identityApi } from '@zhuiyuan/contract/codes/lookup/identity';
import type { SegmentRow } from '@zhuiyuan/contract/codes/state/segment';
import { useEffect } from 'react';
import { AreaField } from '../../../parts/form/fields.tsx';
import { FormModal } from '../../../parts/form/form-modal.tsx';
import { NoticeBar } from '../../../parts/feedback/notice-bar.tsx';
import { countText } from '../../../parts/format/numbers.ts';
import { useDraft } from '../../../parts/form/use-draft.ts';
import './identities.css';

/** 冻结/解冻整段: every code of the segment answers that it is frozen, or what it answered before. */
export const SegmentFreeze = ({ segment, close }: { segment: SegmentRow | undefined; close: () => void }) => {
  const draft = useDraft({
    create: identityApi.segmentState,
    refresh: [identityApi.list, identityApi.info],
    done: { create: '操作成功' },
    onSaved: close,
  });
  const isFrozen = segment?.state === 1;
  const seg = segment?.seg;
  useEffect(() => {
    if (seg) draft.open(undefined, { seg, state: isFrozen ? 0 : 1 });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- opens once per segment
  }, [seg]);
  const own = {
    ...draft,
    close: () => {
      draft.close();
      close();
    },
  };
  const verb = isFrozen ? '解冻' : '冻结';
  const count = countText(segment?.count ?? 0);
  return (
    <FormModal draft={own} title={`${verb}整段`} save={verb}>
      <div className="zy-freeze-note">
        <NoticeBar tone="wait">
          {isFrozen
            ? `码段 ${seg} 的 ${count} 个码恢复到冻结前的状态`
            : `码段 ${seg} 的 ${count} 个码都会冻结，消费者查询将提示已冻结`}
        </NoticeBar>
      </div>
      <AreaField name="reason" label="原因" placeholder="请填写原因" />
    </FormModal>
  );
};
