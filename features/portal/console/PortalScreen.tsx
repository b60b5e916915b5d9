/** The page for a merchant's developers. The shown tab is in the address, so that it can be shared. */
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { ChoiceTabs } from '#foundation/console/display/ChoiceTabs.tsx';
import { LazyPart } from '#foundation/console/display/LazyPart.tsx';
import { PageHeader, SkeletonBar, SkeletonGroup } from '#foundation/console/display/layout.tsx';
import { usePageAddress } from '#foundation/console/page/page-address.tsx';
import { usePhrase, useWords } from '#foundation/console/page/words.tsx';
import { portalTitles } from '../screen-titles.ts';
import { portalScreenWords } from '../screen-words.ts';
import classes from './Portal.module.css';
import { addressOfTab, portalTabs, tabOf } from './tabs.ts';

function PortalScreen() {
  const t = useWords(portalScreenWords);
  const title = useWords(portalTitles)('api');
  const translate = usePhrase();
  const { params, change } = usePageAddress();
  const tab = tabOf(params);
  const strip = useRef<HTMLDivElement>(null);
  const router = useRouter();
  useEffect(() => {
    // On a phone the tabs are wider than the screen: the chosen one must be in sight. After a link the router puts back
    // what was scrolled, so it is shown again then.
    const show = () => scrollToMiddle(strip.current?.querySelector('[data-chosen]'));
    show();
    return router.subscribe('onRendered', show);
  }, [router, tab.id]);
  return (
    <>
      <PageHeader title={title} hint={t('hint')} />
      <div ref={strip} className={classes.tabs}>
        <ChoiceTabs
          label={t('tabs')}
          value={tab.id}
          options={portalTabs.map(({ id, title: label }) => ({ value: id, label: translate(label) }))}
          onChange={(id) => change(() => addressOfTab(id))}
        />
      </div>
      <LazyPart key={tab.id} load={tab.load} space={<TabSkeleton />}>
        {(Tab) => <Tab />}
      </LazyPart>
    </>
  );
}

/** Scrolls only the row, never the page. */
function scrollToMiddle(item: Element | null | undefined): void {
  const row = item?.parentElement;
  if (!item || !row) return;
  const [box, around] = [item.getBoundingClientRect(), row.getBoundingClientRect()];
  row.scrollLeft += (box.left + box.right - around.left - around.right) / 2;
}

function TabSkeleton() {
  return (
    <SkeletonGroup>
      <SkeletonBar width="40%" />
      <SkeletonBar width="80%" />
      <SkeletonBar width="65%" />
    </SkeletonGroup>
  );
}

export { PortalScreen as Screen };
