/** Rights as a table of areas and verbs, each a checkbox. Plain inputs, as there are many. */
import { areaOf, type Right, rights } from '#features/rights.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import { areaName, verbName, verbs } from '../role-names.ts';
import { roleWords } from '../role-words.ts';
import { staffWords } from '../screen-words.ts';
import classes from './Staff.module.css';

const areas = [...new Set(rights.map(areaOf))];
const shownVerbs = verbs.filter((verb) => rights.some((right) => right.endsWith(`.${verb}`)));

export function RightsMatrix({
  chosen,
  open,
  onChange,
}: {
  chosen: readonly Right[];
  /** Those that can be chosen. */
  open: readonly Right[];
  /** Undefined: to read only. */
  onChange?: ((rights: readonly Right[]) => void) | undefined;
}) {
  const t = useWords(staffWords);
  const names = useWords(roleWords);
  const toggle = (right: Right, checked: boolean) =>
    onChange?.(rights.filter((one) => (one === right ? checked : chosen.includes(one))));
  return (
    <table className={classes.matrix} aria-label={t('rights')}>
      <thead>
        <tr>
          <th scope="col">{t('area')}</th>
          {shownVerbs.map((verb) => (
            <th key={verb} scope="col">
              {verbName(names, verb)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {areas.map((area) => (
          <tr key={area}>
            <th scope="row">{areaName(names, area)}</th>
            {shownVerbs.map((verb) => {
              const right = rights.find((one) => one === `${area}.${verb}`);
              return (
                <td key={verb}>
                  {right && (
                    <label>
                      <input
                        type="checkbox"
                        aria-label={`${areaName(names, area)}: ${verbName(names, verb)}`}
                        checked={chosen.includes(right)}
                        disabled={onChange === undefined || !open.includes(right)}
                        onChange={(event) => toggle(right, event.currentTarget.checked)}
                      />
                    </label>
                  )}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
