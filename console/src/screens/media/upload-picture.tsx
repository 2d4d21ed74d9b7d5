import { attachmentApi, mostPicked, type Attachment } from '@zhuiyuan/contract/media/attachment';
import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { useMay } from '../../lib/session.ts';
import { toast } from '../../lib/toast.ts';
import { Library } from '../../parts/gallery/library.tsx';
import { NoPermission } from '../../parts/feedback/states.tsx';
import './pictures.css';

const sizes = [10, 20, 30, 40];

/** An address as an attribute of a tag. */
const quoted = (address: string): string =>
  address.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** Hands pictures to the editor whose frame this page stands in; it inserts them and closes the frame. */
const insert = (picks: readonly Attachment[]): void => {
  const html = picks.map(({ sattDir }) => `<img src="${quoted(sattDir)}">`).join('');
  const message = { type: 'insertPictures', html, addresses: picks.map(({ sattDir }) => sattDir) };
  const editor = window.parent === window ? (window.opener as Window | null) : window.parent;
  editor?.postMessage(message, location.origin);
  if (window.opener) window.close();
};

/** /setting/uploadPicture: the library alone; `?field=dialog` makes it the picker of an editor's frame. */
export const UploadPicture = () => {
  const may = useMay();
  const [picks, setPicks] = useState<readonly Attachment[]>([]);
  const isPicker = new URLSearchParams(location.search).get('field') === 'dialog';
  useEffect(() => {
    document.title = '素材管理';
  }, []);
  if (!may(attachmentApi.list.may)) return <NoPermission permission={`素材管理 ${attachmentApi.list.may}`} />;
  return (
    <main className="zy-picture-frame">
      <h1 className="sr-only">素材管理</h1>
      <Library
        picks={picks}
        setPicks={setPicks}
        most={mostPicked}
        sizes={sizes}
        picksKind={isPicker ? 'picture' : undefined}
      />
      {isPicker && (
        <footer>
          <span role="status">已选 {picks.length} 张</span>
          <Button type="primary" onClick={() => (picks.length > 0 ? insert(picks) : toast.warning('请先选择图片'))}>
            使用选中图片
          </Button>
        </footer>
      )}
    </main>
  );
};
