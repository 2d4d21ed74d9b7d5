import { attachmentApi, pictureExtensions, videoExtension, type Attachment } from '@zhuiyuan/contract/media/attachment';
import { Button, Segmented, Tooltip, TreeSelect } from 'antd';
import ChevronDown from 'icon:chevron-down';
import Trash2 from 'icon:trash-2';
import Upload from 'icon:upload';
import { useRef } from 'react';
import { useMay } from '../../lib/session.ts';
import type { Folder } from './use-folders.ts';
import type { MediaKind } from '../form/image-picker-context.ts';
import type { Library } from './use-library.ts';

const accept = [...pictureExtensions, videoExtension].map((extension) => `.${extension}`).join(',');

const kinds = [
  { value: 'picture' as const, label: '图片' },
  { value: 'video' as const, label: '视频' },
];

interface TreeOption {
  value: number;
  title: string;
  children: TreeOption[];
}
const optionOf = ({ id, name, child }: Folder): TreeOption => ({
  value: id,
  title: name,
  children: child.map(optionOf),
});

interface LibraryBarProps {
  library: Library;
  picks: readonly Attachment[];
  unpick: () => void;
  /** Takes files to upload; absent without the permission. */
  take: ((files: File[]) => void) | undefined;
  isPicker: boolean;
  /** Opens the folders where they do not stand beside the files. */
  chooseFolder: (() => void) | undefined;
}

/** Toolbar of the library: upload, move, delete, pictures or videos. */
export const LibraryBar = ({ library, picks, unpick, take, isPicker, chooseFolder }: LibraryBarProps) => {
  const may = useMay();
  const chooser = useRef<HTMLInputElement>(null);
  const thing = library.kind === 'picture' ? '图片' : '视频';
  // a refusal has been shown by then
  const attempt = (act: Promise<boolean>) =>
    void act.then(
      (isDone) => isDone && unpick(),
      () => undefined,
    );
  return (
    <div className="zy-gallery-bar">
      {chooseFolder && (
        <Button className="zy-gallery-folder" onClick={chooseFolder}>
          <span>{library.folder.name}</span>
          <ChevronDown size={16} strokeWidth={1.6} aria-label="选择分类" />
        </Button>
      )}
      {take && (
        <Button
          color="primary"
          variant="outlined"
          icon={<Upload size={14} strokeWidth={1.6} aria-hidden="true" />}
          onClick={() => chooser.current?.click()}
        >
          上传{thing}
        </Button>
      )}
      {may(attachmentApi.move.may) && (
        <TreeSelect<number | null>
          className="zy-gallery-move"
          aria-label="图片移动至"
          placeholder="图片移动至"
          value={null}
          popupMatchSelectWidth={220}
          listHeight={360}
          treeData={[optionOf(library.root)]}
          treeDefaultExpandAll
          onChange={(to) => to !== null && attempt(library.move(picks, to))}
        />
      )}
      {may(attachmentApi.remove.may) && (
        <Tooltip title={isPicker ? '删除图片' : ''}>
          <Button
            aria-label="删除图片"
            icon={<Trash2 size={14} strokeWidth={1.6} aria-hidden="true" />}
            onClick={() => attempt(library.remove(picks))}
          >
            {isPicker ? null : '删除图片'}
          </Button>
        </Tooltip>
      )}
      <Segmented<MediaKind>
        className="zy-gallery-kind"
        aria-label="类型"
        options={kinds}
        value={library.kind}
        onChange={library.show}
      />
      <input
        ref={chooser}
        type="file"
        className="zy-chooser"
        multiple
        accept={accept}
        aria-label={`选择要上传的${thing}`}
        onChange={({ target }) => {
          take?.([...(target.files ?? [])]);
          target.value = '';
        }}
      />
    </div>
  );
};
