import { taskApi } from '@zhuiyuan/contract/codes/tasks/task';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { productApi, type Product } from '@zhuiyuan/contract/trace/product/product';
import { useNavigate } from 'react-router';
import { useAct } from '../../../parts/feedback/use-act.ts';
import type { Act } from '../../../parts/list/acts.tsx';

/** What is asked before a product is disabled. */
export const disableText = '停用后不能再启用该产品的码，已启用的码仍可查询，确定停用？';

const list = '/identity/productManager';
const form = (id: number): string => `/identity/productCreat/${id}`;

/** What is done with a product on its page beside its buttons: codes, a copy, its switch, its end. */
export const useProductActs = ({ id, status }: Product): Act[] => {
  const navigate = useNavigate();
  const copy = useAct(productApi.copy, { refresh: [productApi.list] });
  const turn = useAct(productApi.updateStatus, { done: '修改成功', refresh: [productApi.list, productApi.info] });
  const remove = useAct(productApi.remove, { done: '删除成功', refresh: [productApi.list] });
  const isOn = status === Enabled.on;
  return [
    ...(isOn
      ? [
          {
            label: '生码',
            may: taskApi.save.may,
            run: () => void navigate(`/identity/taskCreat?productId=${id}`),
          },
        ]
      : []),
    {
      label: '复制',
      may: { all: [productApi.copy.may, productApi.update.may] },
      run: () => copy({ id }).then((twin) => navigate(form(twin.id))),
    },
    {
      label: isOn ? '停用' : '启用',
      may: productApi.updateStatus.may,
      confirm: isOn ? disableText : undefined,
      run: () => turn({ id, status: isOn ? Enabled.off : Enabled.on }),
    },
    {
      label: '删除',
      may: productApi.remove.may,
      destructive: true,
      run: () => remove({ id }).then(() => navigate(list)),
    },
  ];
};
