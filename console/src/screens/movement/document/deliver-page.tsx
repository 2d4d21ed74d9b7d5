import { Code, codeText } from '@zhuiyuan/contract/kit/codes';
import { deliverApi } from '@zhuiyuan/contract/movement/document/deliver';
import { Button, Skeleton } from 'antd';
import SearchX from 'icon:search-x';
import { useNavigate, useSearchParams } from 'react-router';
import { ApiError } from '../../../lib/api-error.ts';
import { deliverList } from '../../../lib/object-addresses.ts';
import { usePageName } from '../../../lib/page-name.ts';
import { useRead } from '../../../lib/use-read.ts';
import { Empty, Failed } from '../../../parts/feedback/states.tsx';
import { useNarrow } from '../../../parts/frame/use-narrow.ts';
import { DeliverButtons, DeliverHead } from './deliver-head.tsx';
import { DeliverParties } from './deliver-parties.tsx';
import { DeliverProgress } from './deliver-progress.tsx';
import { DeliverTabs } from './deliver-tabs.tsx';
import { DeliverTimeline } from './deliver-timeline.tsx';
import { useDeliverActs } from './use-deliver-acts.tsx';
import '../lines.css';
import './deliver.css';

const noSuchDocument = codeText[Code.notFound]!;

const NotThere = ({ error, retry }: { error?: Error; retry: () => void }) => {
  const navigate = useNavigate();
  return (
    <section className="sheet page-fill zy-deliver-gone">
      {!error || (error instanceof ApiError && error.code === Code.notFound) ? (
        <Empty
          icon={SearchX}
          title="没有这张发货单"
          text={noSuchDocument}
          action={
            <Button type="primary" onClick={() => void navigate(deliverList)}>
              查看发货单
            </Button>
          }
        />
      ) : (
        <Failed title="发货单没有加载出来" error={error} retry={retry} />
      )}
    </section>
  );
};

const Page = ({ asked }: { asked: { id: number } | { deliverNo: string } }) => {
  const isNarrow = useNarrow();
  const { data: doc, error, refetch } = useRead(deliverApi.info, asked);
  const deeds = useDeliverActs();
  usePageName(doc?.deliverNo);
  if (error && !doc) return <NotThere error={error} retry={() => void refetch()} />;
  if (!doc)
    return (
      <section className="sheet zy-deliver-bones">
        <Skeleton active={false} paragraph={{ rows: 10 }} />
      </section>
    );
  const acts = deeds.of(doc);
  return (
    <div className="zy-deliver">
      <section className="sheet" aria-label="发货单">
        <DeliverHead doc={doc} acts={isNarrow ? undefined : acts} />
        <DeliverParties doc={doc} edit={acts.logistics && (() => void acts.logistics?.run())} />
      </section>
      <DeliverProgress doc={doc} />
      <div className="zy-deliver-body">
        <DeliverTabs doc={doc} append={acts.append} />
        <DeliverTimeline id={doc.id} />
      </div>
      {isNarrow && <DeliverButtons acts={acts} isFoot />}
      {deeds.layers}
    </div>
  );
};

/** 发货单详情: one document, its parties, where it stands, its lines and what happened to it. */
export const DeliverPage = () => {
  const [search] = useSearchParams();
  const id = Number(search.get('id'));
  const deliverNo = search.get('deliverNo') ?? '';
  if (!id && !deliverNo) return <NotThere retry={() => undefined} />;
  return <Page key={`${id} ${deliverNo}`} asked={id ? { id } : { deliverNo }} />;
};
