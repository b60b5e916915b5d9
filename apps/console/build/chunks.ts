/**
 * Which files of code the build makes. Each further file costs a round trip on a slow line and some milliseconds on a
 * slow processor, so what is needed together goes into one; a screen's own code is a file of its own.
 */
import type { Plugin, Rolldown } from 'vite';

const ENTRY = /\/apps\/console\/main\.tsx$/;
const AUTHENTICATED_APP = /\/apps\/console\/AuthenticatedApp\.tsx$/;
const EARLY = /\/apps\/console\/boot\/early\.ts$/;
/** What contracts are built from. Only forms validate with them. */
const schemas = [/\/node_modules\/zod\//, /\/foundation\/core\/wire\.ts$/, /\/foundation\/core\/calls\.ts$/];
/**
 * What nearly every screen with a list needs, with the few style rules of these screens: a style sheet that loads later
 * makes the browser lay out the page again.
 */
const list = [
  ...[
    'list/data-table/DataTable',
    'list/data-table/NewRowsButton',
    'list/FilterBar',
    'list/filters',
    'list/DateRangeFilter',
    'list/use-list-address',
    'list/use-stable-list',
    'list/use-today',
    'overlay/DetailDrawer',
    'page/ScreenLink',
    'display/StatusBadge',
    'display/detail',
    'display/CopyText',
  ].map((file) => new RegExp(`/foundation/console/${file}\\.tsx?$`)),
  /\/features\/exports\/console\/ExportButton\.tsx$/,
  /\/features\/views\/console\/ViewTabs\.tsx$/,
  /\/@tabler\/icons-react\/dist\/esm\/createReactComponent\.mjs$/,
  /\/@tabler\/icons-react\/dist\/esm\/defaultAttributes\.mjs$/,
  // For one icon, the list of orders would load what all other screens share.
  /\/@tabler\/icons-react\/dist\/esm\/icons\/IconSend\.mjs$/,
  /\/features\/[\w-]+\/console\/(?:\w+\/)?\w+ListScreen\.module\.css$/,
  /\/features\/[\w-]+\/console\/(?:\w+\/)?\w+Logs?Screen\.module\.css$/,
];
/** The tables of calls: types only, no code. */
const CALLS = /\/features\/[\w-]+\/console\/calls\.ts$/;
/** The component library. Its index imports everything, so the parts that the first page draws are listed. */
const LIBRARY = /\/node_modules\/@mantine\/(core|hooks)\//;
const firstParts = [
  /\/@mantine\/\w+\/esm\/core\//,
  ...[
    'ActionIcon',
    'Button',
    'CloseButton',
    'Input',
    'InputBase',
    'Loader',
    'PasswordInput',
    'TextInput',
    'Transition',
    'UnstyledButton',
  ].map(component),
  ...['did-update', 'id', 'isomorphic-effect', 'media-query', 'reduced-motion', 'uncontrolled'].map(hook),
];

/** Menus, dialogs and drawers, with the library code they need. No page needs them for its first paint. */
const popups = [
  /\/foundation\/console\/overlay\/popup-parts\.tsx$/,
  /\/foundation\/console\/overlay\/popup-words\.ts$/,
  /\/apps\/console\/shell\/MenuDrawer\.tsx$/,
  ...[
    '@floating-ui',
    'tabbable',
    'react-remove-scroll',
    'react-remove-scroll-bar',
    'react-style-singleton',
    'use-callback-ref',
    'use-sidecar',
    'get-nonce',
    'detect-node-es',
    'tslib',
  ].map((library) => new RegExp(`/node_modules/${library}/`)),
  ...[
    'Combobox',
    'Drawer',
    'Floating',
    'FocusTrap',
    'Menu',
    'Modal',
    'ModalBase',
    'NativeSelect',
    'Overlay',
    'Paper',
    'Popover',
    'Portal',
    'ScrollArea',
    'Select',
  ].map(component),
  ...['click-outside', 'focus-return', 'focus-trap'].map(hook),
];

function component(name: string): RegExp {
  return new RegExp(`/@mantine/core/esm/(components|utils)/${name}/`);
}

function hook(name: string): RegExp {
  return new RegExp(`/@mantine/hooks/esm/use-${name}/`);
}

const SCHEMAS = anyOf(schemas);
const LIST = anyOf(list);
const FIRST_PARTS = anyOf(firstParts);
const POPUPS = anyOf(popups);

function anyOf(patterns: readonly RegExp[]): RegExp {
  return new RegExp(patterns.map(({ source }) => source).join('|'));
}

/** Each must match a file of the build. */
const patterns = [ENTRY, AUTHENTICATED_APP, EARLY, CALLS, LIBRARY, ...schemas, ...list, ...firstParts, ...popups];

/** The files of code and styles that every page loads. */
export const EVERY_PAGE = ['rolldown-runtime', 'early', 'first'];
/** Chunks that the page template names. */
const named = [...EVERY_PAGE, 'inside', 'popups'];

/** Features of operators, and the operators' part of others. */
const OPERATORS =
  /\/features\/(?:(?:approvals|operations|staff)\/(?!(?:audit|notice)-words)|[\w-]+\/operator-[\w-]+\.tsx?$)/;

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
    name: (id, modules) => (leadsTo([AUTHENTICATED_APP, LIBRARY, LIST, CALLS], id, modules) ? 'inside' : null),
  },
  {
    debugName: 'what only operators load',
    name: (id, modules) => (OPERATORS.test(id) ? (needsSchemas(id, modules) ? 'operators-form' : 'operators') : null),
    minShareCount: 2,
    includeDependenciesRecursively: false,
  },
  // Code that several screens share is grouped by its owner, so that no screen loads another one's code or words.
  {
    debugName: 'forms of a feature',
    name: (id, modules) => (needsSchemas(id, modules) ? `${OWNER.exec(id)?.[1] ?? 'kit'}-form` : null),
    minShareCount: 2,
    includeDependenciesRecursively: false,
  },
  {
    // Rows of the money log, which the statement shows too. With the rest of the ledger's, every list would load them.
    name: 'money-log',
    test: /\/features\/ledger\/(?:screen-words\.ts|console\/(?:money-log-columns|ReleaseFilter|StatementLine)\.tsx)$/,
    minShareCount: 2,
    includeDependenciesRecursively: false,
  },
  {
    // The names of all actions, with the file of each feature that has them: elsewhere they would lead to all features.
    name: 'audit-actions',
    test: /\/features\/(?:audit-actions|[\w-]+\/audit-words)\.ts$/,
    minShareCount: 2,
    includeDependenciesRecursively: false,
  },
  {
    // Among the parts it would make a circle of files: parts have words of many features, which import each other.
    name: 'receipt',
    test: /\/foundation\/console\/receipt\//,
    minShareCount: 2,
    includeDependenciesRecursively: false,
  },
  {
    // With the rest of the orders', their list would load the receipts too.
    name: 'order-receipt',
    test: /\/features\/orders\/console\/OrderReceipt\.tsx$/,
    minShareCount: 2,
    includeDependenciesRecursively: false,
  },
  {
    // It needs a library for addresses, which no other page loads.
    name: 'portal',
    test: /\/features\/(?:portal|merchant-keys)\//,
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

/**
 * Fails the build when a pattern above matches no file, or when a chunk that is named elsewhere does not exist. After a
 * rename, code would otherwise move to another chunk without a word.
 */
export function checkChunks(): Plugin {
  return {
    name: 'check-chunks',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    generateBundle(_options, bundle) {
      const missing = unmatched(patterns, [...this.getModuleIds()]);
      if (missing.length > 0)
        this.error(`apps/console/build/chunks.ts: no file of the build matches ${missing.join(' or ')}`);
      const chunks = new Set(Object.values(bundle).map(({ name }) => name));
      const absent = named.filter((name) => !chunks.has(name));
      if (absent.length > 0) this.error(`apps/console/build/chunks.ts: the build has no chunk ${absent.join(' or ')}`);
    },
  };
}

export function unmatched(wanted: readonly RegExp[], ids: readonly string[]): readonly RegExp[] {
  return wanted.filter((pattern) => !ids.some((id) => pattern.test(id)));
}
