import type { ImportBiz } from '@zhuiyuan/contract/jobs/import-biz';
import { importTaskApi } from '@zhuiyuan/contract/jobs/import-task';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useState } from 'react';
import { call } from '../../lib/call.ts';
import { ImportDialog } from '../../parts/import/import-dialog.tsx';

/** 新建导入: any business this person may import for. Businesses with options of their own begin on their screens. */
export const NewImport = ({ close }: { close: () => void }) => {
  const [biz, setBiz] = useState<ImportBiz>();
  const { data } = useQuery({
    queryKey: [importTaskApi.bizList.path],
    queryFn: ({ signal }) => call(importTaskApi.bizList, {}, { quiet: true, signal }),
  });
  return (
    <ImportDialog
      title="新建导入"
      biz={biz}
      start={(input) => call(importTaskApi.save, { ...input, biz: biz! }, { quiet: true })}
      check={() => (biz ? undefined : '请选择业务类型')}
      close={close}
    >
      <div className="zy-import-row">
        <label className="zy-import-must" htmlFor="import-biz">
          业务类型
        </label>
        <Select
          id="import-biz"
          placeholder="请选择业务类型"
          options={data?.map((one) => ({ value: one.biz, label: one.label }))}
          value={biz}
          onChange={(value) => setBiz(value as ImportBiz)}
        />
      </div>
    </ImportDialog>
  );
};
