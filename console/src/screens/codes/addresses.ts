/** Addresses of this domain's screens that other screens of it lead to. */
export const taskList = '/identity/taskManager';
export const taskForm = (copyOf?: number): string => `/identity/taskCreat${copyOf === undefined ? '' : `/${copyOf}`}`;
export const opList = '/identity/batchManager';
/** 批量启用, with the codes of one task chosen beforehand. */
export const activation = (taskId?: number): string =>
  `/identity/batchManager/use${taskId === undefined ? '' : `?taskId=${taskId}`}`;
export const rebinding = '/identity/batchManager/update';
export const voiding = '/identity/batchManager/delete';
/** 批量导出码: the codes of chosen runs in a file. */
export const codeExport = '/identity/batchManager/export';
/** 批量导入码: codes that others printed. */
export const codeImport = '/identity/batchManager/import';
