import CircleAlert from 'icon:circle-alert';
import CircleCheck from 'icon:circle-check';
import Info from 'icon:info';
import LoaderCircle from 'icon:loader-circle';
import TriangleAlert from 'icon:triangle-alert';
import type { IconType } from '../icon/make-icon.tsx';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import './notice-bar.css';

type NoticeTone = 'bad' | 'wait' | 'doing' | 'good' | 'idle';

const icons: Record<NoticeTone, IconType> = {
  bad: CircleAlert,
  wait: TriangleAlert,
  doing: LoaderCircle,
  good: CircleCheck,
  idle: Info,
};

/** A notice or long work inside the page, in the tone's ground and text; its link is underlined in the same colour. */
export const NoticeBar = ({
  tone,
  children,
  link,
  aside,
}: {
  tone: NoticeTone;
  children: ReactNode;
  link?: { text: string; to?: string; run?: () => void };
  aside?: ReactNode;
}) => {
  const Icon = icons[tone];
  return (
    <div className={`zy-notice zy-notice-${tone}`} role={tone === 'bad' ? 'alert' : 'status'}>
      <Icon size={16} strokeWidth={1.6} aria-hidden="true" className={tone === 'doing' ? 'zy-turn' : undefined} />
      <span className="zy-notice-text">{children}</span>
      {aside && <small>{aside}</small>}
      {link?.to && <Link to={link.to}>{link.text}</Link>}
      {link?.run && (
        <button type="button" onClick={link.run}>
          {link.text}
        </button>
      )}
    </div>
  );
};
