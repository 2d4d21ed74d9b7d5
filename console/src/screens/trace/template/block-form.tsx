import {
  BlockKind,
  blockSchemas,
  DividerLook,
  laterKinds,
  LotFact,
  PictureColumns,
  PictureRatio,
  ProductFact,
  type Block,
} from '@zhuiyuan/contract/trace/template/template-blocks';
import { AreaField, NumberField, RadioField, SwitchField, TextField } from '../../../parts/form/fields.tsx';
import { ImagesField } from '../../../parts/gallery/image-field.tsx';
import { NoticeBar } from '../../../parts/feedback/notice-bar.tsx';
import { RichField } from '../../../parts/form/rich-field.tsx';
import { Facts, FlowFields, SourceFields, TitleField } from './block-fields.tsx';
import { OwnForm } from './own-form.tsx';

const help: Partial<Record<BlockKind, string>> = {
  verdict: '防伪结果固定在页面最上方，颜色和文字由查询结果决定，提示语在“防伪查询”中设置。',
  carousel: '显示产品的轮播图，没有轮播图时显示产品主图。',
  reports: '显示批次质检合格后上传的检测报告。',
  logistics: '显示该件产品的物流轨迹，还没有发货时不显示。显示城市还是经销商，在企业的规则设置中选择。',
  identifier: '显示编码、类型、查询地点和已注册的标识。',
  lottery: '产品有进行中的抽奖活动时显示抽奖入口，没有时不显示。',
  report: '消费者可以举报可疑商品，举报在“防伪查询”中处理。',
  phone: '拨打企业的客服电话，企业没有填写电话时不显示。',
};

const Fields = ({ kind, firmId }: { kind: BlockKind; firmId: number | undefined }) => {
  switch (kind) {
    case 'verdict':
      return null;
    case 'carousel':
      return <RadioField name="ratio" label="图片比例" from={PictureRatio} isWide />;
    case 'product':
      return <Facts from={ProductFact} />;
    case 'video':
    case 'map':
      return (
        <>
          <TitleField kind={kind} />
          <SourceFields kind={kind} />
        </>
      );
    case 'lot':
      return (
        <>
          <TitleField kind={kind} />
          <Facts from={LotFact} />
        </>
      );
    case 'flows':
      return (
        <>
          <TitleField kind={kind} />
          <FlowFields firmId={firmId} />
        </>
      );
    case 'firm':
      return (
        <>
          <TitleField kind={kind} />
          <SwitchField name="withImages" label="显示企业图片" on off={false} />
          <SwitchField name="withContact" label="显示地址和官网" on off={false} />
        </>
      );
    case 'certs':
      return (
        <>
          <TitleField kind={kind} />
          <SwitchField name="withLicense" label="显示营业执照" on off={false} />
          <ImagesField name="images" label="证书图片" most={9} />
        </>
      );
    case 'graphic':
      return (
        <>
          <TitleField kind={kind} />
          <AreaField name="text" label="文字" />
          <ImagesField name="images" label="图片" most={9} />
          <RadioField name="columns" label="图片排列" from={PictureColumns} isWide />
          <TextField name="link" label="链接" placeholder="https://" isWide />
        </>
      );
    case 'rich':
      return (
        <>
          <TitleField kind={kind} />
          <RichField name="html" label="内容" />
        </>
      );
    case 'divider':
      return (
        <>
          <RadioField name="look" label="样式" from={DividerLook} isWide />
          <NumberField name="height" label="高度" unit="px" min={4} max={60} isWide />
        </>
      );
    default:
      return <TitleField kind={kind} />;
  }
};

/** Properties of one block. */
export const BlockForm = ({
  block,
  firmId,
  change,
}: {
  block: Block;
  firmId: number | undefined;
  change: (block: Block) => void;
}) => (
  <>
    <h3 className="zy-editor-title">{BlockKind.label(block.kind)}</h3>
    {help[block.kind] && <p className="zy-editor-help">{help[block.kind]}</p>}
    {laterKinds.has(block.kind) && <NoticeBar tone="idle">该功能开通后展示，现在消费者看不到这个组件。</NoticeBar>}
    <OwnForm key={block.id} schema={blockSchemas[block.kind] as never} value={block} change={change}>
      <div className="zy-group-grid">
        <Fields kind={block.kind} firmId={firmId} />
      </div>
    </OwnForm>
  </>
);
