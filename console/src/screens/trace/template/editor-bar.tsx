import { templateApi } from '@zhuiyuan/contract/trace/template/template';
import { Button } from 'antd';
import { toast } from '../../../lib/toast.ts';
import { May } from '../../../parts/feedback/may.tsx';
import { SaveNote } from './save-note.tsx';
import type { TemplateEdited } from './use-template.ts';

/** Name and state of the template, and what can be done with it. */
export const EditorBar = ({
  template,
  leave,
  preview,
  keep,
  publish,
}: {
  template: TemplateEdited;
  leave: () => Promise<void>;
  preview: () => Promise<void>;
  /** Saves the draft; answers whether the server has it. */
  keep: () => Promise<boolean>;
  publish: () => Promise<void>;
}) => {
  const { content, id, issues, save, isDirty, published } = template;
  return (
    <div className="sheet zy-editor-bar">
      <b title={content?.name}>{content?.name || '未命名模板'}</b>
      <SaveNote save={save} isDirty={isDirty} published={published} />
      <span className="zy-editor-buttons">
        <Button onClick={() => void leave()}>返回</Button>
        <Button onClick={() => void preview()} disabled={id === undefined && issues.length > 0}>
          预览
        </Button>
        <Button
          loading={save.kind === 'saving'}
          disabled={!isDirty}
          onClick={() => void keep().then((isKept) => isKept && toast.success('保存成功'))}
        >
          保存草稿
        </Button>
        <May of={templateApi.publish.may}>
          <Button
            type="primary"
            disabled={!isDirty && !published.hasChanges}
            onClick={() => void publish().catch(toast.failure)}
          >
            发布
          </Button>
        </May>
      </span>
    </div>
  );
};
