/** The panel of appearance settings, kept in this browser: colour, light or dark, size, and what surrounds the page. */
import { Switch, useMantineColorScheme } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { ChoiceTabs } from '#foundation/console/display/ChoiceTabs.tsx';
import { DetailDrawer } from '#foundation/console/overlay/DetailDrawer.tsx';
import { CheckIcon } from '#foundation/console/display/icons.tsx';
import { useCell } from '#foundation/console/wire/signal.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import { parseColour } from '#foundation/core/colour.ts';
import classes from './SettingsPanel.module.css';
import { changeSettings, chooseSize, defaultSettings, presetColours, settings, size, sizes } from './settings.ts';
import { shellWords } from './words.ts';

export function SettingsPanel({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useWords(shellWords);
  return (
    <DetailDrawer opened={opened} title={t('settings')} widthPx={340} shade={0.15} unprinted onClose={onClose}>
      <div className={classes.root}>
        <ThemeColour />
        <Brightness />
        <Spacer />
        <Switches />
      </div>
    </DetailDrawer>
  );
}

function ThemeColour() {
  const t = useWords(shellWords);
  const { theme } = useCell(settings);
  return (
    <fieldset className={classes.group}>
      <legend>{t('theme_colour')}</legend>
      <div className={classes.colours}>
        {presetColours.map((colour) => (
          <button
            key={colour}
            type="button"
            className={classes.colour}
            style={{ background: colour }}
            aria-label={t('theme_preset', { colour })}
            aria-pressed={colour === theme}
            onClick={() => changeSettings({ theme: colour })}
          >
            {colour === theme && <CheckIcon size={14} />}
          </button>
        ))}
      </div>
      <label className={classes.own}>
        <input
          type="color"
          value={theme}
          onChange={(event) => changeSettings({ theme: parseColour(event.currentTarget.value) ?? theme })}
        />
        {t('theme_own')}
        <code>{theme}</code>
      </label>
      <div className={classes.tints} aria-hidden="true">
        {Array.from({ length: 10 }, (_, index) => (
          <span key={index} style={{ background: `var(--theme-tint-${index})` }} />
        ))}
        <span style={{ background: 'var(--theme-shade)' }} />
      </div>
      {theme !== defaultSettings.theme && (
        <button type="button" className={classes.back} onClick={() => changeSettings({ theme: defaultSettings.theme })}>
          {t('theme_default')}
        </button>
      )}
    </fieldset>
  );
}

function Brightness() {
  const t = useWords(shellWords);
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <div className={classes.group}>
      <span aria-hidden="true">{t('brightness')}</span>
      <ChoiceTabs
        label={t('brightness')}
        value={colorScheme}
        onChange={setColorScheme}
        options={[
          { value: 'auto', label: t('brightness_auto') },
          { value: 'light', label: t('brightness_light') },
          { value: 'dark', label: t('brightness_dark') },
        ]}
      />
    </div>
  );
}

function Spacer() {
  const t = useWords(shellWords);
  return (
    <div className={classes.group}>
      <span aria-hidden="true">{t('size')}</span>
      <ChoiceTabs
        label={t('size')}
        value={useCell(size)}
        onChange={chooseSize}
        options={sizes.map((each) => ({ value: each, label: t(`size_${each}`) }))}
      />
    </div>
  );
}

function Switches() {
  const t = useWords(shellWords);
  const { tagsView, fixedHeader, sidebarLogo } = useCell(settings);
  return (
    <div className={classes.group}>
      <Switch
        labelPosition="left"
        label={t('setting_tabs')}
        checked={tagsView}
        onChange={(event) => changeSettings({ tagsView: event.currentTarget.checked })}
      />
      <Switch
        labelPosition="left"
        label={t('setting_fixed_header')}
        checked={fixedHeader}
        onChange={(event) => changeSettings({ fixedHeader: event.currentTarget.checked })}
      />
      <Switch
        labelPosition="left"
        label={t('setting_sidebar_logo')}
        checked={sidebarLogo}
        onChange={(event) => changeSettings({ sidebarLogo: event.currentTarget.checked })}
      />
    </div>
  );
}
