import { complaintApi, ComplaintState } from '@zhuiyuan/contract/scan/log/complaint';
import { Skeleton } from 'antd';
import { CodeLink } from '../../../parts/format/object-links.tsx';
import { SideDrawer } from '../../../parts/frame/side-drawer.tsx';
import { Failed } from '../../../parts/feedback/states.tsx';
import { EnumTag } from '../../../parts/format/tag.tsx';
import { Thumb } from '../../../parts/format/thumb.tsx';
import { timeText } from '../../../parts/format/times.ts';
import { Facts } from '../../../parts/format/facts.tsx';
import { useRead } from '../../../lib/use-read.ts';
import '../selects.css';

/** One report in full, with the whole contact; looking at it is logged. */
export const ComplaintDetail = ({ id, close }: { id: number | undefined; close: () => void }) => {
  const { data, error, refetch } = useRead(complaintApi.info, id === undefined ? undefined : { id });
  return (
    <SideDrawer
      isOpen={id !== undefined}
      close={close}
      title="举报详情"
      mark={data && <EnumTag of={ComplaintState} value={data.state} />}
      width={480}
    >
      {error && !data && <Failed title="没有加载出来" error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton active={false} paragraph={{ rows: 6 }} />}
      {data && (
        <>
          <p className="zy-complaint">{data.content}</p>
          {data.images.length > 0 && (
            <p className="zy-pictures zy-complaint">
              {data.images.map((src) => (
                <Thumb key={src} src={src} label="举报图片" size={88} />
              ))}
            </p>
          )}
          <Facts
            items={[
              { label: '举报时间', value: timeText(data.at) },
              { label: '编码', value: data.code && <CodeLink code={data.code} /> },
              { label: '产品', value: data.storeName },
              { label: '联系方式', value: data.contact },
              { label: '购买地点', value: data.buyPlace },
              { label: '处理人', value: data.handledBy },
              { label: '处理时间', value: data.handledAt ? timeText(data.handledAt) : '' },
              { label: '处理结果', value: data.result },
            ]}
          />
        </>
      )}
    </SideDrawer>
  );
};
