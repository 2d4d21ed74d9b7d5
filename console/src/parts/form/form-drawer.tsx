import { Drawer } from 'antd';
import X from 'icon:x';
import type { ReactNode } from 'react';
import type { FormDraft } from './use-draft.ts';
import { useFormFrame } from './use-form-frame.tsx';
import { useNarrow } from '../frame/use-narrow.ts';

/** Creates or edits a row beside its list: 560 px (480 narrow, 720 with a table inside), the whole screen on phones. */
export const FormDrawer = ({
  draft,
  thing,
  title = `${draft.isNew ? '新增' : '编辑'}${thing}`,
  name,
  width = 560,
  save,
  blocked,
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
  /** Why there is nothing to save now, told beside the button. */
  blocked?: string;
  children: ReactNode;
}) => {
  const frame = useFormFrame(draft, { save, blocked, rows: 8, children });
  const isNarrow = useNarrow();
  return (
    <Drawer
      open={draft.isOpen}
      onClose={frame.close}
      size={isNarrow ? '100%' : width}
      destroyOnHidden
      className="zy-drawer"
      closable={{ placement: 'end', closeIcon: <X size={18} strokeWidth={1.6} aria-label="关闭" /> }}
      title={
        <h2>
          {title}
          {name && <small className="zy-drawer-name">{name}</small>}
        </h2>
      }
      footer={frame.footer}
    >
      {frame.body}
    </Drawer>
  );
};
