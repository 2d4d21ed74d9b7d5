import { SegmentState } from '@zhuiyuan/contract/codes/state/code-enums';
import { identityApi } from '@zhuiyuan/contract/codes/lookup/identity';
import type { SegmentRow } from '@zhuiyuan/contract/codes/state/segment';
import { AreaField } from '../../../parts/form/fields.tsx';
import { FormModal } from '../../../parts/form/form-modal.tsx';
import { NoticeBar } from '../../../parts/feedback/notice-bar.tsx';
import { countText } from '../../../parts/format/numbers.ts';
import { useDraft, type Draft } from '../../../parts/form/use-draft.ts';
import './identities.css';

export const useSegmentFreeze = (): Draft<SegmentRow> =>
  useDraft({
    create: identityApi.segmentState,
    list: identityApi.list,
    refresh: [identityApi.info],
    from: ({ seg, state }) => ({
      seg,
      state: state === SegmentState.frozen ? SegmentState.normal : SegmentState.frozen,
    }),
    done: { update: '操作成功' },
  });

/** 冻结/解冻整段: every code of the segment answers that it is frozen, or what it answered before. */
export const SegmentFreeze = ({ draft }: { draft: Draft<SegmentRow> }) => {
  const segment = draft.row;
  const seg = segment?.seg;
  const isFrozen = segment?.state === SegmentState.frozen;
  const verb = isFrozen ? '解冻' : '冻结';
  const count = countText(segment?.count ?? 0);
  return (
    <FormModal draft={draft} title={`${verb}整段`} save={verb}>
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
