import { pictureExtensions, thumbAddress } from '@zhuiyuan/contract/media/attachment';
import { uploadApi, uploadRefusals } from '@zhuiyuan/contract/media/upload';
import { fill } from '@zhuiyuan/contract/kit/codes';
import { Image } from 'antd';
import ImagePlus from 'icon:image-plus';
import X from 'icon:x';
import { use, useState } from 'react';
import { Field, type FieldProps } from '../form/field.tsx';
import { ImagePickerContext } from '../form/image-picker-context.ts';
import { useMay } from '../../lib/session.ts';
import { toast } from '../../lib/toast.ts';
import { UploadTray } from '../upload/upload-tray.tsx';
import { useFileDrop } from '../upload/use-file-drop.ts';
import { useUploads } from '../upload/use-uploads.ts';
import { tooManyText } from './picks.ts';
import './image-field.css';

const refusalOf = (file: File): string | undefined =>
  pictureExtensions.some((extension) => file.name.toLowerCase().endsWith(`.${extension}`))
    ? undefined
    : fill(uploadRefusals.wrongType[1], { exts: pictureExtensions.join(',') });

/** Moves one item of a list to another place. */
export const moved = <T,>(list: readonly T[], from: number, to: number): T[] => {
  const rest = list.filter((_, at) => at !== from);
  const item = list[from];
  return item === undefined ? [...list] : [...rest.slice(0, to), item, ...rest.slice(to)];
};

interface PicturesInputProps {
  id?: string;
  value?: string[];
  onChange?: (value: string[]) => void;
  most: number;
  title: string;
  /** Words on the first picture, as 首张. */
  firstMark?: string;
  /** They are only looked at. */
  disabled?: boolean;
}

/** Pictures in order, dragged or moved by the arrow keys, with a tile that opens the library; files dropped or pasted there are uploaded into it. */
export const PicturesInput = ({
  id,
  value = [],
  onChange,
  most,
  title,
  firstMark,
  disabled = false,
}: PicturesInputProps) => {
  const pick = use(ImagePickerContext);
  const [dragged, setDragged] = useState<number>();
  const add = async () => {
    const picked = await pick?.({ title, most: most - value.length });
    if (picked) onChange?.([...new Set([...value, ...picked])].slice(0, most));
  };
  const may = useMay();
  const { items, queue } = useUploads(uploadApi.image, (arrived) => {
    toast.success('上传成功');
    onChange?.([...value, ...arrived.map(({ url }) => url)].slice(0, most));
  });
  const free = most - value.length;
  const mayDrop = !disabled && free > 0 && dragged === undefined && may(uploadApi.image.may);
  const drop = useFileDrop(mayDrop, (files) => {
    if (files.length > free) toast.warning(tooManyText(most));
    queue.add(files.slice(0, free), 0, refusalOf);
  });
  return (
    <Image.PreviewGroup>
      <div
        className={drop.isOver ? 'zy-pictures zy-pictures-over' : 'zy-pictures'}
        id={id}
        tabIndex={-1}
        {...drop.handlers}
      >
        {value.map((address, at) => (
          <figure
            key={address}
            draggable={most > 1 && !disabled}
            tabIndex={most > 1 ? 0 : undefined}
            aria-label={`第 ${at + 1} 张，共 ${value.length} 张`}
            onDragStart={() => setDragged(at)}
            onDragEnd={() => setDragged(undefined)}
            onDragOver={(event) => event.preventDefault()}
            onDrop={() => {
              if (dragged !== undefined) onChange?.(moved(value, dragged, at));
              setDragged(undefined);
            }}
            onKeyDown={(event) => {
              if (disabled) return;
              const to = event.key === 'ArrowLeft' ? at - 1 : event.key === 'ArrowRight' ? at + 1 : -1;
              if (to >= 0 && to < value.length) onChange?.(moved(value, at, to));
            }}
          >
            <Image
              src={thumbAddress(address)}
              width={88}
              height={88}
              alt={`第 ${at + 1} 张`}
              preview={{ mask: false, src: address }}
            />
            {firstMark && at === 0 && <figcaption>{firstMark}</figcaption>}
            {!disabled && (
              <button
                type="button"
                aria-label={`移除第 ${at + 1} 张`}
                onClick={() => onChange?.(value.filter((each) => each !== address))}
              >
                <X size={12} strokeWidth={2} aria-hidden="true" />
              </button>
            )}
          </figure>
        ))}
        {disabled && value.length === 0 && '—'}
        {!disabled && value.length < most && (
          <button type="button" className="zy-pictures-add" onClick={() => void add()}>
            <ImagePlus size={20} strokeWidth={1.6} aria-hidden="true" />
            选择图片
          </button>
        )}
      </div>
      <UploadTray items={items} queue={queue} />
    </Image.PreviewGroup>
  );
};

const PictureInput = ({
  value,
  onChange,
  ...rest
}: {
  id?: string;
  value?: string;
  onChange?: (value: string) => void;
  title: string;
  disabled?: boolean;
}) => <PicturesInput {...rest} most={1} value={value ? [value] : []} onChange={(next) => onChange?.(next[0] ?? '')} />;

/** One picture from the library; the draft keeps its address. */
export const ImageField = ({ disabled, ...field }: FieldProps & { disabled?: boolean }) => (
  <Field {...field}>
    <PictureInput title={field.label} disabled={disabled} />
  </Field>
);

/** Several pictures from the library in order; the draft keeps their addresses. */
export const ImagesField = ({ most, firstMark, ...field }: FieldProps & { most: number; firstMark?: string }) => (
  <Field isWide {...field}>
    <PicturesInput most={most} title={field.label} firstMark={firstMark} />
  </Field>
);
