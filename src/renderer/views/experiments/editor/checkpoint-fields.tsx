import { TagsInput } from '@mantine/core'
import { useField } from '../../../components/editor-fields/editor-context.ts'
import { NumberField } from '../../../components/editor-fields/number-field.tsx'
import { FormSection } from '../../../components/form-section.tsx'
import type { JsonValue } from '../../../components/schema-form/settings-value.ts'
import styles from './experiment-editor.module.css'

const cuts = ['default', 'recorded', 'trigger', '0.5', '0.7', '0.9']

/** Where each task is cut. */
export function CheckpointFields() {
  const { value, error, set } = useField(['checkpoints', 'at'])
  const named = Array.isArray(value) ? value.map(String) : []
  const usesTrigger = named.includes('trigger') || named.includes('default') || named.length === 0
  return (
    <FormSection
      title="Cuts"
      note="Shares of the messages, or: recorded, where the task condensed; trigger, where it would have; default, the first of these that there is."
    >
      <TagsInput
        label="Cut at"
        className={styles.wide ?? ''}
        data={cuts}
        value={named}
        error={error}
        size="xs"
        placeholder={named.length === 0 ? 'default' : ''}
        acceptValueOnBlur
        comboboxProps={{ transitionProps: { duration: 0 } }}
        onChange={(next) => set(next.length === 0 ? undefined : next.map(cutOf))}
      />
      {usesTrigger && (
        <>
          <NumberField path={['checkpoints', 'window']} label="Window" unit="tok" none="200 000" />
          <NumberField
            path={['checkpoints', 'threshold']}
            label="Threshold"
            unit="%"
            none="80"
            isWhole={false}
          />
        </>
      )}
    </FormSection>
  )
}

function cutOf(word: string): JsonValue {
  const share = Number(word)
  return word.trim() !== '' && Number.isFinite(share) ? share : word
}
