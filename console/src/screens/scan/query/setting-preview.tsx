import { querySettingApi } from '@zhuiyuan/contract/scan/query/query-setting';
import { Verdict } from '@zhuiyuan/contract/codes/state/verdict';
import { Skeleton } from 'antd';
import { SideDrawer } from '../../../parts/frame/side-drawer.tsx';
import { Failed } from '../../../parts/feedback/states.tsx';
import { useRead } from '../../../lib/use-read.ts';
import { VerdictPreview } from './verdict-preview.tsx';

/** 预览: what shoppers read under a setting, verdict by verdict. */
export const SettingPreview = ({ id, close }: { id: number | undefined; close: () => void }) => {
  const { data, error, refetch } = useRead(querySettingApi.info, id === undefined ? undefined : { id });
  return (
    <SideDrawer isOpen={id !== undefined} close={close} title="查询结果预览" name={data?.name} width={480}>
      {error && !data && <Failed title="没有加载出来" error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton active={false} paragraph={{ rows: 8 }} />}
      {data && (
        <div className="zy-verdict-list">
          {Verdict.options.map(({ value }) => (
            <VerdictPreview
              key={value}
              verdict={value}
              text={data.texts[value]}
              firm={data.firmName}
              product={data.products[0]?.name ?? '示例产品'}
              phone={data.servicePhone}
              showsFirst={data.showFirstInfo}
            />
          ))}
        </div>
      )}
    </SideDrawer>
  );
};
