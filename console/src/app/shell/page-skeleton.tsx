import { useEffect, useState } from 'react';

const patienceMs = 300;

/** Grey bars in place of a page that takes longer than 300 ms to load. */
export const PageSkeleton = () => {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), patienceMs);
    return () => clearTimeout(timer);
  }, []);
  if (!isLate) return null;
  return (
    <div className="sheet page-fill page-skeleton" role="status" aria-label="正在加载">
      {Array.from({ length: 8 }, (_, index) => (
        <div key={index}>
          <i />
          <i />
          <i />
          <i />
        </div>
      ))}
    </div>
  );
};
