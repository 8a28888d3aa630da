// Imported before all other styles, because it orders the layers.
import './global.css';
import { RouterProvider } from '@tanstack/react-router';
import { loadOnce } from '#web/lib/lazy-page.ts';
import { AuthProvider } from '#web/lib/session/auth-context.ts';
import { followTheme } from '#web/lib/theme.ts';
import { createAppRouter } from './router.tsx';
import { session } from './session.ts';

followTheme();
const cache = loadOnce(async () => (await import('./signed-in.ts')).queryClient);
const router = createAppRouter({ session, cache });

/** The application with its providers. */
export function App() {
  return (
    <AuthProvider session={session}>
      <RouterProvider router={router} />
    </AuthProvider>
  );
}
