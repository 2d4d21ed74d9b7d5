import { Input } from 'antd';
import { countText } from '../format/numbers.ts';

/** A box for a pasted list of codes, one a line; says how many there are, and when they are too many. */
export const PasteBox = ({
  id,
  text,
  change,
  count,
  repeated,
  most,
  tooMany = `最多粘贴${most}个编码，更多请上传文件`,
}: {
  id?: string;
  text: string;
  change: (text: string) => void;
  count: number;
  repeated: number;
  most: number;
  tooMany?: string;
}) => (
  <>
    <Input.TextArea
      id={id}
      aria-label="编码"
      placeholder={`一行一个编码，最多 ${countText(most)} 个；带链接、空格或连字符也可以`}
      rows={10}
      status={count > most ? 'error' : undefined}
      value={text}
      onChange={(event) => change(event.target.value)}
    />
    <p role="status" className="zy-codes-none">
      {count > most
        ? tooMany
        : `${countText(count)} 个编码${repeated > 0 ? `，重复的 ${countText(repeated)} 行不计` : ''}`}
    </p>
  </>
);
