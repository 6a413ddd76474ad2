import { Checkbox, MultiSelect } from '@mantine/core'
import { metricGroups, type MetricGroup, type MetricInfo } from '../../../../shared/domain/quality.ts'
import { metricGroupLabels } from '../../../../shared/words/metric-words.ts'
import { useField } from '../../../components/editor-fields/editor-context.ts'
import { NumberField } from '../../../components/editor-fields/number-field.tsx'
import { FormSection } from '../../../components/form-section.tsx'
import { distinctChoices } from '../../../components/editor-fields/distinct-choices.ts'
import styles from './experiment-editor.module.css'
import { SelectField } from '../../../components/editor-fields/select-field.tsx'
import type { Choice } from '../../../components/editor-fields/distinct-choices.ts'
import type { EditorChoices } from '../../../data/use-editor-choices.ts'

const withModel: readonly MetricGroup[] = ['probes', 'judge', 'next-action']
const withoutModel = metricGroups.filter((group) => !withModel.includes(group))

/** What is measured: whole groups, or single metrics; those that ask a model with the model that they ask. */
export function MetricFields({ choices }: { readonly choices: EditorChoices }) {
  const { value, error, set } = useField(['metrics'])
  const named = Array.isArray(value) ? [...new Set(value.map(String))] : withoutModel
  const groupNames: readonly string[] = metricGroups
  const singles = named.filter((name) => !groupNames.includes(name))
  const change = (next: readonly string[]): void => set(next.length === 0 ? undefined : [...next])
  const toggle = (group: MetricGroup, isOn: boolean): void =>
    change(isOn ? [...named, group] : named.filter((name) => name !== group))
  const asksModel = named.some((name) => needsModel(name, choices.metrics))
  return (
    <FormSection title="Metrics" layout="stack">
      {[
        { legend: 'Without a model', groups: withoutModel },
        { legend: 'With a model', groups: withModel },
      ].map(({ legend, groups }) => (
        <fieldset key={legend} className={styles.checks}>
          <legend className={styles.legend}>{legend}</legend>
          {groups.map((group) => (
            <Checkbox
              key={group}
              label={metricGroupLabels[group]}
              checked={named.includes(group)}
              onChange={(event) => toggle(group, event.currentTarget.checked)}
            />
          ))}
        </fieldset>
      ))}
      <MultiSelect
        label="Single metrics"
        className={styles.full ?? ''}
        data={distinctChoices(choices.metrics.map(choiceOf), singles)}
        value={singles}
        error={error}
        searchable
        size="xs"
        placeholder={singles.length === 0 ? 'Whole groups alone' : ''}
        comboboxProps={{ transitionProps: { duration: 0 } }}
        onChange={(next) => change([...named.filter((name) => groupNames.includes(name)), ...next])}
      />
      {asksModel && (
        <div className={styles.line}>
          <SelectField path={['judge', 'profile']} label="Judge" choices={choices.profiles.slice(1)} />
          <NumberField path={['judge', 'probes']} label="Probes per cut" none="8" />
        </div>
      )}
    </FormSection>
  )
}

function needsModel(name: string, metrics: readonly MetricInfo[]): boolean {
  const groups: readonly string[] = withModel
  return groups.includes(name) || metrics.some((metric) => metric.id === name && metric.needsModel)
}

function choiceOf({ id, label }: MetricInfo): Choice {
  return { value: id, label }
}
