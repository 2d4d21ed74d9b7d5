import { menuApi, MenuType, type Menu } from '@zhuiyuan/contract/access/menu';
import { idsBelow, toTree, type Branch } from '@zhuiyuan/contract/kit/tree';
import { Button, Form, Input, TreeSelect } from 'antd';
import X from 'icon:x';
import { useMemo, useState } from 'react';
import { FieldGroup } from '../../parts/form/field.tsx';
import { NumberField, OwnField, RadioField, TextField } from '../../parts/form/fields.tsx';
import { FormDrawer } from '../../parts/form/form-drawer.tsx';
import { IconPicker } from './icon-picker.tsx';
import { useDraft } from '../../parts/form/use-draft.ts';
import { MenuMark } from './menu-mark.tsx';

interface Node {
  value: number;
  title: string;
  children?: Node[];
}

const asNode = ({ id, name, child }: Branch<Menu>): Node => ({ value: id, title: name, children: child.map(asNode) });

/** 主类目 and every directory and screen, without the node itself and what is below it. */
const parentsOf = (menus: readonly Menu[], own: number | undefined): Node[] => {
  const below = own === undefined ? new Set<number>() : idsBelow(menus, own);
  const possible = menus.filter(({ id, menuType }) => menuType !== 'A' && id !== own && !below.has(id));
  return [{ value: 0, title: '主类目', children: toTree(possible).map(asNode) }];
};

const IconInput = ({
  id,
  value = '',
  onChange,
}: {
  id?: string;
  value?: string;
  onChange?: (name: string) => void;
}) => {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Input
        id={id}
        readOnly
        value={value}
        placeholder="请选择菜单图标"
        prefix={value ? <MenuMark icon={value} size={14} /> : undefined}
        suffix={
          value ? (
            <Button
              type="text"
              size="small"
              aria-label="清除图标"
              icon={<X size={12} strokeWidth={2} />}
              onClick={() => onChange?.('')}
            />
          ) : undefined
        }
        onClick={() => setIsOpen(true)}
        onKeyDown={(event) => event.key === 'Enter' && setIsOpen(true)}
      />
      <IconPicker isOpen={isOpen} pick={(name) => onChange?.(name)} close={() => setIsOpen(false)} />
    </>
  );
};

const Fields = ({ menus, own }: { menus: readonly Menu[]; own: number | undefined }) => {
  const form = Form.useFormInstance();
  const menuType = Form.useWatch('menuType', form) as Menu['menuType'] | undefined;
  const parents = useMemo(() => parentsOf(menus, own), [menus, own]);
  return (
    <FieldGroup>
      <OwnField name="pid" label="上级菜单" isWide>
        <TreeSelect
          treeData={parents}
          treeDefaultExpandedKeys={[0]}
          showSearch={{ treeNodeFilterProp: 'title' }}
          listHeight={360}
        />
      </OwnField>
      <RadioField name="menuType" label="菜单类型" from={MenuType} isWide />
      <TextField name="name" label="菜单名称" />
      <NumberField name="sort" label="显示排序" min={0} max={999_999} help="数字大的排在前面" />
      {menuType !== 'A' && (
        <OwnField name="icon" label="菜单图标">
          <IconInput />
        </OwnField>
      )}
      {menuType !== 'A' && <TextField name="component" label="组件路径" placeholder="如 /store/index" />}
      <TextField
        name="perms"
        label="权限字符"
        placeholder="如 admin:system:role:list"
        hint="控制按钮和接口，多个用逗号分隔"
        isWide
      />
      <RadioField
        name="isShow"
        label="显示状态"
        hint="选择隐藏则不会出现在侧边栏，但仍然可以访问"
        from={[
          { value: 1, label: '显示' },
          { value: 0, label: '隐藏' },
        ]}
      />
    </FieldGroup>
  );
};

/** How a node of the menu tree is made and changed. */
export const useMenuDraft = () =>
  useDraft({
    create: menuApi.add,
    update: menuApi.update,
    refresh: [menuApi.list],
    blank: { pid: 0, menuType: 'M', sort: 0, isShow: 1 },
    from: (row) => {
      const { createTime: _, isShow, ...menu } = row as Menu;
      return { ...menu, isShow: isShow ? (1 as const) : (0 as const) };
    },
  });

/** 添加菜单, 修改菜单. */
export const MenuForm = ({ draft, menus }: { draft: ReturnType<typeof useMenuDraft>; menus: readonly Menu[] }) => {
  const row = draft.row as Menu | undefined;
  return (
    <FormDrawer draft={draft} thing="菜单" title={draft.isNew ? '添加菜单' : '修改菜单'} name={row?.name}>
      <Fields menus={menus} own={row?.id} />
    </FormDrawer>
  );
};
