/**
 * A minimal console: the libraries that ours uses, and plain elements. It shows what the machine itself needs;
 * `bench/console` compares it with our console. Independent of the product and never shown to users.
 */
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
  useNavigate,
} from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';

type Row = Readonly<Record<string, string>>;

const root = createRootRoute({ component: Outlet });
const routes = [
  createRoute({ getParentRoute: () => root, path: '/', component: Login }),
  createRoute({ getParentRoute: () => root, path: '/rows', component: () => <Rows count={20} /> }),
  createRoute({ getParentRoute: () => root, path: '/more-rows', component: () => <Rows count={100} /> }),
];
const router = createRouter({ routeTree: root.addChildren(routes), history: createHashHistory() });

const page = document.getElementById('root');
if (!page) throw new Error('the page has no root element');
createRoot(page).render(
  <QueryClientProvider client={new QueryClient()}>
    <RouterProvider router={router} />
  </QueryClientProvider>,
);

function Login() {
  const navigate = useNavigate();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void navigate({ to: '/rows' });
      }}
    >
      <label>
        Account <input name="account" />
      </label>
      <label>
        Password <input name="password" type="password" />
      </label>
      <button type="submit">Log in</button>
    </form>
  );
}

function Rows({ count }: { count: number }) {
  const { data = [] } = useQuery({
    queryKey: ['rows', count],
    queryFn: async () => (await fetch(`./rows-${count}.json`)).json() as Promise<Row[]>,
  });
  const [first] = data;
  return (
    <table>
      <thead>
        <tr>
          {Object.keys(first ?? {}).map((name) => (
            <th key={name}>{name}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {data.map((row, index) => (
          <tr key={row['systemNo']} data-index={index}>
            {Object.entries(row).map(([name, value]) => (
              <td key={name}>{value}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
