import { Link } from 'react-router';
import { firstScreen, flattened, trailOf } from '../routes/menu-entries.ts';
import { useConsole } from '../routes/use-console.ts';

interface Level {
  name: string;
  to: string;
}

const useLevels = (): Level[] => {
  const { menu, row, title } = useConsole();
  if (!title) return [];
  const trail = row ? trailOf(flattened(menu), row.activeMenu ?? row.path) : [];
  const levels = trail.map((entry) => ({ name: entry.name, to: firstScreen(entry).url }));
  if (!row?.activeMenu && levels.length > 0) levels.pop();
  return [...levels, { name: title, to: '' }];
};

/** Where one is, from the first level of the menu; the last level is the page itself. */
export const Breadcrumb = () => {
  const levels = useLevels();
  return (
    <nav className="crumbs" aria-label="面包屑">
      <ol>
        {levels.map(({ name, to }) => (
          <li key={name}>{to ? <Link to={to}>{name}</Link> : <span aria-current="page">{name}</span>}</li>
        ))}
      </ol>
    </nav>
  );
};
