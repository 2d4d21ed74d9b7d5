import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { thumbAddress } from '@zhuiyuan/contract/media/attachment';
import { templateApi, type TemplateRow } from '@zhuiyuan/contract/trace/template/template';
import { useNavigate } from 'react-router';
import { useMay } from '../../../lib/session.ts';
import { ActLinks, usableActs, type Act } from '../../../parts/list/acts.tsx';
import { Dot, Tag } from '../../../parts/format/tag.tsx';
import { timeText } from '../../../parts/format/times.ts';
import { useAct } from '../../../parts/feedback/use-act.ts';

const lists = [templateApi.list];

/** Blocks that stand on the page as a picture, the rest as lines. */
const pictures = new Set(['carousel', 'video', 'graphic']);
const mostDrawn = 6;

/** What stands for a template without a cover: its head in the verdict's green and a card for each of its first blocks. */
const Sketch = ({ row }: { row: TemplateRow }) => (
  <span className="zy-temp-sketch" aria-hidden="true">
    <i className="zy-temp-sketch-head" />
    {row.kinds
      .filter((kind) => kind !== 'verdict' && kind !== 'divider')
      .slice(0, mostDrawn)
      .map((kind, at) => (
        <i
          // oxlint-disable-next-line react/no-array-index-key -- a sketch has nothing else to be known by
          key={at}
          className={pictures.has(kind) ? 'zy-temp-sketch-picture' : undefined}
          style={{ borderLeftColor: row.color || undefined }}
        />
      ))}
  </span>
);

/** A template of the grid: its look, what it is used for, and what can be done with it. */
export const TemplateCard = ({
  row,
  showsFirm,
  preview,
  versions,
}: {
  row: TemplateRow;
  showsFirm: boolean;
  preview: () => void;
  versions: () => void;
}) => {
  const navigate = useNavigate();
  const may = useMay();
  const publish = useAct(templateApi.publish, { done: '发布成功', refresh: lists });
  const makeDefault = useAct(templateApi.setDefault, { refresh: lists });
  const copy = useAct(templateApi.copy, { refresh: lists });
  const flip = useAct(templateApi.updateStatus, { refresh: lists });
  const remove = useAct(templateApi.remove, { done: '删除成功', refresh: lists });
  const isOff = row.status === Enabled.off;
  const edit = () => navigate(`/identity/tempCreat/${row.id}`);
  const acts: Act[] = [
    { label: '编辑', may: templateApi.update.may, run: edit },
    { label: '预览', run: preview },
    {
      label: '发布',
      may: templateApi.publish.may,
      blocked: isOff ? '模板已停用，请先启用' : row.hasChanges ? undefined : '没有未发布的修改',
      confirm: '发布后立即对消费者生效，确定发布？',
      run: () => publish({ id: row.id }),
    },
    ...(row.isDefault
      ? []
      : [
          {
            label: '设为默认',
            may: templateApi.setDefault.may,
            blocked: isOff ? '模板已停用，请先启用' : row.publishVersion === 0 ? '模板尚未发布，请先发布' : undefined,
            confirm: '未指定模板的产品都会显示这个模板，确定设为默认？',
            run: () => makeDefault({ id: row.id }),
          },
        ]),
    { label: '复制', may: templateApi.copy.may, run: () => copy({ id: row.id }) },
    { label: '版本', blocked: row.publishVersion === 0 ? '还没有发布过' : undefined, run: versions },
    {
      label: isOff ? '启用' : '停用',
      may: templateApi.updateStatus.may,
      blocked: row.isDefault && !isOff ? '默认模板不能停用，请先将其他模板设为默认' : undefined,
      confirm: isOff ? undefined : '停用后，使用该模板的产品改用企业默认模板，确定停用？',
      run: () => flip({ id: row.id, status: isOff ? Enabled.on : Enabled.off }),
    },
    {
      label: '删除',
      may: templateApi.remove.may,
      destructive: true,
      confirm: '确定删除当前数据',
      run: () => remove({ id: row.id }),
    },
  ];
  const canEdit = may(templateApi.update.may);
  return (
    <li className={isOff ? 'zy-temp zy-temp-off' : 'zy-temp'}>
      <button type="button" className="zy-temp-cover" onClick={canEdit ? edit : preview} aria-label={`打开${row.name}`}>
        {row.cover ? <img src={thumbAddress(row.cover)} alt="" loading="lazy" /> : <Sketch row={row} />}
      </button>
      <div className="zy-temp-text">
        <h3 title={row.name}>
          <span>{row.name}</span>
          {row.isDefault && <Tag tone="kind">默认</Tag>}
        </h3>
        {showsFirm && <p className="zy-temp-firm">{row.firmName}</p>}
        <p className="zy-temp-state">
          {isOff ? (
            <Dot tone="gone">停用</Dot>
          ) : row.publishVersion === 0 ? (
            <Dot tone="idle">未发布</Dot>
          ) : row.hasChanges ? (
            <Dot tone="wait">已发布，有未发布的修改</Dot>
          ) : (
            <Dot tone="good">已发布</Dot>
          )}
        </p>
        <dl>
          <div>
            <dt>使用产品</dt>
            <dd>{row.productCount}</dd>
          </div>
          <div>
            <dt>发布版本</dt>
            <dd>{row.publishVersion === 0 ? '-' : `第 ${row.publishVersion} 版`}</dd>
          </div>
          <div>
            <dt>更新时间</dt>
            <dd>{timeText(row.updateTime)}</dd>
          </div>
        </dl>
        <ActLinks acts={usableActs(acts, may)} />
      </div>
    </li>
  );
};
