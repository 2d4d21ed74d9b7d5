import { Select } from 'antd';
import type { FixedView } from './use-fixed-views.ts';
import type { ListViews } from './use-list-views.ts';

/** The views of a list on a phone; absent while there are none but 全部. */
export const ViewSelect = ({ views: { isOffered, views, fixed, current, open, openFixed } }: { views: ListViews }) =>
  isOffered && views.length + fixed.length > 1 ? (
    <Select<number | FixedView['name']>
      size="large"
      className="zy-view-select"
      aria-label="视图"
      value={current?.id ?? fixed.find(({ isOpen }) => isOpen)?.name ?? ''}
      options={[
        ...fixed.map(({ name, label }) => ({ value: name, label })),
        ...views.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      onChange={(chosen) =>
        typeof chosen === 'number' ? open(views.find(({ id }) => id === chosen)) : openFixed(chosen)
      }
      popupMatchSelectWidth={false}
    />
  ) : null;
