import type { ReactNode } from 'react';
import './op.css';

/** A page for one kind of operation. */
export const OpPage = ({ children }: { children: ReactNode }) => <div className="zy-op">{children}</div>;
