import { ActionIcon } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconCopy, IconTrash } from '@tabler/icons-react'
import { thresholdRange } from '../../../../shared/domain/model-profile.ts'
import { useField } from '../../../components/editor-fields/editor-context.ts'
import { JsonField } from '../../../components/editor-fields/json-field.tsx'
import { jsonAt, type JsonPath } from '../../../components/editor-fields/json-at.ts'
import { NumberField } from '../../../components/editor-fields/number-field.tsx'
import { SelectField } from '../../../components/editor-fields/select-field.tsx'
import { TextField } from '../../../components/editor-fields/text-field.tsx'
import { VariantMark } from '../../../components/variant-mark.tsx'
import type { EditorChoices } from '../../../data/use-editor-choices.ts'
import { PinsField } from './pins-field.tsx'
import styles from './policies.module.css'
import { WindowField } from './window-field.tsx'

type PolicyCardProps = {
  readonly index: number
  readonly count: number
  readonly choices: EditorChoices
  readonly onMove: (by: 1 | -1) => void
  readonly onDuplicate: () => void
  readonly onRemove: () => void
}

/** One policy: when it condenses, and with what. */
export function PolicyCard({ index, count, choices, onMove, onDuplicate, onRemove }: PolicyCardProps) {
  const { value, error } = useField(['policies', index])
  const id = jsonAt(value, ['id'])
  const name = typeof id === 'string' && id !== '' ? id : String(index + 1)
  const actions = [
    { word: 'Move up', icon: IconArrowUp, act: () => onMove(-1), isOff: index === 0 },
    { word: 'Move down', icon: IconArrowDown, act: () => onMove(1), isOff: index === count - 1 },
    { word: 'Duplicate', icon: IconCopy, act: onDuplicate, isOff: false },
    { word: 'Remove', icon: IconTrash, act: onRemove, isOff: count === 1 },
  ]
  return (
    <fieldset className={styles.card} aria-label={`Policy ${name}`}>
      <div className={styles.head}>
        <VariantMark place={index} />
        <strong>{name}</strong>
        <span className={styles.spring} />
        {actions.map(({ word, icon: Icon, act, isOff }) => (
          <ActionIcon key={word} aria-label={`${word} ${name}`} title={word} disabled={isOff} onClick={act}>
            <Icon size={14} aria-hidden />
          </ActionIcon>
        ))}
      </div>
      {error !== undefined && <p className={styles.error}>{error}</p>}
      <PolicyFields index={index} choices={choices} />
    </fieldset>
  )
}

/** The fields of a policy; those that are seldom needed are folded until one of them says something. */
function PolicyFields({ index, choices }: Pick<PolicyCardProps, 'index' | 'choices'>) {
  const path = ['policies', index] as const
  const { value } = useField(path)
  const presets = choices.presets.filter(({ providerId }) => providerId === jsonAt(value, ['provider']))
  const hasMore = ['prompt', 'target', 'minimumGain', 'maxTokens', 'pins', 'settings', 'fallback'].some(
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
        <SelectField path={[...path, 'profile']} label="Model" none="Extractive" choices={choices.profiles} />
        <WindowField path={[...path, 'window']} />
        <NumberField
          path={[...path, 'threshold']}
          label={`Threshold, ${thresholdRange.min} to ${thresholdRange.max}`}
          unit="%"
          none="75"
          isWhole={false}
        />
      </div>
      <MoreFields path={path} isOpen={hasMore} choices={choices} />
    </>
  )
}

type MoreFieldsProps = {
  readonly path: JsonPath
  readonly isOpen: boolean
  readonly choices: EditorChoices
}

function MoreFields({ path, isOpen, choices }: MoreFieldsProps) {
  return (
    <details className={styles.more} open={isOpen}>
      <summary>Prompt, target, minimum gain, output limit, pins, settings</summary>
      <div className={styles.grid}>
        <SelectField
          path={[...path, 'prompt']}
          label="Prompt"
          none="The provider’s own"
          choices={choices.prompts}
        />
        <NumberField path={[...path, 'target']} label="Target" unit="tok" none="none" />
        <NumberField
          path={[...path, 'minimumGain']}
          label="Minimum gain"
          unit="%"
          none="as runs"
          isWhole={false}
        />
        <NumberField path={[...path, 'maxTokens']} label="Output limit" unit="tok" none="8192" />
        <PinsField path={[...path, 'pins']} />
        <JsonField path={[...path, 'settings']} label="Settings over the preset, as JSON" />
      </div>
    </details>
  )
}
