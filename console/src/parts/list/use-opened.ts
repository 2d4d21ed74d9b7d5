import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router';

/**
 * Number of the row whose drawer stands open beside a list, in the address as `name`: the drawer is there again after a reload, and
 * for who comes back from where it led. Filters and whatever else the address says stay.
 */
export const useOpened = (name = 'open'): [id: number | undefined, open: (id: number | undefined) => void] => {
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  const asked = Number(new URLSearchParams(search).get(name));
  const open = useCallback(
    (id: number | undefined) => {
      const params = new URLSearchParams(search);
      if (id === undefined) params.delete(name);
      else params.set(name, String(id));
      void navigate({ pathname, search: params.toString(), hash }, { replace: true });
    },
    [name, navigate, pathname, search, hash],
  );
  return [Number.isSafeInteger(asked) && asked > 0 ? asked : undefined, open];
};
