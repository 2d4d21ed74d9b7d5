import { identityApi } from '@zhuiyuan/contract/codes/lookup/identity';
import { findHint } from '@zhuiyuan/contract/codes/cipher/code-input';
import { Input } from 'antd';
import ScanLine from 'icon:scan-line';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '../../../lib/call.ts';
import { toast } from '../../../lib/toast.ts';
import { beep } from '../../../parts/feedback/beep.ts';
import { codePage } from '../../../lib/code-addresses.ts';

/** Takes one scanned or pasted code and opens its page. */
export const QuickQuery = () => {
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [isAsking, setIsAsking] = useState(false);
  const ask = async () => {
    const typed = text.trim();
    if (typed === '' || isAsking) return;
    setIsAsking(true);
    try {
      const { rows, errors } = await call(identityApi.query, { texts: [typed] });
      const [found] = rows;
      beep(found ? 1 : 2);
      if (found) {
        setText('');
        await navigate(codePage(found.code));
      } else toast.error(findHint(typed) ?? errors[0]?.message ?? '编码不存在');
    } catch {
      // The call has told why; what was typed stays.
    } finally {
      setIsAsking(false);
    }
  };
  return (
    <Input
      aria-label="扫描或粘贴编码"
      placeholder="扫描或粘贴编码，回车查看"
      prefix={<ScanLine size={16} strokeWidth={1.6} aria-hidden="true" />}
      className="zy-idhome-query"
      value={text}
      onChange={(event) => setText(event.target.value)}
      onPressEnter={() => void ask()}
      maxLength={300}
      allowClear
    />
  );
};
