import { templatePreviewApi } from '@zhuiyuan/contract/scan/query/template-preview';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { mostBlocks, type Block } from '@zhuiyuan/contract/trace/template/template-blocks';
import { templateApi } from '@zhuiyuan/contract/trace/template/template';
import { Segmented, Skeleton } from 'antd';
import { useState, type ComponentProps } from 'react';
import { useParams } from 'react-router';
import { call } from '../../../lib/call.ts';
import { offering, useOfFirm } from '../../../lib/asked-rows.ts';
import { ChoiceSelect } from '../../../parts/form/choice-select.tsx';
import { toChoices } from '../../../parts/form/choices.ts';
import { useClassList } from '../../../lib/use-class-list.ts';
import { useLeaveTab } from '../../../lib/use-leave-tab.ts';
import { useMay } from '../../../lib/session.ts';
import { confirm, toast } from '../../../lib/toast.ts';
import { useIsPlatform, useOptions } from '../../../parts/pickers/firm-field.tsx';
import { NoticeBar } from '../../../parts/feedback/notice-bar.tsx';
import { Failed, NoPermission } from '../../../parts/feedback/states.tsx';
import { useNarrow } from '../../../parts/frame/use-narrow.ts';
import { TemplatePreview, type Previewed } from './template-preview.tsx';
import { BlockForm } from './block-form.tsx';
import { blockActs } from './block-acts.ts';
import { withBlock } from './content.ts';
import { EditorBar } from './editor-bar.tsx';
import { PageForm } from './page-form.tsx';
import { Palette } from './palette.tsx';
import { Phone } from './phone.tsx';
import { Structure } from './structure.tsx';
import { useTemplate } from './use-template.ts';
import '../../../parts/frame/sheet.css';
import './temp-editor.css';

const list = '/identity/tempManager';
const panes = ['组件', '效果', '属性'] as const;

/** The blocks of the page in their order, and the kinds that can be added. */
const Blocks = ({
  showPage,
  add,
  ...structure
}: ComponentProps<typeof Structure> & { showPage: () => void; add: ComponentProps<typeof Palette>['add'] }) => (
  <>
    <h3 className="zy-editor-title">
      页面结构
      <small>
        {structure.blocks.length} / {mostBlocks}
      </small>
    </h3>
    <button
      type="button"
      className={structure.selected ? 'zy-block-page' : 'zy-block-page zy-block-selected'}
      onClick={showPage}
    >
      页面设置
    </button>
    <Structure {...structure} />
    <h3 className="zy-editor-title">添加组件</h3>
    <Palette count={structure.blocks.length} add={add} />
  </>
);

/** 模板编辑器: kinds of blocks and their order at the left, the shopper's own page in the middle, properties at the right. */
export const TemplateEditor = () => {
  const { id: asked } = useParams();
  const may = useMay();
  const isNarrow = useNarrow();
  const leaveTab = useLeaveTab();
  const isPlatform = useIsPlatform();
  const firms = useOptions('firm');
  const template = useTemplate(asked ? Number(asked) : undefined, isPlatform);
  const { content, change, id, issues } = template;
  const [selected, setSelected] = useState<string>();
  const [pane, setPane] = useState<(typeof panes)[number]>('组件');
  const [productId, setProductId] = useState<number>();
  const [previewed, setPreviewed] = useState<Previewed>();
  const firmId = content?.firmId;
  const products = offering(
    useOfFirm(useClassList('product'), isPlatform ? firmId : undefined),
    (product) => !isPlatform || product.firmId === firmId,
  );
  const { data } = useQuery({
    queryKey: [templatePreviewApi.preview.path, 'editor', firmId, productId],
    queryFn: () =>
      call(templatePreviewApi.preview, { firmId: isPlatform ? firmId : undefined, productId }, { quiet: true }),
    enabled: content !== undefined,
    placeholderData: keepPreviousData,
  });

  if (!may(asked ? templateApi.update.may : templateApi.save.may))
    return <NoPermission permission={asked ? '编辑溯源模板' : '新增溯源模板'} />;
  if (template.loadError) return <Failed title="模板没有加载出来" error={template.loadError} retry={template.reload} />;
  if (!content)
    return (
      <div className="sheet zy-sheet-body">
        <Skeleton active={false} paragraph={{ rows: 12 }} />
      </div>
    );

  const { blocks } = content;
  const chosenBlock = blocks.find((block) => block.id === selected);
  const select = (block: string | undefined) => {
    setSelected(block);
    if (block && isNarrow) setPane('属性');
  };
  const put = (next: Block[], at?: string) => {
    change({ blocks: next });
    if (at) setSelected(at);
  };
  const acts = blockActs({ blocks, selected, select, put, unselect: () => setSelected(undefined) });
  const wrong = new Set(
    issues.flatMap(({ path }) => (path[0] === 'blocks' && typeof path[1] === 'number' ? path[1] : [])),
  );

  /** Shows where something is missing; answers whether nothing is. */
  const isComplete = (): boolean => {
    const [first] = issues;
    if (!first) return true;
    const at = first.path[0] === 'blocks' ? blocks[Number(first.path[1])] : undefined;
    setSelected(at?.id);
    if (isNarrow) setPane('属性');
    toast.warning(first.message);
    return false;
  };
  const keep = async (): Promise<boolean> => isComplete() && (!template.isDirty || template.saveNow());
  const publish = async () => {
    if (!(await keep())) return;
    if (!(await confirm({ text: '发布后立即对消费者生效，确定发布？', verb: '发布' }))) return;
    const version = await template.publish();
    toast.success(`发布成功，当前为第 ${version} 版`);
  };
  const preview = async () => {
    if (!(await keep())) return;
    const saved = template.savedId();
    if (saved !== undefined) setPreviewed({ id: saved, productId, name: content.name, isPublished: false });
  };
  const leave = async () => {
    const question = { text: '内容尚未保存，确定离开？', saysCancelled: false };
    if (!template.isDirty || (await confirm(question))) leaveTab(list);
  };

  const isShown = (name: (typeof panes)[number]) => !isNarrow || pane === name;
  return (
    <div className="zy-editor">
      <EditorBar template={template} leave={leave} preview={preview} keep={keep} publish={publish} />
      {template.isStale && (
        <NoticeBar tone="bad" link={{ text: '重新加载', run: template.reload }}>
          模板已被他人修改，重新加载后再编辑，这里未保存的内容不会保留
        </NoticeBar>
      )}
      {isNarrow && <Segmented block options={[...panes]} value={pane} onChange={setPane} />}
      <div className="zy-editor-panes">
        <section className="sheet zy-editor-left" aria-label="组件" hidden={!isShown('组件')}>
          <Blocks
            blocks={blocks}
            selected={chosenBlock && selected}
            wrong={wrong}
            acts={acts}
            showPage={() => {
              setSelected(undefined);
              if (isNarrow) setPane('属性');
            }}
            add={(kind) => {
              const added = withBlock(blocks, kind, selected);
              put(added.blocks);
              select(added.id);
            }}
          />
        </section>
        <section className="zy-editor-middle" aria-label="效果" hidden={!isShown('效果')}>
          <ChoiceSelect<number>
            from={toChoices(products, (product) => product.name)}
            className="zy-editor-product"
            aria-label="预览产品"
            placeholder="预览产品"
            value={productId}
            onChange={setProductId}
            allowClear
          />
          <Phone data={data} content={content} selected={selected} pick={(block) => select(blockIdOf(blocks, block))} />
        </section>
        <section className="sheet zy-editor-right" aria-label="属性" hidden={!isShown('属性')}>
          {chosenBlock ? (
            <BlockForm
              block={chosenBlock}
              firmId={firmId}
              change={(next) => put(blocks.map((block) => (block.id === next.id ? next : block)))}
            />
          ) : (
            <PageForm
              key={id}
              content={content}
              firms={isPlatform ? firms : undefined}
              isNew={id === undefined}
              change={change}
            />
          )}
        </section>
      </div>
      <TemplatePreview previewed={previewed} close={() => setPreviewed(undefined)} />
    </div>
  );
};

/** The head of the page is told as `verdict`, whatever mark that block has. */
const blockIdOf = (blocks: readonly Block[], picked: string): string | undefined =>
  blocks.find(({ id, kind }) => id === picked || (picked === 'verdict' && kind === 'verdict'))?.id;
