/**
 * The screens before login: public and in no menu. The login screen is in the first chunk, so that it needs no second
 * request.
 */
import type { Screen } from '#foundation/console/page/screen.ts';
import { resetTitles } from '../reset-titles.ts';
import { userScreenWords } from '../screen-words.ts';
import * as login from './public/LoginScreen.tsx';

export const userScreens: readonly Screen[] = [
  {
    path: '/login',
    name: 'Login',
    title: userScreenWords.login,
    open: true,
    hidden: true,
    component: () => Promise.resolve(login),
  },
  {
    path: '/register',
    name: 'Register',
    title: userScreenWords.register_title,
    open: true,
    hidden: true,
    component: () => import('./public/RegisterScreen.tsx'),
  },
  {
    path: '/reset-password',
    name: 'ResetPassword',
    title: resetTitles.reset_title,
    open: true,
    hidden: true,
    component: () => import('./public/ResetPasswordScreen.tsx'),
  },
  {
    path: '/auth-redirect',
    name: 'AuthRedirect',
    title: userScreenWords.auth_redirect,
    open: true,
    hidden: true,
    component: () => import('./public/AuthRedirectScreen.tsx'),
  },
];
