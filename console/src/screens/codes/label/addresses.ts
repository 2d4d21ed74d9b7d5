export const mouldList = '/lottery/ai/markCode/mouldManage';
/** Address of the designer, for a new mould or an existing one. */
export const mouldEditor = (id?: number): string => `/lottery/ai/markCode/mouldEdit${id === undefined ? '' : `/${id}`}`;
