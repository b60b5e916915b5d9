/**
 * Which files of code the build makes. Each further file costs a round trip on a slow line and some milliseconds on a
 * slow processor, so what is needed together goes into one; a screen's own code is a file of its own.
 */
import type { Rolldown } from 'vite';

const ENTRY = /\/apps\/console\/main\.tsx$/;
const INSIDE = /\/apps\/console\/Inside\.tsx$/;
const EARLY = /\/apps\/console\/boot\/early\.ts$/;
/** What contracts are built from. Only forms validate with them. */
const SCHEMAS = /\/node_modules\/zod\/|\/foundation\/core\/(wire|calls)\.ts$/;
/**
 * What nearly every screen with a list needs, with the few style rules of these screens: a style sheet that loads later
 * makes the browser lay out the page again.
 */
const LIST =
  /\/(foundation\/console\/(list\/(data-table\/(DataTable|NewRowsButton)|FilterBar|filters|DateRangeFilter|use-list-address|use-steady-list|use-today)|overlay\/DetailDrawer|page\/ScreenLink|display\/(StatusBadge|detail|CopyText))|features\/exports\/console\/ExportButton)\.tsx?$|\/@tabler\/icons-react\/dist\/esm\/(createReactComponent|defaultAttributes)\.mjs$|\/features\/[\w-]+\/console\/\w+(List|Logs?)Screen\.module\.css$/;
/** The tables of calls: types only, no code. */
const CALLS = /\/features\/[\w-]+\/console\/calls\.ts$/;
/** The component library. Its index imports everything, so the parts that the first page draws are listed. */
const LIBRARY = /\/node_modules\/@mantine\/(core|hooks)\//;
const FIRST_PARTS =
  /\/@mantine\/\w+\/esm\/(core|components\/(ActionIcon|Button|CloseButton|Input|InputBase|Loader|PasswordInput|TextInput|Transition|UnstyledButton)|use-(did-update|id|isomorphic-effect|media-query|reduced-motion|uncontrolled))\//;

/** Menus, dialogs and drawers, with the library code they need. No page needs them for its first paint. */
const POPUPS =
  /\/(foundation\/console\/overlay\/popup-parts|apps\/console\/shell\/MenuDrawer)\.tsx$|\/node_modules\/(@floating-ui|tabbable|react-remove-scroll|react-remove-scroll-bar|react-style-singleton|use-callback-ref|use-sidecar|get-nonce|detect-node-es|tslib)\/|\/@mantine\/core\/esm\/(components|utils)\/(Combobox|Drawer|Floating|FocusTrap|Menu|Modal|ModalBase|NativeScrollArea|Overlay|Paper|Popover|Portal|RemoveScroll|ScrollArea|Select)\/|\/@mantine\/hooks\/esm\/use-(click-outside|focus-return|focus-trap|lock-scroll)\//;

/** The feature or library that a file belongs to. */
const OWNER = /\/(?:features|node_modules(?:\/@[\w-]+)?)\/([\w.-]+)\//;

interface Modules {
  getModuleInfo(id: string): { readonly importers: readonly string[]; readonly importedIds: readonly string[] } | null;
}

/** In order: a module goes to the first group that takes it. */
export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  { debugName: 'what runs first', name: (id, modules) => (leadsTo([EARLY], id, modules) ? 'early' : null) },
  {
    debugName: 'first page',
    name: (id, modules) => (leadsTo([ENTRY, FIRST_PARTS], id, modules) ? 'first' : null),
  },
  { name: 'schemas', test: SCHEMAS },
  { name: 'popups', test: POPUPS, includeDependenciesRecursively: false },
  {
    debugName: 'inside',
    name: (id, modules) => (leadsTo([INSIDE, LIBRARY, LIST, CALLS], id, modules) ? 'inside' : null),
  },
  // Code that several screens share is grouped by its owner, so that no screen loads another one's code or words.
  {
    debugName: 'forms of a feature',
    name: (id, modules) => (needsSchemas(id, modules) ? `${OWNER.exec(id)?.[1] ?? 'kit'}-form` : null),
    minShareCount: 2,
    includeDependenciesRecursively: false,
  },
  {
    debugName: 'of a feature or library',
    name: (id) => OWNER.exec(id)?.[1] ?? null,
    minShareCount: 2,
    minSize: 6_000,
    includeDependenciesRecursively: false,
  },
  { name: 'parts', minShareCount: 2 },
];

/** Whether it imports the schemas, directly or through others. */
function needsSchemas(id: string, modules: Modules, seen = new Set<string>()): boolean {
  if (SCHEMAS.test(id)) return true;
  if (seen.has(id)) return false;
  seen.add(id);
  return (modules.getModuleInfo(id)?.importedIds ?? []).some((other) => needsSchemas(other, modules, seen));
}

/**
 * Whether one of the `wanted` files imports it, directly or through others; what is only loaded later stays as it is.
 */
function leadsTo(wanted: readonly RegExp[], id: string, modules: Modules): boolean {
  const seen = new Set<string>();
  const waiting = [id];
  for (let module = waiting.pop(); module !== undefined; module = waiting.pop()) {
    if (wanted.some((each) => each.test(module))) return true;
    if (seen.has(module) || LIBRARY.test(module)) continue;
    seen.add(module);
    waiting.push(...(modules.getModuleInfo(module)?.importers ?? []));
  }
  return false;
}
