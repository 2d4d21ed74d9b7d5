import { codeRefusals } from '@zhuiyuan/contract/codes/state/code-refusals';
import { identityApi } from '@zhuiyuan/contract/codes/lookup/identity';
import { diversionApi } from '@zhuiyuan/contract/diversion/diversion';
import { flowApi } from '@zhuiyuan/contract/trace/flow/flow';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import SearchX from 'icon:search-x';
import { useNavigate, useParams } from 'react-router';
import { ApiError } from '../../../lib/api-error.ts';
import { useMay } from '../../../lib/session.ts';
import { stagesOf } from '../../../parts/codes/stages-of.ts';
import { LifeRail } from '../../../parts/format/life-rail.tsx';
import { Empty, Failed } from '../../../parts/feedback/states.tsx';
import { ScanMap } from '../../../parts/charts/scan-map.tsx';
import { useLocalSearch } from '../../../parts/list/use-local-search.ts';
import { codeQuery } from '../../../lib/code-addresses.ts';
import { useRead } from '../../../lib/use-read.ts';
import { CodeFlows } from './code-flows.tsx';
import { CodeHead } from './code-head.tsx';
import { CodeSide } from './code-side.tsx';
import { CodeWhereabouts } from './code-whereabouts.tsx';
import { CodeTabs } from './code-tabs.tsx';
import './code.css';

const unknown: ReadonlySet<number> = new Set([codeRefusals.badText[0], codeRefusals.noSuchCode[0]]);

const NotThere = ({ code, error, retry }: { code: string; error: Error; retry: () => void }) => {
  const navigate = useNavigate();
  return (
    <section className="sheet page-fill zy-code-gone">
      {error instanceof ApiError && unknown.has(error.code) ? (
        <Empty
          icon={SearchX}
          title="没有这个编码"
          text={`${code}：${error.message}`}
          action={
            <Button type="primary" onClick={() => navigate(codeQuery)}>
              查询其他编码
            </Button>
          }
        />
      ) : (
        <Failed title="编码没有加载出来" error={error} retry={retry} />
      )}
    </section>
  );
};

const Code = ({ code }: { code: string }) => {
  const client = useQueryClient();
  const may = useMay();
  const info = useRead(identityApi.info, { code });
  const timeline = useRead(identityApi.timeline, info.data && { code });
  const scans = useLocalSearch(identityApi.scans, { fixed: { code } });
  const reload = () => {
    for (const { path } of [
      identityApi.info,
      identityApi.timeline,
      identityApi.scans,
      identityApi.parents,
      identityApi.children,
      diversionApi.code,
    ])
      void client.invalidateQueries({ queryKey: [path] });
  };
  if (info.error && !info.data) return <NotThere code={code} error={info.error} retry={() => void info.refetch()} />;
  if (!info.data)
    return (
      <section className="sheet zy-code-bones">
        <Skeleton active={false} paragraph={{ rows: 8 }} />
      </section>
    );
  const facts = info.data;
  return (
    <div className="zy-code-page">
      <CodeHead facts={facts} reload={reload} isBusy={info.isFetching} />
      <section className="sheet" aria-label="生命周期">
        <LifeRail stages={stagesOf(facts)} />
      </section>
      <div className="zy-code-body">
        <CodeTabs
          timeline={timeline}
          scans={scans}
          flows={
            facts.lotId !== null && may(flowApi.timeline.may) ? (
              <CodeFlows facts={facts} lotId={facts.lotId} />
            ) : undefined
          }
          map={may(diversionApi.map.may) ? <ScanMap code={facts.code} /> : undefined}
        />
        <CodeSide
          facts={facts}
          scans={scans}
          whereabouts={may(diversionApi.code.may) ? <CodeWhereabouts code={facts.code} /> : undefined}
        />
      </div>
    </div>
  );
};

/** 编码详情: one code's state, its life and everybody who asked about it. */
export const CodePage = () => {
  const { code = '' } = useParams();
  return <Code key={code} code={code} />;
};
