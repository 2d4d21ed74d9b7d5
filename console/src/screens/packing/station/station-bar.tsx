import { packingApi } from '@zhuiyuan/contract/packing/packing';
import { minuteText } from '@zhuiyuan/contract/kit/clock';
import { Button } from 'antd';
import Minimize2 from 'icon:minimize-2';
import PackageOpen from 'icon:package-open';
import Settings2 from 'icon:settings-2';
import Volume2 from 'icon:volume-2';
import VolumeX from 'icon:volume-x';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { session, useMay } from '../../../lib/session.ts';
import { confirm } from '../../../lib/toast.ts';

const boxList = '/identity/packManager';
const tickMs = 1000;

const clock = (): string => minuteText(Date.now());

const Clock = () => {
  const [text, setText] = useState(clock);
  useEffect(() => {
    const timer = setInterval(() => setText(clock()), tickMs);
    return () => clearInterval(timer);
  }, []);
  return <time className="zy-station-clock">{text}</time>;
};

/** The bar of a station, which stands in no shell: what is done here, by whom, and the way out. */
export const StationBar = ({
  title,
  hasSound,
  setSound,
  edit,
  pending,
}: {
  title: string;
  hasSound: boolean;
  setSound: (hasSound: boolean) => void;
  edit: () => void;
  /** What was scanned and not submitted, '' where nothing was. */
  pending: string;
}) => {
  const navigate = useNavigate();
  const may = useMay();
  const person = session.use((current) => current?.admin.realName);
  const leave = async () => {
    const text = `还有 ${pending}未提交，已留在本机，确定退出工位？`;
    if (pending && !(await confirm({ text, verb: '退出', saysCancelled: false }))) return;
    void navigate(may(packingApi.list.may) ? boxList : '/');
  };
  const Sound = hasSound ? Volume2 : VolumeX;
  return (
    <header className="zy-station-bar">
      <PackageOpen size={28} strokeWidth={1.6} aria-hidden="true" />
      <b>{title}</b>
      <span className="zy-station-gap" />
      <button type="button" className="zy-station-sound" onClick={() => setSound(!hasSound)}>
        <Sound size={18} strokeWidth={1.6} aria-hidden="true" />
        <span>{hasSound ? '声音开' : '声音关'}</span>
      </button>
      <span className="zy-station-person">{person}</span>
      <Clock />
      <Button size="large" icon={<Settings2 size={16} strokeWidth={1.6} />} onClick={edit}>
        工位设置
      </Button>
      <Button size="large" icon={<Minimize2 size={16} strokeWidth={1.6} />} onClick={() => void leave()}>
        退出工位
      </Button>
    </header>
  );
};
