import { useEffect, useEffectEvent } from 'react';
import { createPortal } from 'react-dom';
import { LabelFace, type DrawnLabel } from './label-face.tsx';

export interface LabelSheet {
  labels: readonly DrawnLabel[];
  mould: number;
  isColoured: boolean;
}

/** The labels on paper: nothing else of the page is printed. */
export const LabelPaper = ({ sheet, done }: { sheet: LabelSheet; done: () => void }) => {
  const print = useEffectEvent(() => {
    window.print();
    done();
  });
  useEffect(() => {
    document.body.classList.add('zy-printing');
    const timer = setTimeout(() => print(), 100);
    return () => {
      clearTimeout(timer);
      document.body.classList.remove('zy-printing');
    };
  }, []);
  return createPortal(
    <div className="zy-paper">
      {sheet.labels.map((label) => (
        <LabelFace key={label.key} label={label} mould={sheet.mould} isColoured={sheet.isColoured} />
      ))}
    </div>,
    document.body,
  );
};
