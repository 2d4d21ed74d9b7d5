/** One seeded row of the menu tree. Ids are fixed for ever: a directory or screen has its own, a button screen × 100 + its place. */
export interface MenuSeed {
  id: number;
  pid: number;
  menuType: 'M' | 'C' | 'A';
  name: string;
  component: string;
  perms: string;
  icon: string;
  isShow: boolean;
}

/** What an action of a permission string is called in the permission tree. */
const actionNames: Record<string, string> = {
  list: '查看',
  info: '详情',
  save: '新增',
  add: '新增',
  update: '编辑',
  edit: '编辑',
  delete: '删除',
  remove: '删除',
  status: '启停',
  'update:status': '启停',
  audit: '审核',
  export: '导出',
  import: '导入',
  print: '打印',
  copy: '复制',
  cancel: '取消',
  retry: '重试',
  publish: '发布',
  pause: '暂停与恢复',
  end: '提前结束',
  close: '关闭',
  handle: '处理',
  pay: '打款',
  download: '下载',
  log: '查看日志',
  plain: '查看完整数据',
  freeze: '冻结与解冻',
  void: '作废',
  submit: '提交',
};

/** A directory of the sidebar; it leads to its first child. */
export const directory = (
  id: number,
  pid: number,
  name: string,
  component: string,
  icon = '',
  isShow = true,
): MenuSeed[] => [{ id, pid, menuType: 'M', name, component, perms: '', icon, isShow }];

/**
 * A screen with its buttons. `perms` guards the screen. A button is `action` (named by the vocabulary above) or
 * `action=名称`, put behind the resource of `perms`; an action that begins with `/` is a whole permission string.
 * New buttons go to the end: their place is their id.
 */
export const screen = (
  id: number,
  pid: number,
  name: string,
  component: string,
  perms = '',
  buttons: string[] = [],
  isShow = true,
): MenuSeed[] => [
  { id, pid, menuType: 'C', name, component, perms, icon: '', isShow },
  ...buttonsOf(id, perms.slice(0, perms.lastIndexOf(':')), buttons),
];

/** A hidden group of permissions every role has. */
export const publicGroup = (id: number, name: string, buttons: string[]): MenuSeed[] => [
  { id, pid: 0, menuType: 'M', name, component: '', perms: '', icon: '', isShow: false },
  ...buttonsOf(id, '', buttons),
];

const buttonsOf = (pid: number, resource: string, buttons: string[]): MenuSeed[] =>
  buttons.map((button, place) => {
    const [action = '', ownName] = button.split('=');
    const name = ownName ?? actionNames[action];
    if (!name) throw new Error(`button ${button} of menu ${pid} has no name`);
    const perms = action.startsWith('/') ? action.slice(1) : `${resource}:${action}`;
    return { id: pid * 100 + place + 1, pid, menuType: 'A', name, component: '', perms, icon: '', isShow: true };
  });
