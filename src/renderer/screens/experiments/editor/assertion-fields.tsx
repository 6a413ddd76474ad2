import { ActionIcon, Button } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import type { EditorChoices } from '../../../data/use-editor-choices.ts'
import { useField } from '../../../ui/components/editor-fields/editor-context.ts'
import { NumberField } from '../../../ui/components/editor-fields/number-field.tsx'
import { SelectField } from '../../../ui/components/editor-fields/select-field.tsx'
import { FormSection } from '../../../ui/components/form/form-section.tsx'
import { Block, Grid } from '../../../ui/layout/layout.tsx'

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
    <Grid
      component="fieldset"
      columns="2fr 1.4fr 90px 90px 1.6fr 28px"
      align="end"
      gap="sm"
      w="100%"
      px={10}
      py="sm"
      line="around"
      aria-label={`Assertion ${index + 1}`}
    >
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
      {error !== undefined && (
        <Block component="p" span="all" c="var(--bad)" fz="xs">
          {error}
        </Block>
      )}
    </Grid>
  )
}
