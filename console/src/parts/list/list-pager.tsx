import { clockText } from '@zhuiyuan/contract/kit/clock';
import { Pagination } from 'antd';
import { totalText } from '../format/numbers.ts';
import type { Search } from './use-rows.ts';

/** Foot of a list: how many rows and as of when, pages, sizes and a jump. */
export const ListPager = ({
  search,
}: {
  search: Pick<Search, 'total' | 'more' | 'page' | 'limit' | 'sizes' | 'go' | 'updatedAt' | 'isFirstLoad'>;
}) => {
  const { total, more, page, limit, sizes, go, updatedAt, isFirstLoad } = search;
  return (
    <div className="zy-list-foot">
      <span className="zy-list-total" role="status">
        {!isFirstLoad && updatedAt > 0 && (
          <>
            共 <b>{totalText({ total, more })}</b> 条<i aria-hidden="true" />
            更新于 {clockText(updatedAt)}
          </>
        )}
      </span>
      <Pagination
        current={page}
        pageSize={limit}
        // Past a capped count the next page is always offered.
        total={more ? Math.max(total, (page + 1) * limit) : total}
        pageSizeOptions={[...sizes]}
        showSizeChanger={{ showSearch: false }}
        showQuickJumper
        hideOnSinglePage={false}
        onChange={(nextPage, nextLimit) => go(nextPage, nextLimit)}
      />
    </div>
  );
};
