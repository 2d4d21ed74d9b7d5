import { ActScene } from '@zhuiyuan/contract/campaign/campaign-states';

/** Where activities are found. */
export const activityList = '/lottery/activeManager';
export const benchList = '/lottery/ai/active/manage';
export const templatePage = '/lottery/ai/active/activeTemplate';
export const recycleBin = '/lottery/ai/active/del';
export const editorPage = '/lottery/activeCreat';
export const gameList = '/lottery/interact/manage';
export const gameEditor = '/lottery/interact/creat';
/** Where an activity is edited. */
export const editorOf = ({ actScene }: { actScene: number }): string =>
  actScene === ActScene.interact ? gameEditor : editorPage;
export { activityPage as detailPage } from '../../../lib/object-addresses.ts';
