import { Input } from 'antd';
import { countText } from '../../../parts/numbers.ts';
import { readCodes } from '../read-codes.ts';
import { mostPasted } from './pick-draft.ts';

/** 粘贴编码: one code a line, repeats left out. */
export const PasteCodes = ({ text, change }: { text: string; change: (text: string) => void }) => {
  const { codes, repeated } = readCodes(text);
  const isTooMany = codes.length > mostPasted;
  return (
    <>
      <Input.TextArea
        className="zy-paste"
        aria-label="编码"
        placeholder={`一行一个编码，最多 ${countText(mostPasted)} 个；带链接、空格或连字符也可以`}
        autoSize={{ minRows: 6, maxRows: 14 }}
        status={isTooMany ? 'error' : undefined}
        value={text}
        onChange={(event) => change(event.target.value)}
      />
      <p className={isTooMany ? 'zy-pick-error' : 'zy-pick-note'} role="status">
        {isTooMany
          ? `最多粘贴${mostPasted}个编码，现在是 ${countText(codes.length)} 个，更多请选择上传文件`
          : `共 ${countText(codes.length)} 个编码`}
        {repeated > 0 && `，已去除重复 ${countText(repeated)} 个`}
      </p>
    </>
  );
};
