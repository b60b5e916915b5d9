/** The screens of a login: open to everybody, in no menu. */
import type { Screen } from '#foundation/console/screen.ts';
import { userScreenWords } from '../screen-words.ts';

export const userScreens: readonly Screen[] = [
  { path: '/login', name: 'Login', title: userScreenWords.login, open: true, hidden: true, component: () => import('./LoginScreen.tsx') },
  { path: '/register', name: 'Register', title: userScreenWords.register_title, open: true, hidden: true, component: () => import('./RegisterScreen.tsx') },
  { path: '/auth-redirect', name: 'AuthRedirect', title: userScreenWords.auth_redirect, open: true, hidden: true, component: () => import('./AuthRedirectScreen.tsx') },
];
