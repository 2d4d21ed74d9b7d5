import { Level } from '@zhuiyuan/contract/codes/state/code-enums';
import { identityApi, type BoxNode, type CodeFacts } from '@zhuiyuan/contract/codes/lookup/identity';
import { Skeleton } from 'antd';
import ChevronDown from 'icon:chevron-down';
import ChevronLeft from 'icon:chevron-left';
import ChevronRight from 'icon:chevron-right';
import Package from 'icon:package';
import QrCode from 'icon:qr-code';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { CodeText } from '../../../parts/format/code.tsx';
import { countText } from '../../../parts/format/numbers.ts';
import { Sheet } from '../../../parts/frame/sheet.tsx';
import { Failed } from '../../../parts/feedback/states.tsx';
import { codePage } from '../../../lib/code-addresses.ts';
import { useRead } from '../../../lib/use-read.ts';
import './box-tree.css';

/** Codes of a box shown at once: the current one with its neighbours. */
const boxesShown = 6;

interface BranchProps {
  node: BoxNode;
  /** What of it leads to the current code. */
  below: readonly BoxNode[];
  current: number;
  opensAll: boolean;
}

const Children = ({ node, below: [next, ...rest], current, opensAll }: BranchProps) => {
  const [page, setPage] = useState(next ? Math.ceil(next.place / boxesShown) : 1);
  const { data, error, refetch } = useRead(
    identityApi.children,
    { codeId: node.codeId, page, limit: boxesShown },
    { keeps: true },
  );
  if (error && !data) return <Failed title="下级没有加载出来" error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton active={false} title={false} paragraph={{ rows: 2 }} />;
  return (
    <>
      <ul>
        {data.list.map((child) => (
          <Branch
            key={child.codeId}
            node={child}
            below={child.codeId === next?.codeId ? rest : []}
            current={current}
            opensAll={opensAll}
          />
        ))}
      </ul>
      {data.total > boxesShown && (
        <div className="zy-box-pager">
          <button
            type="button"
            className="zy-icon-button"
            aria-label="前面的码"
            disabled={page === 1}
            onClick={() => setPage(page - 1)}
          >
            <ChevronLeft size={14} strokeWidth={1.6} />
          </button>
          <small>
            {countText((page - 1) * boxesShown + 1)}–{countText(Math.min(page * boxesShown, data.total))}，共{' '}
            {countText(data.total)} 个
          </small>
          <button
            type="button"
            className="zy-icon-button"
            aria-label="后面的码"
            disabled={page >= data.totalPage}
            onClick={() => setPage(page + 1)}
          >
            <ChevronRight size={14} strokeWidth={1.6} />
          </button>
        </div>
      )}
    </>
  );
};

const Branch = ({ node, below, current, opensAll }: BranchProps) => {
  const navigate = useNavigate();
  const isCurrent = node.codeId === current;
  const [isOpen, setOpen] = useState(opensAll || isCurrent || below.length > 0);
  const Icon = node.level > Level.item ? Package : QrCode;
  const isFilled = node.childCnt > 0;
  const size = isFilled ? `${Level.label(node.level)} ${countText(node.childCnt)} 个` : Level.label(node.level);
  return (
    <li>
      <div className={isCurrent ? 'zy-box zy-box-now' : 'zy-box'} aria-current={isCurrent || undefined}>
        {isFilled ? (
          <button
            type="button"
            className="zy-icon-button"
            aria-label={isOpen ? '收起' : '展开'}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? <ChevronDown size={14} strokeWidth={1.6} /> : <ChevronRight size={14} strokeWidth={1.6} />}
          </button>
        ) : (
          <i />
        )}
        <Icon size={14} strokeWidth={1.6} aria-hidden="true" />
        {isCurrent ? (
          <b>
            <CodeText code={node.code} />
          </b>
        ) : (
          <button type="button" className="zy-link" onClick={() => void navigate(codePage(node.code))}>
            <CodeText code={node.code} />
          </button>
        )}
        <small>{isCurrent ? '当前' : node.level > Level.item ? size : `第 ${countText(node.place)} 个`}</small>
      </div>
      {isOpen && isFilled && <Children node={node} below={below} current={current} opensAll={opensAll} />}
    </li>
  );
};

/** 包装关系: the boxes a code lies in with what lies beside it, and what lies in it. */
export const BoxTree = ({ facts: { codeId } }: { facts: CodeFacts }) => {
  const { data, error, refetch } = useRead(identityApi.parents, { codeId });
  const [opensAll, setOpensAll] = useState(false);
  if (error && !data)
    return (
      <Sheet title="包装关系">
        <Failed title="包装关系没有加载出来" error={error} retry={() => void refetch()} />
      </Sheet>
    );
  const [root, ...below] = data?.chain ?? [];
  if (!data || !root)
    return (
      <Sheet title="包装关系">
        <Skeleton active={false} title={false} paragraph={{ rows: 3 }} />
      </Sheet>
    );
  if (root.childCnt === 0)
    return (
      <Sheet title="包装关系">
        <p className="zy-codes-none">{root.level > Level.item ? '空箱' : '还没有装箱'}</p>
      </Sheet>
    );
  return (
    <Sheet
      title="包装关系"
      finding={`${Level.label(root.level)}，内有 ${countText(data.itemCnt)} 个产品`}
      extra={
        <button type="button" className="zy-link" onClick={() => setOpensAll(!opensAll)}>
          {opensAll ? '收起' : '展开全部'}
        </button>
      }
    >
      <ul className="zy-boxes">
        <Branch key={String(opensAll)} node={root} below={below} current={codeId} opensAll={opensAll} />
      </ul>
    </Sheet>
  );
};
