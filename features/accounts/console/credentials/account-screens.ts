/** The password and factor screens, under the menu group `/user`. Separate from the login screens, which load first. */
import type { Screen } from '#foundation/console/page/screen.ts';
import { memberRoles } from '#foundation/core/session.ts';
import { accountTitles } from '../../account-titles.ts';

export const accountScreens: readonly Screen[] = [
  {
    path: '/user/password',
    name: 'UserPassword',
    title: accountTitles.password,
    parent: '/user',
    component: () => import('./PasswordScreen.tsx'),
  },
  {
    path: '/user/paypassword',
    name: 'UserPayPassword',
    title: accountTitles.pay_password,
    roles: memberRoles,
    parent: '/user',
    component: () => import('./PayPasswordScreen.tsx'),
  },
  {
    path: '/user/bindgoogle',
    name: 'UserBindGoogle',
    title: accountTitles.bind_google,
    parent: '/user',
    component: () => import('./BindGoogleScreen.tsx'),
  },
  {
    path: '/user/bindphone',
    name: 'UserBindPhone',
    title: accountTitles.bind_phone,
    parent: '/user',
    component: () => import('./BindPhoneScreen.tsx'),
  },
];
