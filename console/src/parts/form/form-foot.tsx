import { Button } from 'antd';
import CircleAlert from 'icon:circle-alert';
import { NoticeBar } from '../feedback/notice-bar.tsx';
import type { FormHandle } from './form-body.tsx';

/** Refusals that no field is meant by; a stale row offers the way out: what was changed meanwhile, or its list read anew. */
export const FormRefusal = ({ handle, refresh }: { handle: FormHandle; refresh: () => void }) =>
  handle.refusal ? (
    <NoticeBar
      tone="bad"
      link={
        handle.mayMerge
          ? { text: '逐项比对', run: () => void handle.submit() }
          : handle.isStale
            ? { text: '关闭并刷新列表', run: refresh }
            : undefined
      }
    >
      {handle.refusal}
    </NoticeBar>
  ) : handle.note ? (
    <NoticeBar tone="wait">{handle.note}</NoticeBar>
  ) : null;

/** 还有 n 处需要修改 at the left, the buttons at the right. */
export const FormFoot = ({
  handle,
  isBusy,
  cancel,
  save = '保存',
  isReady = true,
  blocked,
}: {
  handle: FormHandle;
  isBusy: boolean;
  cancel: () => void;
  save?: string;
  isReady?: boolean;
  /** Why there is nothing to save now. */
  blocked?: string;
}) => (
  <div className="zy-form-foot">
    <span role="status" className="zy-form-count">
      {handle.errors.length > 0 && (
        <>
          <CircleAlert size={14} strokeWidth={1.6} aria-hidden="true" />
          还有 {handle.errors.length} 处需要修改
        </>
      )}
      {handle.errors.length === 0 && blocked}
    </span>
    <Button onClick={cancel}>取消</Button>
    <Button
      type="primary"
      loading={isBusy}
      disabled={!isReady || Boolean(blocked)}
      title={blocked}
      onClick={() => void handle.submit()}
    >
      {isBusy ? '提交中' : save}
    </Button>
  </div>
);
