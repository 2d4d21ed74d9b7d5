import { DiffAct, DiffKind } from '@zhuiyuan/contract/movement/move-enums';
import type { DeliverDiff } from '@zhuiyuan/contract/movement/document/deliver';
import { signApi } from '@zhuiyuan/contract/movement/sign/sign';
import { newKey } from '../../lib/new-key.ts';
import { CodeText } from '../../parts/format/code.tsx';
import { AreaField, RadioField } from '../../parts/form/fields.tsx';
import { FormModal } from '../../parts/form/form-modal.tsx';
import { useDraft, type FormDraft } from '../../parts/form/use-draft.ts';
import { deliverChanges } from './deliver-changes.ts';
import './sign.css';

const acts = (kind: number): { value: number; label: string }[] =>
  DiffAct.options
    .filter(({ value }) => (value === DiffAct.noted) === (kind === DiffKind.extra))
    .map(({ value, label }) => ({ value, label }));

/** How a difference is settled: what came beside the document is only noted, what did not come is signed, sent back or given up. */
export const useDiffDraft = () => {
  const draft = useDraft({ create: signApi.handleDiff, refresh: deliverChanges, done: { create: '操作成功' } });
  return {
    draft,
    open: (diff: DeliverDiff) =>
      draft.open(undefined, {
        id: diff.id,
        act: acts(diff.kind)[0]!.value,
        idemKey: newKey(),
        kind: diff.kind,
        code: diff.code,
      }),
  };
};

/** 处理差异. */
export const DiffForm = ({ draft }: { draft: FormDraft }) => {
  const kind = Number(draft.initial?.['kind'] ?? 0);
  return (
    <FormModal draft={draft} title="处理差异" save="处理">
      <p className="zy-diff-what">
        <CodeText code={String(draft.initial?.['code'] ?? '')} />
        {DiffKind.label(kind)}
      </p>
      <RadioField name="act" label="处理方式" from={acts(kind)} />
      <AreaField name="remark" label="处理说明" placeholder="如 承运商已确认丢失" />
    </FormModal>
  );
};
