import { Drawer, Skeleton } from 'antd';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { FormBody, useFormHandle } from './form-body.tsx';
import { FormFoot, FormRefusal } from './form-foot.tsx';
import { leave } from './leave.ts';
import { Failed } from '../feedback/states.tsx';
import type { FormDraft } from './use-draft.ts';
import { useNarrow } from '../frame/use-narrow.ts';

/** Creates or edits a row beside its list: 560 px (480 narrow, 720 with a table inside), the whole screen on phones. */
export const FormDrawer = ({
  draft,
  thing,
  title = `${draft.isNew ? '新增' : '编辑'}${thing}`,
  name,
  width = 560,
  save,
  children,
}: {
  draft: FormDraft;
  /** What is created or edited: 新增经销商, 编辑经销商. */
  thing: string;
  title?: string;
  /** The row's own name, beside the title. */
  name?: ReactNode;
  width?: 480 | 560 | 720;
  save?: string;
  children: ReactNode;
}) => {
  const handle = useFormHandle(draft);
  const isNarrow = useNarrow();
  const isReady = draft.initial !== undefined;
  const close = () => void leave(handle, draft);
  return (
    <Drawer
      open={draft.isOpen}
      afterOpenChange={(isOpen) => isOpen && handle.focus()}
      onClose={close}
      size={isNarrow ? '100%' : width}
      destroyOnHidden
      className="zy-drawer"
      closable={{ placement: 'end', closeIcon: <X size={18} strokeWidth={1.6} aria-label="关闭" /> }}
      title={
        <>
          {title}
          {name && <small className="zy-drawer-name">{name}</small>}
        </>
      }
      footer={
        <>
          <FormRefusal
            handle={handle}
            refresh={() => {
              draft.refresh();
              draft.close();
            }}
          />
          <FormFoot handle={handle} isBusy={draft.isBusy} cancel={close} save={save} isReady={isReady} />
        </>
      }
    >
      {draft.loadError && <Failed title="内容没有加载出来" error={draft.loadError} retry={draft.reload} />}
      {!isReady && !draft.loadError && <Skeleton active={false} title={false} paragraph={{ rows: 8 }} />}
      {isReady && (
        <FormBody draft={draft} handle={handle}>
          {children}
        </FormBody>
      )}
    </Drawer>
  );
};
