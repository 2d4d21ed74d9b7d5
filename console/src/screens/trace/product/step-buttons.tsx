import { Button } from 'antd';
import type { MouseEvent } from 'react';
import { useNarrow } from '../../../parts/frame/use-narrow.ts';

/** The section one is at: the last whose head has passed the upper third of the window. */
const step = (by: 1 | -1) => (event: MouseEvent<HTMLElement>) => {
  const sections = [...(event.currentTarget.closest('.zy-form-page')?.querySelectorAll('.zy-form-section') ?? [])];
  const at = sections.findLastIndex((section) => section.getBoundingClientRect().top < innerHeight / 3);
  sections[Math.max(0, at) + by]?.scrollIntoView({ behavior: 'smooth', block: 'start' });
};

/** 上一步 and 下一步 of a form whose sections are its steps; a phone has no room for them beside what is still wrong. */
export const StepButtons = () =>
  useNarrow() ? null : (
    <>
      <Button onClick={step(-1)}>上一步</Button>
      <Button onClick={step(1)}>下一步</Button>
    </>
  );
