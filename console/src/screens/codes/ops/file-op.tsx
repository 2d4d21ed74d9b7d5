import { codeOpApi } from '@zhuiyuan/contract/codes/ops/code-op';
import type { ImportBiz } from '@zhuiyuan/contract/jobs/import-biz';
import { Checkbox } from 'antd';
import { useState } from 'react';
import { May } from '../../../parts/feedback/may.tsx';
import { ImportButton, type ImportEndpoint } from '../../../parts/import/import-button.tsx';

const refresh = [codeOpApi.list];

/** An operation by the lines of a file, each with a target of its own, offered above the form that has one for all. */
export const FileOp = ({
  endpoint,
  biz,
  thing,
  when,
}: {
  endpoint: ImportEndpoint;
  biz: ImportBiz;
  thing: string;
  when: string;
}) => {
  const [includeChild, setIncludeChild] = useState(false);
  return (
    <May of={endpoint.may}>
      <div className="zy-op-file">
        <span>{when}</span>
        <ImportButton
          endpoint={endpoint}
          biz={biz}
          thing={thing}
          label="按文件逐行处理"
          params={{ includeChild }}
          options={
            <Checkbox checked={includeChild} onChange={(event) => setIncludeChild(event.target.checked)}>
              含下级：箱码连同箱内的码一起处理
            </Checkbox>
          }
          refresh={refresh}
        />
      </div>
    </May>
  );
};
