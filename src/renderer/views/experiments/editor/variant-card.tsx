import { ActionIcon } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconCopy, IconTrash } from '@tabler/icons-react'
import { useField } from '../../../components/editor-fields/editor-context.ts'
import { jsonAt } from '../../../components/editor-fields/json-at.ts'
import { NumberField } from '../../../components/editor-fields/number-field.tsx'
import { SwitchField } from '../../../components/editor-fields/switch-field.tsx'
import { TextField } from '../../../components/editor-fields/text-field.tsx'
import type { JsonValue } from '../../../components/schema-form/settings-value.ts'
import { VariantMark } from '../../../components/variant-mark.tsx'
import styles from './experiment-editor.module.css'
import { JsonField } from '../../../components/editor-fields/json-field.tsx'
import { SelectField } from '../../../components/editor-fields/select-field.tsx'
import type { EditorChoices } from '../../../data/use-editor-choices.ts'

type VariantCardProps = {
  readonly index: number
  readonly count: number
  readonly choices: EditorChoices
  readonly onMove: (by: 1 | -1) => void
  readonly onDuplicate: () => void
  readonly onRemove: () => void
}

/** One variant: who condenses, with what. */
export function VariantCard({ index, count, choices, onMove, onDuplicate, onRemove }: VariantCardProps) {
  const path = ['variants', index] as const
  const { value, error } = useField(path)
  const name = nameOf(value, index)
  return (
    <fieldset className={styles.variant} aria-label={`Variant ${name}`}>
      <div className={styles.variantHead}>
        <VariantMark place={index} />
        <strong>{name}</strong>
        <span className={styles.spring} />
        <ActionIcon
          aria-label={`Move ${name} up`}
          title="Move up"
          disabled={index === 0}
          onClick={() => onMove(-1)}
        >
          <IconArrowUp size={14} aria-hidden />
        </ActionIcon>
        <ActionIcon
          aria-label={`Move ${name} down`}
          title="Move down"
          disabled={index === count - 1}
          onClick={() => onMove(1)}
        >
          <IconArrowDown size={14} aria-hidden />
        </ActionIcon>
        <ActionIcon aria-label={`Duplicate ${name}`} title="Duplicate" onClick={onDuplicate}>
          <IconCopy size={14} aria-hidden />
        </ActionIcon>
        <ActionIcon aria-label={`Remove ${name}`} title="Remove" disabled={count === 1} onClick={onRemove}>
          <IconTrash size={14} aria-hidden />
        </ActionIcon>
      </div>
      {error !== undefined && <p className={styles.error}>{error}</p>}
      <VariantChoices index={index} choices={choices} />
    </fieldset>
  )
}

/** The fields of a variant; those that are seldom needed are folded until one of them says something. */
function VariantChoices({ index, choices }: Pick<VariantCardProps, 'index' | 'choices'>) {
  const path = ['variants', index] as const
  const { value } = useField(path)
  const presets = choices.presets.filter(({ providerId }) => providerId === jsonAt(value, ['provider']))
  const hasMore = ['prompt', 'label', 'pinConstraints', 'settings', 'target'].some(
    (key) => jsonAt(value, [key]) !== undefined,
  )
  return (
    <>
      <div className={styles.grid}>
        <TextField path={[...path, 'id']} label="Id" />
        <SelectField
          path={[...path, 'provider']}
          label="Provider"
          choices={choices.providers.map(({ id, label }) => ({ value: id, label }))}
        />
        <SelectField
          path={[...path, 'preset']}
          label="Preset"
          none="Defaults"
          choices={presets.map(({ id, label }) => ({ value: id, label }))}
        />
        <SelectField
          path={[...path, 'profile']}
          label="Model"
          none="Default: extractive"
          choices={choices.profiles}
        />
      </div>
      <details className={styles.more} open={hasMore}>
        <summary>Prompt, label, target, pins, settings</summary>
        <div className={styles.grid}>
          <SelectField
            path={[...path, 'prompt']}
            label="Prompt"
            none="The provider’s own"
            choices={choices.prompts}
          />
          <TextField path={[...path, 'label']} label="Label" placeholder="the id" isOptional />
          <NumberField path={[...path, 'target']} label="Target" unit="tok" none="none" />
          <div className={styles.switch}>
            <SwitchField path={[...path, 'pinConstraints']} label="Pin constraints" />
          </div>
          <JsonField path={[...path, 'settings']} label="Settings over the preset, as JSON" />
        </div>
      </details>
    </>
  )
}

function nameOf(variant: JsonValue | undefined, index: number): string {
  const id = jsonAt(variant, ['id'])
  return typeof id === 'string' && id !== '' ? id : String(index + 1)
}
