import { ActivityStatus } from '@zhuiyuan/contract/campaign/campaign-states';
import { minuteText } from '@zhuiyuan/contract/kit/clock';
import { Button } from 'antd';
import CircleAlert from 'icon:circle-alert';
import Smartphone from 'icon:smartphone';
import type { FormHandle } from '../../../../parts/form/form-body.tsx';
import { FormRefusal } from '../../../../parts/form/form-foot.tsx';
import { leave } from '../../../../parts/form/leave.ts';
import type { Editing } from '../edit-rules.ts';
import type { useActivityDraft } from './use-activity-draft.ts';

const storedText = (at: Date | undefined, isDraft: boolean): string => {
  if (!at) return '';
  return `${isDraft ? '草稿' : ''}已保存 ${minuteText(at)}`;
};

/** The bar below: what is still wrong or when it was stored, and the buttons of the step. */
export const StepFoot = ({
  draft,
  handle,
  editing,
  back,
  isLast,
  goOn,
  save,
  publish,
  preview,
}: {
  draft: ReturnType<typeof useActivityDraft>;
  handle: FormHandle;
  editing: Editing;
  /** To the step before; absent on the first one. */
  back: (() => void) | undefined;
  isLast: boolean;
  goOn: () => void;
  save: () => void;
  /** Absent without the permission. */
  publish: (() => void) | undefined;
  /** Absent where the page stands beside the form. */
  preview: (() => void) | undefined;
}) => {
  const isDraft = !draft.activity || draft.activity.status === ActivityStatus.draft;
  return (
    <div className="zy-form-page-bar">
      <FormRefusal handle={handle} refresh={draft.reload} />
      <div className="zy-form-foot">
        <span role="status" className="zy-form-count">
          {handle.errors.length > 0 ? (
            <>
              <CircleAlert size={14} strokeWidth={1.6} aria-hidden="true" />
              还有 {handle.errors.length} 处需要修改
            </>
          ) : (
            storedText(draft.storedAt, isDraft)
          )}
        </span>
        {preview && (
          <Button icon={<Smartphone size={14} strokeWidth={1.6} aria-hidden="true" />} onClick={preview}>
            预览
          </Button>
        )}
        {editing === 'nothing' ? (
          <Button onClick={draft.close}>返回</Button>
        ) : (
          <>
            <Button onClick={() => void leave(handle, draft)}>取消</Button>
            <Button disabled={!back} onClick={back}>
              上一步
            </Button>
            <Button loading={draft.isBusy} type={isDraft ? 'default' : 'primary'} onClick={save}>
              {isDraft ? '保存草稿' : '保存'}
            </Button>
            {!isLast && (
              <Button type={isDraft ? 'primary' : 'default'} onClick={goOn}>
                下一步
              </Button>
            )}
            {isLast && isDraft && publish && (
              <Button type="primary" disabled={draft.isBusy} onClick={publish}>
                提交并发布
              </Button>
            )}
          </>
        )}
      </div>
    </div>
  );
};
