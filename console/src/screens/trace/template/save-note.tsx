import { Code } from '@zhuiyuan/contract/kit/codes';
import { minuteText } from '@zhuiyuan/contract/kit/clock';
import type { SaveState } from './use-template.ts';

/** Whether the draft is kept, and how it stands to what shoppers see. */
export const SaveNote = ({
  save,
  isDirty,
  published,
}: {
  save: SaveState;
  isDirty: boolean;
  published: { version: number; hasChanges: boolean };
}) => {
  const keptText =
    save.kind === 'saving'
      ? '保存中'
      : save.kind === 'failed' && save.error.code !== Code.stale
        ? `没有保存：${save.error.message}`
        : isDirty
          ? '有未保存的内容，每 30 秒自动保存草稿'
          : save.kind === 'saved'
            ? `草稿已保存 ${minuteText(save.at)}`
            : '';
  const live =
    published.version === 0
      ? '未发布'
      : `线上第 ${published.version} 版${published.hasChanges || isDirty ? '，有未发布的修改' : ''}`;
  return (
    <span className={save.kind === 'failed' ? 'zy-editor-note zy-editor-note-bad' : 'zy-editor-note'} role="status">
      {[live, keptText].filter(Boolean).join(' · ')}
    </span>
  );
};
