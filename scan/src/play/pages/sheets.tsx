import '../styles/pieces.css';
import '../styles/result.css';

/** Sheets over a draw, which open only once somebody has acted: they come together, apart from its page. */
export { ChallengeSheet } from './challenge-sheet.tsx';
export { ResultSheet } from './result-sheet.tsx';
export { ShareSheet } from './share-sheet.tsx';
