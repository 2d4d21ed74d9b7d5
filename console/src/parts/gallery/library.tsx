import { categoryApi } from '@zhuiyuan/contract/category/category';
import { pictureExtensions, videoExtension, videoType, type Attachment } from '@zhuiyuan/contract/media/attachment';
import { uploadApi, uploadRefusals } from '@zhuiyuan/contract/media/upload';
import { fill } from '@zhuiyuan/contract/kit/codes';
import { Drawer, Pagination } from 'antd';
import Images from 'icon:images';
import { useCallback, useRef, useState } from 'react';
import { useMay } from '../../lib/session.ts';
import { toast } from '../../lib/toast.ts';
import { totalText } from '../format/numbers.ts';
import { Empty, Failed } from '../feedback/states.tsx';
import { UploadTray } from '../upload/upload-tray.tsx';
import { useUploads } from '../upload/use-uploads.ts';
import { useLate } from '../frame/use-late.ts';
import { useNarrow } from '../frame/use-narrow.ts';
import { FileGrid } from './file-grid.tsx';
import { FolderDialog, useFolderDraft } from './folder-dialog.tsx';
import { FolderTree } from './folder-tree.tsx';
import { LibraryBar } from './library-bar.tsx';
import { toAttachment, toggled } from './picks.ts';
import { useFileDrop, usePastedFiles } from '../upload/use-file-drop.ts';
import { sentPid } from './use-folders.ts';
import type { MediaKind } from '../form/image-picker-context.ts';
import { useLibrary } from './use-library.ts';
import '../frame/sheet.css';
import './gallery.css';

const kindOf = ({ attType }: Attachment): MediaKind => (attType === videoType ? 'video' : 'picture');

const extensions = [...pictureExtensions, videoExtension];
const wrongType = fill(uploadRefusals.wrongType[1], { exts: extensions.join(',') });
const refusalOf = (file: File): string | undefined =>
  extensions.some((extension) => file.name.toLowerCase().endsWith(`.${extension}`)) ? undefined : wrongType;

interface LibraryProps {
  picks: readonly Attachment[];
  setPicks: (picks: readonly Attachment[]) => void;
  most: number;
  sizes: readonly number[];
  /** What is picked for use, where that is so: nothing else can be, what was just uploaded is, and the picks stand below. */
  picksKind?: MediaKind;
}

/** The library: folders, the files of one of them, and what one does with those picked. Takes files by button, drop and paste. */
export const Library = ({ picks, setPicks, most, sizes, picksKind }: LibraryProps) => {
  const isPicker = picksKind !== undefined;
  const may = useMay();
  const isNarrow = useNarrow();
  const library = useLibrary(sizes, picksKind);
  const draft = useFolderDraft();
  const area = useRef<HTMLDivElement>(null);
  const [isChoosing, setIsChoosing] = useState(false);
  const isLate = useLate(library.isReloading);
  const mayUpload = may(uploadApi.image.may);
  const { items, queue } = useUploads(uploadApi.image, (arrived) => {
    toast.success('上传成功');
    library.showNewest();
    if (!isPicker) return;
    const fresh = arrived.map(toAttachment).filter((file) => kindOf(file) === picksKind);
    setPicks([...picks, ...fresh].slice(0, most));
  });
  const pid = sentPid(library.folder.id);
  const take = useCallback((files: File[]) => queue.add(files, pid, refusalOf), [queue, pid]);
  const drop = useFileDrop(mayUpload, take);
  usePastedFiles(area, mayUpload, take);

  const toggle = (file: Attachment) => {
    if (isPicker && library.kind !== picksKind)
      return toast.warning(picksKind === 'video' ? '此处只能选择视频' : '此处只能选择图片');
    const next = toggled(picks, file, most);
    if (next.picks) setPicks(next.picks);
    else toast.warning(next.warning);
  };
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
      open={(id) => {
        library.openFolder(id);
        setIsChoosing(false);
      }}
      add={draft.add}
      edit={draft.edit}
      remove={library.removeFolder}
    />
  );
  return (
    <div className="zy-gallery" ref={area} {...drop.handlers}>
      {isNarrow ? (
        <Drawer
          className="zy-drawer zy-folders-drawer"
          placement="bottom"
          size="72%"
          title="图片分类"
          open={isChoosing}
          onClose={() => setIsChoosing(false)}
        >
          {folders}
        </Drawer>
      ) : (
        folders
      )}
      <div className="zy-gallery-main">
        <LibraryBar
          library={library}
          picks={picks}
          unpick={() => setPicks([])}
          take={mayUpload ? take : undefined}
          isPicker={isPicker}
          chooseFolder={isNarrow ? () => setIsChoosing(true) : undefined}
        />
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
