import { activityApi } from '@zhuiyuan/contract/campaign/activity/activity';
import { identityApi } from '@zhuiyuan/contract/codes/lookup/identity';
import { codeOpApi } from '@zhuiyuan/contract/codes/ops/code-op';
import { taskApi } from '@zhuiyuan/contract/codes/tasks/task';
import type { May } from '@zhuiyuan/contract/kit/endpoint';
import { lotApi } from '@zhuiyuan/contract/trace/lot/lot';
import { deliverApi } from '@zhuiyuan/contract/movement/document/deliver';
import { redActiveApi } from '@zhuiyuan/contract/red/active/red-active';
import { productApi } from '@zhuiyuan/contract/trace/product/product';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { codePage } from '../../lib/code-addresses.ts';
import {
  activityPage,
  deliverPage,
  lotPage,
  opOf,
  productPage,
  redActivePage,
  taskOf,
} from '../../lib/object-addresses.ts';
import { useMay } from '../../lib/session.ts';
import { CodeText } from './code.tsx';

const GoTo = ({ to, may, children }: { to: string; may: May; children: ReactNode }) =>
  useMay()(may) ? <Link to={to}>{children}</Link> : children;

/** The name of a product, leading to its page for who may open it. */
export const ProductLink = ({ id, children }: { id: number | null | undefined; children: ReactNode }) =>
  id && children ? (
    <GoTo to={productPage(id)} may={productApi.info.may}>
      {children}
    </GoTo>
  ) : (
    children
  );

/** The number of a lot, leading to its page for who may open it. */
export const LotLink = ({ id, children }: { id: number | null | undefined; children: ReactNode }) =>
  id && children ? (
    <GoTo to={lotPage(id)} may={lotApi.info.may}>
      {children}
    </GoTo>
  ) : (
    children
  );

/** The name of an activity, leading to its page for who may open it. */
export const ActivityLink = ({ id, children }: { id: number | null | undefined; children: ReactNode }) =>
  id && children ? (
    <GoTo to={activityPage(id)} may={activityApi.info.may}>
      {children}
    </GoTo>
  ) : (
    children
  );

/** The name of a red packet activity, leading to its page for who may open it. */
export const RedActiveLink = ({ id, children }: { id: number | null | undefined; children: ReactNode }) =>
  id && children ? (
    <GoTo to={redActivePage(id)} may={redActiveApi.update.may}>
      {children}
    </GoTo>
  ) : (
    children
  );

/** The number of a task, leading to the tasks for who may see them. */
export const TaskLink = ({ taskNo, children = taskNo }: { taskNo: string; children?: ReactNode }) => (
  <GoTo to={taskOf(taskNo)} may={taskApi.list.may}>
    {children}
  </GoTo>
);

/** A code, leading to its page for who may look it up. */
export const CodeLink = ({ code, children = <CodeText code={code} /> }: { code: string; children?: ReactNode }) => (
  <GoTo to={codePage(code)} may={identityApi.info.may}>
    {children}
  </GoTo>
);

/** The number of a shipping document, leading to its page for who may open it. */
export const DeliverLink = ({ id, children }: { id: number; children: ReactNode }) => (
  <span className="zy-whole">
    <GoTo to={deliverPage(id)} may={deliverApi.info.may}>
      {children}
    </GoTo>
  </span>
);

/** The number of an operation on codes, leading to the operations for who may see them. */
export const OpLink = ({ opNo }: { opNo: string }) => (
  <GoTo to={opOf(opNo)} may={codeOpApi.list.may}>
    {opNo}
  </GoTo>
);
