import '../styles/pieces.css';
import '../styles/papers.css';
import '../styles/prize.css';

/** Pages of what is the shopper's own, which no draw needs: they come together, apart from it. */
export { MessagesPage } from './messages.tsx';
export { PacketPage } from './packet.tsx';
export { PrizePage } from './prize.tsx';
export { PrizesPage } from './prizes.tsx';
