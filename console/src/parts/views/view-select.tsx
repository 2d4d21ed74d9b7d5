import { Select } from 'antd';
import type { ListViews } from './use-list-views.ts';

/** The views of a list on a phone; absent while there are none. */
export const ViewSelect = ({ views: { isOffered, views, current, open } }: { views: ListViews }) =>
  isOffered && views.length > 0 ? (
    <Select
      size="large"
      className="zy-view-select"
      aria-label="视图"
      value={current?.id ?? 0}
      options={[{ value: 0, label: '全部' }, ...views.map(({ id, name }) => ({ value: id, label: name }))]}
      onChange={(id) => open(views.find((view) => view.id === id))}
      popupMatchSelectWidth={false}
    />
  ) : null;
