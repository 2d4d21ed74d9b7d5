import { ScanPage } from './scan-page.tsx';

/** 单码发货: products by themselves. */
export const AloneShip = () => <ScanPage name="alone" segment="item" />;

/** 箱码发货. */
export const BoxShip = () => <ScanPage name="box" segment="box" />;

/** 批量发货: runs of codes, lists and files. */
export const BatchShip = () => <ScanPage name="batch" segment="range" />;

/** 退货: goods that were signed for go back to where they came from. */
export const TakeBack = () => <ScanPage name="return" segment="auto" isReturn />;
