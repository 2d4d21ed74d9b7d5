import { Button } from 'antd';
import Video from 'icon:video';
import X from 'icon:x';
import { use } from 'react';
import { ImagePickerContext } from '../form/image-picker-context.ts';
import './video-input.css';

/** One video from the library; the value is its address. */
export const VideoInput = ({
  id,
  value,
  onChange,
}: {
  id?: string;
  value?: string;
  onChange?: (address: string) => void;
}) => {
  const pick = use(ImagePickerContext);
  const choose = async () => {
    const [address] = (await pick?.({ title: '选择视频', most: 1, kind: 'video' })) ?? [];
    if (address) onChange?.(address);
  };
  return (
    <div className="zy-video-input" id={id} tabIndex={-1}>
      {value && <video src={value} controls preload="metadata" />}
      <Button icon={<Video size={14} strokeWidth={1.6} />} onClick={() => void choose()}>
        {value ? '更换视频' : '选择视频'}
      </Button>
      {value && (
        <Button type="text" icon={<X size={14} strokeWidth={1.6} />} onClick={() => onChange?.('')}>
          移除
        </Button>
      )}
    </div>
  );
};
