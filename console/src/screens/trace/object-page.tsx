import type { Tone } from '@zhuiyuan/contract/kit/enumeration';
import { Button, Skeleton } from 'antd';
import SearchX from 'icon:search-x';
import { useState, type ComponentProps, type ReactNode } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { ApiError } from '../../lib/api-error.ts';
import { Empty, Failed } from '../../parts/feedback/states.tsx';
import { NoticeBar } from '../../parts/feedback/notice-bar.tsx';
import { Tag } from '../../parts/format/tag.tsx';
import { thumbAddress } from '@zhuiyuan/contract/media/attachment';
import { ListTabs } from '../../parts/list/list-tabs.tsx';
import { StatCard, StatStrip } from '../../parts/charts/stat-card.tsx';
import { TabHeadPlace } from './tab-head.tsx';
import '../../parts/list/list.css';
import './object-page.css';

/** A tab of the page; it is built when it is first opened. */
export interface ObjectTab {
  value: string;
  label: string;
  count?: number;
  content: ReactNode;
}

/** The page of one thing that others belong to: what it is, what must be known of it, its figures, and lists of what belongs to it. */
export const ObjectPage = ({
  title,
  image,
  status,
  facts,
  buttons,
  notices = [],
  stats,
  tabs,
}: {
  title: string;
  image?: string;
  status: { label: string; tone: Tone };
  facts: readonly { label: string; value: ReactNode }[];
  buttons: ReactNode;
  notices?: readonly ReactNode[];
  stats: readonly ComponentProps<typeof StatCard>[];
  tabs: readonly ObjectTab[];
}) => {
  const [address, setAddress] = useSearchParams();
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const shown = tabs.find(({ value }) => value === address.get('tab')) ?? tabs[0];
  const show = (value: string) => {
    // Filters and page belong to the tab that is left.
    setAddress({ tab: value }, { replace: true });
  };
  return (
    <div className="zy-object">
      <section className="sheet zy-object-head" aria-label="基本信息">
        {image !== undefined &&
          (image ? (
            <img src={thumbAddress(image)} width={84} height={84} alt="" />
          ) : (
            <span className="zy-object-none" aria-hidden="true" />
          ))}
        <div className="zy-object-what">
          <div className="zy-object-title">
            <h2>{title}</h2>
            <Tag tone={status.tone}>{status.label}</Tag>
          </div>
          <dl>
            {facts.map(({ label, value }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value === '' || value === null || value === undefined ? '-' : value}</dd>
              </div>
            ))}
          </dl>
        </div>
        <div className="zy-object-acts">{buttons}</div>
      </section>
      {notices.map((notice, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- they have no other name
        <NoticeBar key={at} tone="wait">
          {notice}
        </NoticeBar>
      ))}
      <StatStrip>
        {stats.map((stat) => (
          <StatCard key={stat.label} {...stat} />
        ))}
      </StatStrip>
      {shown && (
        <section className="sheet zy-object-tabs" aria-label={shown.label}>
          <div className="zy-list-tabs zy-object-tabrow">
            <ListTabs
              value={shown.value}
              change={show}
              items={tabs.map(({ value, label, count }) => ({ value, label, count }))}
            />
            <div ref={setPlace} className="zy-object-tabhead" />
          </div>
          <TabHeadPlace value={place}>
            <div className="zy-object-tab" key={shown.value}>
              {shown.content}
            </div>
          </TabHeadPlace>
        </section>
      )}
    </div>
  );
};

/** What stands there while the thing is not: its outline, that it is gone, or that it did not come. */
export const ObjectMissing = ({
  thing,
  list,
  error,
  retry,
}: {
  thing: string;
  list: { name: string; path: string };
  error: Error | null;
  retry: () => void;
}) => {
  const navigate = useNavigate();
  if (!error)
    return (
      <section className="sheet zy-object-bones">
        <Skeleton active={false} paragraph={{ rows: 8 }} />
      </section>
    );
  return (
    <section className="sheet page-fill zy-object-gone">
      {error instanceof ApiError && (error.code === 404 || error.code === 400) ? (
        <Empty
          icon={SearchX}
          title={`${thing}不存在或已删除`}
          text={`可能已被别人删除，或不属于你的企业。`}
          action={
            <Button type="primary" onClick={() => void navigate(list.path)}>
              返回{list.name}
            </Button>
          }
        />
      ) : (
        <Failed title={`${thing}没有加载出来`} error={error} retry={retry} />
      )}
    </section>
  );
};
