import { Checkbox, MultiSelect, ActionIcon, Button } from '@mantine/core'
import {
  defaultMetricGroups,
  metricGroups,
  type MetricGroup,
  type MetricInfo,
} from '../../../../shared/domain/quality.ts'
import { metricGroupLabels } from '../../../../shared/words/metric-words.ts'
import { useField } from '../../../components/editor-fields/editor-context.ts'
import { NumberField } from '../../../components/editor-fields/number-field.tsx'
import { FormSection } from '../../../components/form/form-section.tsx'
import { distinctChoices, type Choice } from '../../../components/editor-fields/distinct-choices.ts'
import styles from './experiment-editor.module.css'
import { SelectField } from '../../../components/editor-fields/select-field.tsx'
import type { EditorChoices } from '../../../data/use-editor-choices.ts'
import { IconPlus, IconTrash } from '@tabler/icons-react'

const judged: readonly MetricGroup[] = ['probes', 'judge', 'next-action', 'resume']
const withoutModel = metricGroups.filter((group) => !judged.includes(group))

/** What is measured: whole groups, or single metrics. Those that ask a model with the model that they ask. */
export function MetricFields({ choices }: { readonly choices: EditorChoices }) {
  const { value, error, set } = useField(['metrics'])
  const named: readonly string[] = Array.isArray(value)
    ? [...new Set(value.map(String))]
    : defaultMetricGroups
  const groupNames: readonly string[] = metricGroups
  const singles = named.filter((name) => !groupNames.includes(name))
  const change = (next: readonly string[]): void => set(next.length === 0 ? undefined : [...next])
  const toggle = (group: MetricGroup, isOn: boolean): void =>
    change(isOn ? [...named, group] : named.filter((name) => name !== group))
  return (
    <FormSection title="Metrics" layout="stack">
      {[
        { legend: 'Without a model', groups: withoutModel },
        { legend: 'With a model', groups: judged },
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
      <AskedModels named={named} choices={choices} />
    </FormSection>
  )
}

type AskedModelsProps = { readonly named: readonly string[]; readonly choices: EditorChoices }

/** Who is asked, for the metrics that ask somebody. */
function AskedModels({ named, choices }: AskedModelsProps) {
  const asksModel = named.some((name) => isOfGroups(name, judged, choices.metrics))
  return (
    asksModel && (
      <div className={styles.line}>
        <SelectField path={['judge', 'profile']} label="Judge" choices={choices.profiles.slice(1)} />
        <NumberField path={['judge', 'probes']} label="Probes per cut" none="8" />
        <NumberField path={['judge', 'steps']} label="Actions of the resume check" none="3" />
      </div>
    )
  )
}

function isOfGroups(name: string, groups: readonly MetricGroup[], metrics: readonly MetricInfo[]): boolean {
  return groups.some(
    (group) => group === name || metrics.some((metric) => metric.id === name && metric.group === group),
  )
}

function choiceOf({ id, label }: MetricInfo): Choice {
  return { value: id, label }
}

const verdicts = [
  { value: 'better', label: 'Better than the baseline' },
  { value: 'not-worse', label: 'Not worse than the baseline' },
]

type AssertionFieldsProps = { readonly choices: EditorChoices; readonly variants: readonly string[] }

/** What has to hold: for checks that run without anyone looking. */
export function AssertionFields({ choices, variants }: AssertionFieldsProps) {
  const { value, set } = useField(['assert'])
  const assertions = Array.isArray(value) ? value : []
  return (
    <FormSection
      title="Assertions"
      layout="stack"
      note="The command line exits with 1 if an assertion does not hold, and with 3 if there is too little data to tell."
    >
      {assertions.map((_assertion, index) => (
        // The place in the list is all that an assertion is known by.
        <AssertionRow
          key={index}
          index={index}
          choices={choices}
          variants={variants}
          onRemove={() => {
            const rest = assertions.toSpliced(index, 1)
            set(rest.length === 0 ? undefined : rest)
          }}
        />
      ))}
      <Button
        variant="default"
        leftSection={<IconPlus size={14} aria-hidden />}
        onClick={() => set([...assertions, { metric: 'reduction', min: 40 }])}
      >
        Add an assertion
      </Button>
    </FormSection>
  )
}

type AssertionRowProps = AssertionFieldsProps & { readonly index: number; readonly onRemove: () => void }

function AssertionRow({ index, choices, variants, onRemove }: AssertionRowProps) {
  const path = ['assert', index] as const
  const { error } = useField(path)
  return (
    <fieldset className={styles.assertion} aria-label={`Assertion ${index + 1}`}>
      <SelectField
        path={[...path, 'metric']}
        label="Metric"
        choices={choices.metrics.map(({ id, label }) => ({ value: id, label }))}
      />
      <SelectField
        path={[...path, 'variant']}
        label="Variant"
        none="All variants"
        choices={variants.map((id) => ({ value: id, label: id }))}
      />
      <NumberField path={[...path, 'min']} label="At least" none="any" isWhole={false} width={90} />
      <NumberField path={[...path, 'max']} label="At most" none="any" isWhole={false} width={90} />
      <SelectField path={[...path, 'verdict']} label="Verdict" none="Any" choices={verdicts} />
      <ActionIcon aria-label={`Remove assertion ${index + 1}`} title="Remove" onClick={onRemove}>
        <IconTrash size={14} aria-hidden />
      </ActionIcon>
      {error !== undefined && <p className={styles.error}>{error}</p>}
    </fieldset>
  )
}
