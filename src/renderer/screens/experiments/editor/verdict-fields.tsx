import { ActionIcon, Select } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import type { EditorChoices } from '../../../data/use-editor-choices.ts'
import { pickUnitWord } from '../../../lib/bare-figures.ts'
import { useField } from '../../../ui/components/editor-fields/editor-context.ts'
import { NumberField } from '../../../ui/components/editor-fields/number-field.tsx'
import { isRecord } from '../../../ui/components/editor-fields/read-json-at-path.ts'
import { SelectField } from '../../../ui/components/editor-fields/select-field.tsx'
import { SwitchField } from '../../../ui/components/editor-fields/switch-field.tsx'
import { FormSection } from '../../../ui/components/form/form-section.tsx'
import { Row } from '../../../ui/layout/layout.tsx'

/** What decides, and whether the noise is measured. */
function DecisionFields({ choices }: { readonly choices: EditorChoices }) {
  return (
    <>
      <SelectField
        path={['primary']}
        label="Primary metric"
        none="The first headline metric with values"
        choices={choices.metrics.map(({ id, label }) => ({ value: id, label }))}
      />
      <SwitchField
        path={['aa']}
        label="Measure the noise"
        description="Runs the baseline a second time, with fresh answers."
      />
    </>
  )
}

type VerdictFieldsProps = { readonly choices: EditorChoices; readonly variants: readonly string[] }

/** What is compared with what, and which differences are not worth naming. */
export function VerdictFields({ choices, variants }: VerdictFieldsProps) {
  const { value, error, set } = useField(['margins'])
  const margins = isRecord(value) ? value : {}
  const free = choices.metrics.filter(({ id }) => !(id in margins))
  return (
    <FormSection
      title="Verdicts"
      layout="stack"
      note="The primary metric decides, and all others are corrected together. A margin is the difference up to which two variants count as equal, in the unit of the metric."
    >
      <SelectField
        path={['baseline']}
        label="Baseline"
        none="The first variant"
        choices={variants.map((id) => ({ value: id, label: id }))}
      />
      <DecisionFields choices={choices} />
      {Object.keys(margins).map((id) => {
        const metric = choices.metrics.find((candidate) => candidate.id === id)
        return (
          <Row key={id} align="flex-end" w="100%">
            <NumberField
              path={['margins', id]}
              label={`Margin of ${metric?.label ?? id}`}
              unit={metric === undefined ? '' : pickUnitWord(metric.unit)}
              isWhole={false}
              width={240}
            />
            <ActionIcon
              aria-label={`Remove the margin of ${metric?.label ?? id}`}
              title="Remove"
              onClick={() => {
                const { [id]: _gone, ...rest } = margins
                set(Object.keys(rest).length === 0 ? undefined : rest)
              }}
            >
              <IconTrash size={14} aria-hidden />
            </ActionIcon>
          </Row>
        )
      })}
      <Select
        label="Add a margin for"
        error={error}
        searchable
        placeholder="Choose a metric"
        data={free.map(({ id, label }) => ({ value: id, label }))}
        value={null}
        onChange={(id) => id !== null && set({ ...margins, [id]: 0.05 })}
      />
    </FormSection>
  )
}
