import { PlayTheme } from '@zhuiyuan/contract/campaign/campaign-states';
import { playColors } from '@zhuiyuan/contract/campaign/play-colors';
import { findDrawn } from '@zhuiyuan/contract/campaign/template/template';
import { thumbAddress } from '@zhuiyuan/contract/media/attachment';
import type { CSSProperties } from 'react';
import { around, playLooks } from '../activity/play-looks.tsx';
import './templates.css';

/** The cover of a template: a picture, or the drawing of a way of playing. */
export const TemplateCover = ({
  cover,
  theme = PlayTheme.red,
  label = '',
}: {
  cover: string;
  theme?: PlayTheme;
  label?: string;
}) => {
  const drawn = findDrawn(cover);
  if (drawn === undefined)
    return <img className="zy-template-cover" src={thumbAddress(cover)} alt={label} loading="lazy" />;
  const { ground, panel, hub } = playColors[theme];
  const colors = { '--zy-play-ground': ground, '--zy-play-deep': panel, '--zy-play-red': hub } as CSSProperties;
  const { Art } = playLooks[drawn];
  return (
    <svg className="zy-template-cover" style={colors} viewBox="0 0 320 180" role="img" aria-label={label || '封面'}>
      <rect width="320" height="180" className="zy-art-ground" />
      <g className="zy-art-rays">
        {around(18, 230).map(({ x, y }) => (
          <path key={`${x} ${y}`} d={`M160 90 L${x} ${y}`} />
        ))}
      </g>
      <Art />
    </svg>
  );
};
