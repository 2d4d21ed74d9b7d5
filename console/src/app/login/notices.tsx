import { createStore } from '../../lib/store.ts';
import { Mark } from './mark.tsx';

interface Notice {
  id: number;
  text: string;
}

const notices = createStore<readonly Notice[]>([]);
let lastId = 0;

/** Shows a failure at the top of the page for some seconds. */
export const showNotice = (text: string, seconds = 5): void => {
  lastId += 1;
  const notice = { id: lastId, text };
  notices.set([notice]);
  setTimeout(() => notices.set(notices.get().filter((one) => one !== notice)), seconds * 1000);
};

/** Where notices appear. */
export const Notices = () => (
  <div className="notices" role="alert">
    {notices.use().map(({ id, text }) => (
      <p key={id}>
        <Mark name="wrong" />
        {text}
      </p>
    ))}
  </div>
);
