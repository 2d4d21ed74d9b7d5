import { categoryApi } from '@zhuiyuan/contract/category/category';
import { attachmentApi, pictureExtensions, videoExtension, type Attachment } from '@zhuiyuan/contract/media/attachment';
import { uploadApi, uploadRefusals } from '@zhuiyuan/contract/media/upload';
import { fill } from '@zhuiyuan/contract/kit/codes';
import { Button, Pagination, Segmented, Tooltip, TreeSelect } from 'antd';
import { Images, Trash2, Upload } from 'lucide-react';
import { useCallback, useRef } from 'react';
import { useMay } from '../../lib/session.ts';
import { toast } from '../../lib/toast.ts';
import { totalText } from '../numbers.ts';
import { Empty, Failed } from '../states.tsx';
import { UploadTray } from '../upload/upload-tray.tsx';
import { useUploads } from '../upload/use-uploads.ts';
import { useLate } from '../use-late.ts';
import { useNarrow } from '../use-narrow.ts';
import { FileGrid } from './file-grid.tsx';
import { FolderDialog, useFolderDraft } from './folder-dialog.tsx';
import { FolderTree } from './folder-tree.tsx';
import { toggled } from './picks.ts';
import { useFileDrop } from './use-file-drop.ts';
import { sentPid, type Folder } from './use-folders.ts';
import { useLibrary, type MediaKind } from './use-library.ts';
import './gallery.css';

const extensions = [...pictureExtensions, videoExtension];
const accept = extensions.map((extension) => `.${extension}`).join(',');
const wrongType = fill(uploadRefusals.wrongType[1], { exts: extensions.join(',') });
const refusalOf = (file: File): string | undefined =>
  extensions.some((extension) => file.name.toLowerCase().endsWith(`.${extension}`)) ? undefined : wrongType;

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

interface LibraryProps {
  picks: readonly Attachment[];
  setPicks: (picks: readonly Attachment[]) => void;
  most: number;
  sizes: readonly number[];
  /** Pictures are picked for use: a video is not one, and what was picked stands below. */
  isPicker?: boolean;
}

/** The library: folders, the files of one of them, and what one does with those picked. Takes files by button, drop and paste. */
export const Library = ({ picks, setPicks, most, sizes, isPicker = false }: LibraryProps) => {
  const may = useMay();
  const isNarrow = useNarrow();
  const library = useLibrary(sizes);
  const draft = useFolderDraft();
  const area = useRef<HTMLDivElement>(null);
  const chooser = useRef<HTMLInputElement>(null);
  const isLate = useLate(library.isReloading);
  const mayUpload = may(uploadApi.image.may);
  const { items, queue } = useUploads(uploadApi.image, () => {
    toast.success('上传成功');
    library.showNewest();
  });
  const pid = sentPid(library.folder.id);
  const take = useCallback((files: File[]) => queue.add(files, pid, refusalOf), [queue, pid]);
  const drop = useFileDrop(area, mayUpload, take);

  const toggle = (file: Attachment) => {
    if (isPicker && library.kind === 'video') return toast.warning('此处只能选择图片');
    const next = toggled(picks, file, most);
    if (next.picks) setPicks(next.picks);
    else toast.warning(next.warning);
  };
  const clearIf = (isDone: boolean) => isDone && setPicks([]);
  const attempt = (act: Promise<boolean>) => void act.then(clearIf, () => undefined);
  const [thing, unit] = library.kind === 'picture' ? ['图片', '张'] : ['视频', '个'];

  let content = <FileGrid rows={library.rows} picks={picks} toggle={toggle} isReloading={isLate} />;
  if (library.error && library.rows.length === 0)
    content = <Failed title={`${thing}没有加载出来`} error={library.error} retry={library.reload} />;
  else if (library.isFirstLoad)
    content = (
      <div className="zy-tiles" aria-hidden="true">
        {Array.from({ length: 12 }, (_, at) => (
          <i key={at} className="zy-tile-bone" />
        ))}
      </div>
    );
  else if (library.rows.length === 0)
    content = (
      <Empty
        icon={Images}
        title={library.kind === 'picture' ? '图片库为空' : '还没有视频'}
        text={mayUpload ? `点击上传，或把文件拖到这里，也可以直接粘贴` : undefined}
      />
    );

  const folders = (
    <FolderTree
      root={library.root}
      folderId={library.folder.id}
      open={library.openFolder}
      add={draft.add}
      edit={draft.edit}
      remove={library.removeFolder}
    />
  );
  return (
    <div className="zy-gallery" ref={area} {...drop.handlers}>
      {!isNarrow && folders}
      <div className="zy-gallery-main">
        <div className="zy-gallery-bar">
          {isNarrow && (
            <TreeSelect
              className="zy-gallery-folder"
              aria-label="图片分类"
              value={library.folder.id}
              treeData={[optionOf(library.root)]}
              treeDefaultExpandAll
              onChange={library.openFolder}
            />
          )}
          {mayUpload && (
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
            hidden
            multiple
            accept={accept}
            aria-label={`选择要上传的${thing}`}
            onChange={({ target }) => {
              take([...(target.files ?? [])]);
              target.value = '';
            }}
          />
        </div>
        <div className="zy-gallery-grid">{content}</div>
        <div className="zy-gallery-pager">
          <span role="status">
            {!library.isFirstLoad && `共 ${totalText({ total: library.total })} ${unit}`}
            {!isPicker && picks.length > 0 && `，已选 ${picks.length} ${unit}`}
          </span>
          {!isPicker && picks.length > 0 && (
            <button type="button" className="zy-link" onClick={() => setPicks([])}>
              清空
            </button>
          )}
          <Pagination
            size="small"
            current={library.page}
            pageSize={library.limit}
            total={library.total}
            pageSizeOptions={[...sizes]}
            showSizeChanger={{ showSearch: false }}
            showLessItems={isNarrow}
            onChange={library.go}
          />
        </div>
        <UploadTray items={items} queue={queue} />
        {drop.isOver && <div className="zy-gallery-drop">松开上传到“{library.folder.name}”</div>}
      </div>
      {may({ any: [categoryApi.save.may, categoryApi.update.may] as string[] }) && (
        <FolderDialog draft={draft} root={library.root} />
      )}
    </div>
  );
};
