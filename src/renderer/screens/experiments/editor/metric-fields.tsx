import { Checkbox, MultiSelect } from '@mantine/core'
import { metricGroupLabels } from '../../../../shared/activity/metric-words.ts'
import {
  defaultMetricGroups,
  metricGroups,
  type MetricGroup,
  type MetricInfo,
} from '../../../../shared/activity/quality-types.ts'
import type { EditorChoices } from '../../../data/use-editor-choices.ts'
import { useField } from '../../../ui/components/editor-fields/editor-context.ts'
import {
  listDistinctChoices,
  type Choice,
} from '../../../ui/components/editor-fields/list-distinct-choices.ts'
import { NumberField } from '../../../ui/components/editor-fields/number-field.tsx'
import { SelectField } from '../../../ui/components/editor-fields/select-field.tsx'
import { FormSection } from '../../../ui/components/form/form-section.tsx'
import { Caption, Row } from '../../../ui/layout/layout.tsx'

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
        <Row key={legend} component="fieldset" wrap gap="6px lg" w="100%" p="2px 10px 8px" line="around">
          <Caption component="legend" px="xs">
            {legend}
          </Caption>
          {groups.map((group) => (
            <Checkbox
              key={group}
              label={metricGroupLabels[group]}
              checked={named.includes(group)}
              onChange={(event) => toggle(group, event.currentTarget.checked)}
            />
          ))}
        </Row>
      ))}
      <MultiSelect
        label="Single metrics"
        w="100%"
        style={{ gridColumn: '1 / -1' }}
        data={listDistinctChoices(choices.metrics.map(toChoice), singles)}
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
      <Row align="flex-end" w="100%">
        <SelectField path={['judge', 'profile']} label="Judge" choices={choices.profiles.slice(1)} />
        <NumberField path={['judge', 'probes']} label="Probes per cut" none="8" />
        <NumberField path={['judge', 'steps']} label="Actions of the resume check" none="3" />
      </Row>
    )
  )
}

function isOfGroups(name: string, groups: readonly MetricGroup[], metrics: readonly MetricInfo[]): boolean {
  return groups.some(
    (group) => group === name || metrics.some((metric) => metric.id === name && metric.group === group),
  )
}

function toChoice({ id, label }: MetricInfo): Choice {
  return { value: id, label }
}
