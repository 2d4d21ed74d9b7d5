import { mostPasted } from '@zhuiyuan/contract/codes/pick/pick';
import { plainUploadFolder, uploadApi } from '@zhuiyuan/contract/media/upload';
import { Input } from 'antd';
import { useState } from 'react';
import { useMay } from '../../../lib/session.ts';
import { toast } from '../../../lib/toast.ts';
import { NoticeBar } from '../../../parts/feedback/notice-bar.tsx';
import { countText } from '../../../parts/format/numbers.ts';
import { sendFile } from '../../../parts/upload/send-file.ts';
import { linesOf, readCodes } from '../../../parts/pickers/read-codes.ts';

/** A list too long to be worked with here, as a file that the server reads line by line. */
const useSendAsFile = (done: (file: { fileUrl: string; fileName: string }) => void) => {
  const [isSending, setIsSending] = useState(false);
  const send = async (lines: readonly string[]) => {
    setIsSending(true);
    try {
      const file = new File([`编码\n${lines.join('\n')}\n`], `粘贴的编码-${lines.length}个.txt`, {
        type: 'text/plain',
      });
      const { url, fileName } = await sendFile(uploadApi.file, file, { about: { pid: plainUploadFolder } });
      done({ fileUrl: url, fileName });
    } catch (error) {
      toast.failure(error);
    } finally {
      setIsSending(false);
    }
  };
  return { isSending, send };
};

/**
 * 粘贴编码: one code a line, repeats left out. A list beyond what is answered at once never gets into the box; it can be
 * sent as a file instead.
 */
export const PasteCodes = ({
  text,
  change,
  takeFile,
}: {
  text: string;
  change: (text: string) => void;
  /** Takes the list as an uploaded file; absent where a file cannot be chosen. */
  takeFile?: (file: { fileUrl: string; fileName: string }) => void;
}) => {
  const may = useMay();
  const [long, setLong] = useState<string[]>();
  const { isSending, send } = useSendAsFile((file) => {
    setLong(undefined);
    takeFile?.(file);
  });
  const { codes, repeated } = readCodes(text);
  const tooMany = long ?? (codes.length > mostPasted ? codes : undefined);
  const mayFile = takeFile !== undefined && may(uploadApi.file.may);
  return (
    <>
      <Input.TextArea
        className="zy-paste"
        aria-label="编码"
        placeholder={`一行一个编码，最多 ${countText(mostPasted)} 个；带链接、空格或连字符也可以`}
        rows={8}
        status={tooMany ? 'error' : undefined}
        value={text}
        onChange={(event) => {
          setLong(undefined);
          change(event.target.value);
        }}
        onPaste={(event) => {
          const lines = linesOf(event.clipboardData.getData('text'));
          if (lines.length <= mostPasted) return;
          event.preventDefault();
          setLong(lines);
        }}
      />
      {tooMany ? (
        <NoticeBar
          tone={isSending ? 'doing' : 'wait'}
          link={mayFile && !isSending ? { text: '改为上传文件', run: () => void send(tooMany) } : undefined}
        >
          {isSending
            ? '正在上传，请稍候…'
            : `最多粘贴${mostPasted}个编码，这里有 ${countText(tooMany.length)} 个，更多请上传文件`}
        </NoticeBar>
      ) : (
        <p className="zy-pick-note" role="status">
          共 {countText(codes.length)} 个编码
          {repeated > 0 && `，已去除重复 ${countText(repeated)} 个`}
        </p>
      )}
    </>
  );
};
