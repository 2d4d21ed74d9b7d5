/** Addresses of the pages of one thing, and of lists narrowed to one, that screens of several domains lead to. */
export const productPage = (id: number): string => `/identity/productManager/${id}`;
export const lotPage = (id: number): string => `/identity/lotManager/${id}`;
export const taskOf = (taskNo: string): string => `/identity/taskManager?keywords=${encodeURIComponent(taskNo)}`;
export const importOf = (taskNo: string): string =>
  `/identity/importTaskManager?keywords=${encodeURIComponent(taskNo)}`;
/** An operation on codes by its number. */
export const opOf = (opNo: string): string => `/identity/batchManager?opNo=${encodeURIComponent(opNo)}`;
export const deliverList = '/identity/deliverManager';
export const deliverPage = (id: number): string => `${deliverList}/info?id=${id}`;
export const applyList = '/identity/needApplyManager';
export const applyOf = (applyNo: string): string => `${applyList}?applyNo=${encodeURIComponent(applyNo)}`;
export const orderList = '/identity/needOrderManager';
export const orderPage = (id: number): string => `${orderList}Creat/${id}`;
export const activityPage = (id: number): string => `/lottery/ai/active/detail?id=${id}`;
export const redActivePage = (id: number): string => `/lottery/redActiveCreat/${id}`;
export const payoutList = '/lottery/redInfoManager';
/** A payout or a draw by its number. */
export const payoutOf = (billNo: string): string => `${payoutList}?keywords=${encodeURIComponent(billNo)}`;
/** A draw among those of its activity. */
export const drawOf = (activityId: number, drawNo: string): string =>
  `${activityPage(activityId)}&tab=draws&drawNo=${encodeURIComponent(drawNo)}`;
/** The payouts of one red packet activity. */
export const payoutsOf = (redActiveId: number): string => `${payoutList}?redActiveId=${redActiveId}`;
/** 手工发放. */
export const sendPage = '/lottery/redInfoCreat';
/** A payout. */
export const payoutPage = (id: number): string => `${sendPage}/${id}`;
/** The warnings of one code. */
export const risksOf = (code: string): string =>
  `/identity/selectManager?tab=abnormal&view=risk&code=${encodeURIComponent(code)}`;
export const consumerList = '/lottery/customer/customerManage/userList';
/** A consumer of a firm by his number there. */
export const consumerPage = (id: number): string => `${consumerList}/userDetail?id=${id}`;
/** The prizes of one activity that wait for a person. */
export const holdsOf = (activityId: number): string => `${activityPage(activityId)}&tab=holds`;
/** 扫码明细, narrowed: the last thirty days where no dates are said. */
export const scansOf = (filters: Record<string, string | number>): string =>
  `/lottery/ai/markCode/scanDetailed?${new URLSearchParams(Object.entries(filters).map(([name, value]) => [name, String(value)])).toString()}`;
export const policeList = '/lottery/policeManager';
/** A warning, open over the list. */
export const policeEventOf = (id: number): string => `${policeList}?event=${id}`;
export const policeRuleForm = '/lottery/policeCreat';
/** A rule that warns. */
export const policeRuleOf = (id: number): string => `${policeRuleForm}/${id}`;
