/** Where activities are found. */
export const activityList = '/lottery/activeManager';
export const benchList = '/lottery/ai/active/manage';
export const templatePage = '/lottery/ai/active/activeTemplate';
export const recycleBin = '/lottery/ai/active/del';
export const editorPage = '/lottery/activeCreat';
export { activityPage as detailPage } from '../../../lib/object-addresses.ts';
