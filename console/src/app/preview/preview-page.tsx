import { FormContent } from '@zhuiyuan/contract/settings/form-content';
import { Button, Modal } from 'antd';
import { useEffect, useState } from 'react';
import { z } from 'zod';
import { Empty } from '../../parts/feedback/states.tsx';
import { FormPreview } from './form-preview.tsx';
import './preview.css';

/** What the form designer posts to this page. Only the definition is read; nothing posted is ever run. */
const Refresh = z.object({
  type: z.literal('refreshFrame'),
  data: z.object({ generateConf: z.object({ type: z.enum(['file', 'dialog']) }), form: FormContent }),
});
type PostedForm = z.output<typeof Refresh>['data'];

/** /preview: shows the form definition that a page of our own origin posts, as a form or in a dialog. */
export const PreviewPage = () => {
  const [postedForm, setPostedForm] = useState<PostedForm>();
  const [isRefused, setIsRefused] = useState(false);
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const receive = (event: MessageEvent<unknown>) => {
      if (event.origin !== location.origin) return;
      const type = typeof event.data === 'object' && event.data && 'type' in event.data ? event.data.type : undefined;
      if (type !== 'refreshFrame') return;
      const parsed = Refresh.safeParse(event.data);
      setPostedForm(parsed.data?.data);
      setIsRefused(!parsed.success);
      setIsOpen(false);
    };
    addEventListener('message', receive);
    document.title = '表单预览';
    return () => removeEventListener('message', receive);
  }, []);

  if (isRefused) return <Empty title="表单定义不正确" text="请在表单设计中检查后重新运行" />;
  if (!postedForm) return <Empty title="等待表单定义" text="在表单设计中点击运行后显示" />;
  const form = <FormPreview content={postedForm.form} />;
  if (postedForm.generateConf.type === 'file')
    return (
      <main className="preview sheet">
        <h1 className="sr-only">表单预览</h1>
        {form}
      </main>
    );
  return (
    <main className="preview">
      <h1 className="sr-only">表单预览</h1>
      <Button type="primary" onClick={() => setIsOpen(true)}>
        点击打开
      </Button>
      <Modal title="表单预览" open={isOpen} onCancel={() => setIsOpen(false)} footer={null} width={640} destroyOnHidden>
        {form}
      </Modal>
    </main>
  );
};
