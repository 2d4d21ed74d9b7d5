/** A drawing of Lucide by its name there, as `icon:trash-2`; `icon-files.ts` beside this folder makes a component of it. */
declare module 'icon:*' {
  import type { IconType } from './parts/icon/make-icon.tsx';

  const icon: IconType;
  export default icon;
}
