import { Code } from '@zhuiyuan/contract/kit/codes';
import { Button, Skeleton } from 'antd';
import SearchX from 'icon:search-x';
import { useNavigate } from 'react-router';
import { ApiError } from '../../../../lib/api-error.ts';
import { useMay } from '../../../../lib/session.ts';
import { Empty, Failed } from '../../../../parts/feedback/states.tsx';
import { activityList, benchList, gameList } from '../addresses.ts';

/** What stands there while the activity is not: its outline, that it is gone, or that it did not come. */
export const ActivityMissing = ({
  isAsked,
  error,
  retry,
}: {
  /** The address names one. */
  isAsked: boolean;
  error: Error | null;
  retry: () => void;
}) => {
  const navigate = useNavigate();
  const may = useMay();
  const back = may('admin:lottery:aiActive:list')
    ? benchList
    : may('admin:lottery:active:list')
      ? activityList
      : gameList;
  if (isAsked && !error)
    return (
      <section className="sheet zy-sheet-body">
        <Skeleton active={false} paragraph={{ rows: 8 }} />
      </section>
    );
  return (
    <section className="sheet page-fill zy-activity-gone">
      {error && !(error instanceof ApiError && error.code === Code.notFound) ? (
        <Failed title="活动没有加载出来" error={error} retry={retry} />
      ) : (
        <Empty
          icon={SearchX}
          title="活动不存在或已删除"
          text="可能已被别人移入回收站，或不属于你的企业。"
          action={
            <Button type="primary" onClick={() => void navigate(back)}>
              返回活动管理
            </Button>
          }
        />
      )}
    </section>
  );
};
