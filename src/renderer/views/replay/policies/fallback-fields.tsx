import { ActionIcon, Button } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react'
import { mostFallbacks } from '../../../../shared/domain/replay-policy.ts'
import { useField } from '../../../components/editor-fields/editor-context.ts'
import { JsonField } from '../../../components/editor-fields/json-field.tsx'
import { jsonAt, type JsonPath } from '../../../components/editor-fields/json-at.ts'
import { SelectField } from '../../../components/editor-fields/select-field.tsx'
import type { JsonValue } from '../../../components/schema-form/settings-value.ts'
import type { EditorChoices } from '../../../data/use-editor-choices.ts'
import styles from './policies.module.css'

/** What helps wherever the provider of the policy does not. */
const firstFallback = { provider: 'truncation' }

type FallbackFieldsProps = {
  /** Of the list of fallbacks. */
  readonly path: JsonPath
  readonly choices: EditorChoices
}

/** What is tried in order where the provider of a policy fails or saves too little. */
export function FallbackFields({ path, choices }: FallbackFieldsProps) {
  const { value, error, set } = useField(path)
  const steps = Array.isArray(value) ? value : []
  const put = (next: readonly JsonValue[]): void => set(next.length === 0 ? undefined : [...next])
  const swap = (at: number): void => {
    const [above, below] = [steps[at], steps[at + 1]]
    if (above !== undefined && below !== undefined) put(steps.toSpliced(at, 2, below, above))
  }
  return (
    <div className={styles.fallbacks} role="group" aria-label="Fallbacks">
      {steps.map((_, index) => (
        // The place in the list is all that a fallback is known by.
        <fieldset key={index} className={styles.fallback} aria-label={`Fallback ${index + 1}`}>
          <StepFields path={[...path, index]} number={index + 1} choices={choices} />
          <span className={styles.moves}>
            <ActionIcon
              aria-label={`Move fallback ${index + 1} up`}
              disabled={index === 0}
              onClick={() => swap(index - 1)}
            >
              <IconArrowUp size={14} aria-hidden />
            </ActionIcon>
            <ActionIcon
              aria-label={`Move fallback ${index + 1} down`}
              disabled={index === steps.length - 1}
              onClick={() => swap(index)}
            >
              <IconArrowDown size={14} aria-hidden />
            </ActionIcon>
            <ActionIcon
              aria-label={`Remove fallback ${index + 1}`}
              onClick={() => put(steps.toSpliced(index, 1))}
            >
              <IconTrash size={14} aria-hidden />
            </ActionIcon>
          </span>
        </fieldset>
      ))}
      {error !== undefined && <p className={styles.fault}>{error}</p>}
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconPlus size={14} aria-hidden />}
        disabled={steps.length >= mostFallbacks}
        onClick={() => put([...steps, firstFallback])}
      >
        Add a fallback
      </Button>
    </div>
  )
}

type StepFieldsProps = FallbackFieldsProps & { readonly number: number }

function StepFields({ path, number, choices }: StepFieldsProps) {
  const { value } = useField(path)
  const provider = jsonAt(value, ['provider'])
  const presets = choices.presets.filter(({ providerId }) => providerId === provider)
  const choicesOf = (named: readonly { readonly id: string; readonly label: string }[]) =>
    named.map(({ id, label }) => ({ value: id, label }))
  return (
    <>
      <SelectField
        path={[...path, 'provider']}
        label={`Fallback ${number}`}
        choices={choicesOf(choices.providers)}
      />
      <SelectField
        path={[...path, 'preset']}
        label={`Preset of fallback ${number}`}
        none="Defaults"
        choices={choicesOf(presets)}
      />
      {jsonAt(value, ['settings']) !== undefined && (
        <JsonField path={[...path, 'settings']} label={`Settings of fallback ${number}, as JSON`} />
      )}
    </>
  )
}
