import { OpSource } from '@zhuiyuan/contract/kit/op-source';
import { thumbAddress } from '@zhuiyuan/contract/media/attachment';
import { flowApi } from '@zhuiyuan/contract/trace/flow/flow';
import type { Flow } from '@zhuiyuan/contract/trace/flow/flow-row';
import { FlowStage } from '@zhuiyuan/contract/trace/flow/flow-enums';
import type { FlowFile } from '@zhuiyuan/contract/trace/flow/flow-values';
import { Image } from 'antd';
import Paperclip from 'icon:paperclip';
import { call } from '../../../lib/call.ts';
import { toast } from '../../../lib/toast.ts';
import { startDownload } from '../../../parts/list/export-button.tsx';
import { FieldGroup } from '../../../parts/form/field.tsx';
import { NoticeBar } from '../../../parts/feedback/notice-bar.tsx';
import { RowDrawer } from '../../../parts/frame/row-drawer.tsx';
import { LotLink, ProductLink } from '../../../parts/format/object-links.tsx';
import { timeText } from '../../../parts/format/times.ts';
import { Facts } from '../../../parts/format/facts.tsx';
import { FlowState } from './flow-columns.tsx';

const Pictures = ({ label, addresses }: { label: string; addresses: readonly string[] }) => (
  <Image.PreviewGroup>
    <span className="zy-flow-thumbs">
      {addresses.map((address, at) => (
        <Image
          key={address}
          src={thumbAddress(address)}
          width={64}
          height={64}
          alt={`${label} ${at + 1}`}
          preview={{ mask: false, src: address }}
        />
      ))}
    </span>
  </Image.PreviewGroup>
);

const Papers = ({ id, files }: { id: number; files: readonly FlowFile[] }) => {
  const fetchOne = (url: string) =>
    call(flowApi.file, { id, url }, { quiet: true }).then(
      ({ fileName }) => startDownload(fileName),
      (error: unknown) => toast.failure(error),
    );
  return (
    <span className="zy-files">
      {files.map(({ name, url }) => (
        <button key={url} type="button" className="zy-link zy-file-link" onClick={() => void fetchOne(url)}>
          <Paperclip size={14} strokeWidth={1.6} aria-hidden="true" />
          {name}
        </button>
      ))}
    </span>
  );
};

const factsOf = (flow: Flow) => [
  { label: '流程类型', value: flow.flowTypeName },
  { label: '环节', value: FlowStage.label(flow.stage) },
  { label: '产品', value: <ProductLink id={flow.productId}>{flow.storeName}</ProductLink> },
  { label: '批次', value: flow.lotNo && <LotLink id={flow.lotId}>{flow.lotNo}</LotLink> },
  { label: '适用范围', value: flow.rangeText },
  { label: '发生时间', value: timeText(flow.occurAt) },
  { label: '地点', value: flow.place },
  { label: '坐标', value: flow.lng !== null && flow.lat !== null ? `${flow.lng}, ${flow.lat}` : '-' },
  { label: '操作人', value: flow.operatorName },
  { label: '对消费者公开', value: flow.public ? '是' : '否' },
  { label: '来源', value: OpSource.label(flow.opSrc) },
  { label: '创建时间', value: timeText(flow.createTime) },
  { label: '审核人', value: flow.auditName },
  { label: '审核时间', value: timeText(flow.auditAt) },
  ...(flow.auditRemark ? [{ label: '审核意见', isWide: true, value: flow.auditRemark }] : []),
  ...(flow.sourceRow ? [{ label: '外部编号', value: flow.sourceRow }] : []),
  ...(flow.remark ? [{ label: '备注', isWide: true, value: flow.remark }] : []),
];

const chainOf = (flow: Flow) => [
  { label: '链上序号', value: flow.chainNo },
  { label: '记录哈希', value: <span className="zy-mono zy-flow-hash">{flow.hash}</span> },
  { label: '前一哈希', value: <span className="zy-mono zy-flow-hash">{flow.prevHash}</span> },
];

const valuesOf = (flow: Flow) => [
  ...flow.shown.map((value) => ({
    key: value.key,
    label: value.label,
    isWide: true,
    value:
      value.images.length > 0 ? (
        <Pictures label={value.label} addresses={value.images} />
      ) : value.files.length > 0 ? (
        <Papers id={flow.id} files={value.files} />
      ) : (
        <span className="zy-flow-text">{value.value}</span>
      ),
  })),
  ...(flow.images.length > 0
    ? [
        {
          key: 'images',
          label: '图片',
          isWide: true,
          value: <Pictures label="图片" addresses={flow.images} />,
        },
      ]
    : []),
  ...(flow.files.length > 0
    ? [{ key: 'files', label: '附件', isWide: true, value: <Papers id={flow.id} files={flow.files} /> }]
    : []),
];

const Content = ({ flow }: { flow: Flow }) => {
  const values = valuesOf(flow);
  return (
    <div className="zy-flow-detail">
      {flow.voidAt && (
        <NoticeBar tone="wait" aside={timeText(flow.voidAt)}>
          已作废：{flow.voidReason}
        </NoticeBar>
      )}
      <FieldGroup title="基本信息">
        <Facts items={factsOf(flow)} isPaired />
      </FieldGroup>
      {values.length > 0 && (
        <FieldGroup title="记录内容">
          <Facts items={values} />
        </FieldGroup>
      )}
      {flow.chainNo !== null && (
        <FieldGroup title="流程链">
          <Facts items={chainOf(flow)} />
        </FieldGroup>
      )}
    </div>
  );
};

const stateOf = (flow: Flow) => <FlowState flow={flow} />;

/** Everything one record says, beside the list. */
export const FlowDetail = ({ id, close }: { id: number | undefined; close: () => void }) => {
  return (
    <RowDrawer
      endpoint={flowApi.info}
      id={id}
      close={close}
      title="流程详情"
      name={({ title }) => title}
      mark={stateOf}
    >
      {(flow) => <Content flow={flow} />}
    </RowDrawer>
  );
};
