/**
 * Panels, menus, dialogs and drawers, rendered by the component library. Only `load-popups.ts` loads this file; other
 * code uses `Popup`, `PopupMenu`, `Dialog` or `DetailDrawer`.
 */
import { Drawer, Menu, Modal, type ModalProps, Popover } from '@mantine/core';
import {
  Fragment,
  type ReactNode,
  type Ref,
  type RefObject,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useRef,
} from 'react';
import { CheckIcon, ChevronDownIcon, ChevronUpIcon } from '#foundation/console/display/icons.tsx';
import { IconButton } from '#foundation/console/display/IconButton.tsx';
import { PrintHead } from '#foundation/console/list/PrintHead.tsx';
import { kitWords } from '#foundation/console/page/kit-words.ts';
import classes from './popup-parts.module.css';
import { shortcutsOn } from '#foundation/console/page/single-keys.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import { popupWords } from './popup-words.ts';
import { useEscape } from './use-escape.ts';
import type { RowSteps } from './use-row-steps.ts';

export interface PopupPlace {
  /** The button's id. The button labels the panel, whose id is `<id>-dropdown`. */
  id: string;
  /** The element at which the panel is positioned. A press on it does not count as outside. */
  anchor: RefObject<HTMLElement | null>;
  position: 'bottom-start' | 'bottom-end';
  /** Default: as wide as the content. */
  width?: number | string | undefined;
  opened: boolean;
  onClose: () => void;
}

export interface PopupPanelProps extends PopupPlace {
  /** The id of the panel's title. Default: the button. */
  labelledBy?: string | undefined;
  /** Without padding. */
  flush: boolean;
  children: ReactNode;
}

export function PopupPanel({
  id,
  anchor,
  position,
  width = 'max-content',
  opened,
  onClose,
  labelledBy,
  flush,
  children,
}: PopupPanelProps) {
  // With the focus in a field that the panel belongs to, Escape closes the panel and not the dialog around the field.
  useEscape(opened, true, onClose);
  return (
    <Popover
      id={id}
      opened={opened}
      onChange={(open) => open || onClose()}
      position={position}
      width={width}
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <Anchor at={anchor} />
      </Popover.Target>
      <Popover.Dropdown
        // In a dialog, Escape closes the panel and not the dialog too (see `use-escape.ts`).
        data-mantine-stop-propagation
        {...(flush ? { p: 0 } : {})}
        {...(labelledBy === undefined ? {} : { 'aria-labelledby': labelledBy })}
      >
        {children}
      </Popover.Dropdown>
    </Popover>
  );
}

export interface MenuItem {
  key: string;
  label: ReactNode;
  icon?: ReactNode;
  /** Shown at the end. */
  end?: ReactNode;
  lang?: string | undefined;
  /** Set for values to choose from; the chosen one is ticked. */
  chosen?: boolean;
  /** One of several values that can be chosen together: the menu stays open. */
  several?: boolean;
  onClick: () => void;
}

/** Groups of related items, separated by lines. */
export type MenuGroups = readonly (readonly MenuItem[])[];

export interface MenuPanelProps extends PopupPlace {
  groups: MenuGroups;
  /** Above the items. */
  head?: ReactNode;
  /** Default: the button. */
  label?: string | undefined;
  offset?: number | undefined;
  /** The items are values to choose from: the chosen one gets the focus, and a long list scrolls. */
  values?: boolean;
  /** Opened with an arrow key: the first item gets the focus. */
  byKeys?: boolean;
}

export function MenuPanel(props: MenuPanelProps) {
  const {
    id,
    anchor,
    position,
    width = 'max-content',
    opened,
    onClose,
    groups,
    head,
    label,
    offset = 8,
    values = false,
    byKeys = false,
  } = props;
  const focused = values
    ? (groups.flat().find(({ chosen }) => chosen) ?? groups.flat()[0])
    : byKeys
      ? groups.flat()[0]
      : undefined;
  return (
    <Menu
      id={id}
      opened={opened}
      onChange={(open) => open || onClose()}
      position={position}
      width={width}
      offset={offset}
      shadow="md"
      alignItemsLabels="none"
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <Anchor at={anchor} />
      </Menu.Target>
      <Menu.Dropdown
        {...(label === undefined ? {} : { 'aria-label': label, 'aria-labelledby': undefined })}
        {...(values ? { className: classes.values } : {})}
      >
        {head}
        {/* Opened by the pointer, no item has the focus. The library's focus placeholder is not valid in a menu. A list of
            values can scroll, so keys must reach it. */}
        <div
          role="group"
          tabIndex={values ? 0 : -1}
          data-autofocus={focused === undefined || undefined}
          className={classes.items}
        >
          {groups.map((items, index) => (
            <Fragment key={items[0]?.key}>
              {(index > 0 || head !== undefined) && <Menu.Divider />}
              {items.map((item) => (
                <Item key={item.key} item={item} focused={item === focused} />
              ))}
            </Fragment>
          ))}
        </div>
      </Menu.Dropdown>
    </Menu>
  );
}

function Item({ item, focused }: { item: MenuItem; focused: boolean }) {
  const { label, icon, end, lang, chosen, several = false, onClick } = item;
  const props = { lang, onClick, 'data-autofocus': focused || undefined };
  if (chosen === undefined)
    return (
      <Menu.Item {...props} leftSection={icon} rightSection={end}>
        {label}
      </Menu.Item>
    );
  // Ticks the chosen item at its end, as everywhere in the console, instead of the library's sign at the start.
  const ticked = {
    ...props,
    checked: chosen,
    closeMenuOnClick: !several,
    rightSection: chosen ? <CheckIcon size={14} /> : undefined,
    classNames: { itemIndicator: classes.visuallyHidden ?? '' },
  };
  return several ? (
    <Menu.CheckboxItem {...ticked}>{label}</Menu.CheckboxItem>
  ) : (
    <Menu.RadioItem {...ticked} value="">
      {label}
    </Menu.RadioItem>
  );
}

/** Passes the anchor element to the library. Renders nothing; the button sets its own ARIA attributes. */
function Anchor({ at, ref }: { at: RefObject<HTMLElement | null>; ref?: Ref<HTMLElement | null> }) {
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(ref, () => at.current, [at]);
  return null;
}

export type DialogProps = Pick<
  ModalProps,
  | 'opened'
  | 'onClose'
  | 'title'
  | 'children'
  | 'size'
  | 'padding'
  | 'yOffset'
  | 'centered'
  | 'returnFocus'
  | 'withCloseButton'
  | 'closeOnClickOutside'
  | 'closeOnEscape'
>;

const titleStyle = { title: { fontWeight: 600, fontSize: 16 } };
/** A `header` element would count as a second banner of the page. */
const noBanner = { header: { role: 'presentation' } };

export function DialogPanel({ closeOnEscape = true, ...props }: DialogProps) {
  const t = useWords(kitWords);
  useEscape(props.opened, closeOnEscape, props.onClose);
  return (
    <Modal
      padding="lg"
      transitionProps={{ duration: 140 }}
      closeButtonProps={{ 'aria-label': t('close') }}
      styles={titleStyle}
      attributes={noBanner}
      {...props}
      closeOnEscape={false}
    />
  );
}

export interface DrawerProps {
  opened: boolean;
  title: ReactNode;
  /** Default: wide enough for a list's details. */
  widthPx?: number;
  /** Prints the page below instead of the drawer. */
  unprinted?: boolean;
  /** Leads to the rows before and after the open one, also with J and K. */
  steps?: RowSteps | undefined;
  /** How much the page below is darkened, from 0 to 1. Less if it should stay visible. */
  shade?: number;
  onClose: () => void;
  children: ReactNode;
}

export function DrawerPanel({
  opened,
  title,
  widthPx = 640,
  shade = 0.25,
  unprinted = false,
  steps,
  onClose,
  children,
}: DrawerProps) {
  const t = useWords(kitWords);
  useEscape(opened, true, onClose);
  return (
    <Drawer.Root
      opened={opened}
      onClose={onClose}
      closeOnEscape={false}
      position="right"
      size={`min(${widthPx}px, 100vw)`}
      padding="lg"
      transitionProps={{ duration: 160 }}
      styles={titleStyle}
      attributes={{ ...noBanner, content: { 'data-print': unprinted ? 'never' : 'details', 'data-drawer': '' } }}
    >
      <Drawer.Overlay backgroundOpacity={shade} />
      <Drawer.Content>
        <Drawer.Header>
          <Drawer.Title>{title}</Drawer.Title>
          {steps && <RowStepButtons {...steps} />}
          <Drawer.CloseButton aria-label={t('close')} data-autofocus {...(steps ? { ms: 0 } : {})} />
        </Drawer.Header>
        <Drawer.Body>
          <PrintHead />
          {children}
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}

/** Outside the title, which names the dialog. J and K do the same outside of text fields. */
function RowStepButtons({ previous, next }: RowSteps) {
  const t = useWords(popupWords);
  const own = useRef<HTMLSpanElement>(null);
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || !shortcutsOn.get()) return;
    if (event.target instanceof Element && event.target.closest('input, textarea, select') !== null) return;
    // Not while the focus is in a dialog above.
    const dialog = event.target instanceof Element ? event.target.closest('[role="dialog"]') : null;
    const step = { KeyJ: next, KeyK: previous }[event.code];
    if (!step || (dialog !== null && !dialog.contains(own.current))) return;
    event.preventDefault();
    step();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
  return (
    <span ref={own} className={classes.steps} data-print="never">
      {(
        [
          ['previous_row', previous, ChevronUpIcon, 'K'],
          ['next_row', next, ChevronDownIcon, 'J'],
        ] as const
      ).map(([name, step, Icon, key]) => (
        <IconButton
          key={name}
          label={t(name)}
          title={`${t(name)} (${key})`}
          aria-keyshortcuts={key}
          aria-disabled={step === undefined}
          onClick={step}
        >
          <Icon size={18} />
        </IconButton>
      ))}
    </span>
  );
}
