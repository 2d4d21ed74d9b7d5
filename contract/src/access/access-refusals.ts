import type { RefusalText } from '../kit/codes.ts';

/** Refusals about roles, administrators, menus and the system log. What a form rule catches answers 400 instead. */
export const accessRefusals = {
  roleNameTaken: [63621, '角色名称重复'],
  roleInUse: [63622, '角色已被管理员使用，不能删除'],
  superRole: [63623, '超级管理员角色不能修改'],
  sensitiveMenu: [63624, '“{name}”只有账号 admin 可以授予或收回'],
  menuNotHeld: [63625, '您没有“{name}”的权限，不能授予或收回'],
  adminRoleFlag: [63626, '管理员角色只有账号 admin 可以设置'],
  roleAbove: [63627, '角色“{name}”的权限超出您的权限，不能操作'],
  menuAbsent: [63628, '“{name}”的功能尚未开放，不能授予'],
  menuUnknown: [63629, '权限菜单 {id} 不存在，请刷新后重新勾选'],
  accountTaken: [63631, '账号已存在'],
  ownAccount: [63632, '不能操作当前登录账号'],
  adminAbove: [63633, '该管理员的权限超出您的权限，不能操作'],
  phoneMissing: [63634, '请先为管理员添加手机号!'],
  passwordWrong: [63635, '原密码不正确'],
  askedAgain: [62012, '敏感操作，请输入登录密码'],
  againWrong: [62013, '登录密码不正确'],
  rootOnly: [63641, '菜单只有账号 admin 可以修改'],
  menuTooDeep: [63642, '菜单最多四级'],
  menuInItself: [63643, '上级菜单不能是自己或自己的下级'],
  menuUnderButton: [63644, '按钮下不能再添加菜单'],
  menuFixed: [63645, '“{name}”是系统内置权限，不能修改'],
  logKept: [63661, '近180天的系统日志须保留，不能删除'],
  noOldLog: [63662, '近180天的系统日志须保留，没有更早的日志可以清空'],
} as const satisfies Record<string, RefusalText>;
