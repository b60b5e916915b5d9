/** Icons of the screens that are loaded for one role, by the screen's or group's name. */
import type { IconProps } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { cell } from '#foundation/console/wire/signal.ts';

export type OwnIcons = Readonly<Record<string, ComponentType<IconProps>>>;

export const ownIcons = cell<OwnIcons>({});
