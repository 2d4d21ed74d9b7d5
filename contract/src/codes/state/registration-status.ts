import { enumeration } from '../../kit/enumeration.ts';

/** How far the registration of an identifier has come. */
export const RegistrationStatus = enumeration(
  { value: 0, label: '未提交', tone: 'idle' },
  { value: 4, label: '排队中', tone: 'wait' },
  { value: 1, label: '已注册', tone: 'good' },
  { value: 2, label: '已解析', tone: 'doing' },
  { value: 3, label: '解析失败', tone: 'bad' },
  { value: 5, label: '注册失败', tone: 'bad' },
);
