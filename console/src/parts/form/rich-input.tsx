import { Image as TiptapImage } from '@tiptap/extension-image';
import { EditorContent, useEditor, useEditorState, type Editor } from '@tiptap/react';
import { StarterKit } from '@tiptap/starter-kit';
import Bold from 'icon:bold';
import Heading2 from 'icon:heading-2';
import Heading3 from 'icon:heading-3';
import ImagePlus from 'icon:image-plus';
import Italic from 'icon:italic';
import LinkIcon from 'icon:link';
import List from 'icon:list';
import ListOrdered from 'icon:list-ordered';
import Quote from 'icon:quote';
import Redo2 from 'icon:redo-2';
import Underline from 'icon:underline';
import Undo2 from 'icon:undo-2';
import type { IconType } from '../icon/make-icon.tsx';
import { use, useEffect, useRef } from 'react';
import { ImagePickerContext } from './image-picker-context.ts';
import './rich-input.css';

const extensions = [
  StarterKit.configure({
    heading: { levels: [2, 3] },
    codeBlock: false,
    code: false,
    link: { openOnClick: false, protocols: ['tel', 'mailto'] },
  }),
  TiptapImage,
];

interface Tool {
  icon: IconType;
  label: string;
  isOn?: (editor: Editor) => boolean;
  run: (editor: Editor) => unknown;
}

const tools: Tool[] = [
  {
    icon: Heading2,
    label: '大标题',
    isOn: (e) => e.isActive('heading', { level: 2 }),
    run: (e) => e.chain().focus().toggleHeading({ level: 2 }).run(),
  },
  {
    icon: Heading3,
    label: '小标题',
    isOn: (e) => e.isActive('heading', { level: 3 }),
    run: (e) => e.chain().focus().toggleHeading({ level: 3 }).run(),
  },
  { icon: Bold, label: '加粗', isOn: (e) => e.isActive('bold'), run: (e) => e.chain().focus().toggleBold().run() },
  {
    icon: Italic,
    label: '斜体',
    isOn: (e) => e.isActive('italic'),
    run: (e) => e.chain().focus().toggleItalic().run(),
  },
  {
    icon: Underline,
    label: '下划线',
    isOn: (e) => e.isActive('underline'),
    run: (e) => e.chain().focus().toggleUnderline().run(),
  },
  {
    icon: List,
    label: '项目符号',
    isOn: (e) => e.isActive('bulletList'),
    run: (e) => e.chain().focus().toggleBulletList().run(),
  },
  {
    icon: ListOrdered,
    label: '编号',
    isOn: (e) => e.isActive('orderedList'),
    run: (e) => e.chain().focus().toggleOrderedList().run(),
  },
  {
    icon: Quote,
    label: '引用',
    isOn: (e) => e.isActive('blockquote'),
    run: (e) => e.chain().focus().toggleBlockquote().run(),
  },
  { icon: Undo2, label: '撤销', run: (e) => e.chain().focus().undo().run() },
  { icon: Redo2, label: '重做', run: (e) => e.chain().focus().redo().run() },
];

const askLink = (editor: Editor): void => {
  const before = editor.getAttributes('link')['href'] as string | undefined;
  // oxlint-disable-next-line no-alert -- one line of text, asked where the caret is; a dialog would take the selection away
  const address = window.prompt('链接地址，留空则去掉链接', before ?? 'https://');
  if (address === null) return;
  const chain = editor.chain().focus().extendMarkRange('link');
  if (/^(?:https?:\/\/|\/|tel:|mailto:)\S+$/.test(address)) chain.setLink({ href: address }).run();
  else chain.unsetLink().run();
};

interface RichInputProps {
  id?: string;
  value?: string;
  onChange?: (html: string) => void;
}

/** Text that was typed without tags becomes paragraphs. */
const asHtml = (text: string): string =>
  /<\w/.test(text) || text === ''
    ? text
    : text
        .split(/\n+/)
        .map((line) => `<p>${line.replace(/&/g, '&amp;').replace(/</g, '&lt;')}</p>`)
        .join('');

/** Text with headings, lists, links and pictures of the library; the value is html, '' when there is nothing. */
export const RichInput = ({ id, value = '', onChange }: RichInputProps) => {
  const pick = use(ImagePickerContext);
  const told = useRef(value);
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });
  const editor = useEditor({
    extensions,
    content: asHtml(value),
    editorProps: { attributes: { 'aria-label': '富文本内容', role: 'textbox', 'aria-multiline': 'true' } },
    onUpdate: ({ editor: now }) => {
      told.current = now.isEmpty ? '' : now.getHTML();
      latest.current?.(told.current);
    },
  });
  // A value from outside (another row was loaded) replaces what stands here; what was typed here comes back unchanged.
  useEffect(() => {
    if (value === told.current) return;
    told.current = value;
    editor.commands.setContent(asHtml(value), { emitUpdate: false });
  }, [editor, value]);
  const on = useEditorState({
    editor,
    selector: ({ editor: now }) => tools.map(({ isOn }) => isOn?.(now) ?? false),
  });
  const addPictures = async () => {
    const picked = await pick?.({ title: '选择图片', most: 9 });
    for (const src of picked ?? []) editor.chain().focus().setImage({ src }).run();
  };
  return (
    <div className="zy-rich" id={id}>
      <div className="zy-rich-tools" role="toolbar" aria-label="排版">
        {tools.map(({ icon: Icon, label, run }, at) => (
          <button
            key={label}
            type="button"
            title={label}
            aria-label={label}
            aria-pressed={on[at]}
            onClick={() => run(editor)}
          >
            <Icon size={16} strokeWidth={1.6} aria-hidden="true" />
          </button>
        ))}
        <button type="button" title="链接" aria-label="链接" onClick={() => askLink(editor)}>
          <LinkIcon size={16} strokeWidth={1.6} aria-hidden="true" />
        </button>
        <button type="button" title="图片" aria-label="图片" onClick={() => void addPictures()}>
          <ImagePlus size={16} strokeWidth={1.6} aria-hidden="true" />
        </button>
      </div>
      <EditorContent editor={editor} className="zy-rich-text" />
    </div>
  );
};
