import { thresholdRange } from '../../../../shared/domain/model-profile.ts'
import { EntryCard, type EntryActions } from '../../../components/editor-fields/entry-card.tsx'
import { JsonField } from '../../../components/editor-fields/json-field.tsx'
import type { JsonPath } from '../../../components/editor-fields/json-at.ts'
import { MoreFields } from '../../../components/editor-fields/more-fields.tsx'
import { NumberField } from '../../../components/editor-fields/number-field.tsx'
import { ProviderFields } from '../../../components/editor-fields/provider-fields.tsx'
import { SelectField } from '../../../components/editor-fields/select-field.tsx'
import type { EditorChoices } from '../../../data/use-editor-choices.ts'
import { FallbackFields } from './fallback-fields.tsx'
import { PinsField } from './pins-field.tsx'
import styles from './policies.module.css'
import { WindowField } from './window-field.tsx'

type PolicyCardProps = EntryActions & { readonly choices: EditorChoices }

/** One policy: when it condenses, and with what. */
export function PolicyCard({ choices, ...actions }: PolicyCardProps) {
  return (
    <EntryCard list="policies" noun="Policy" {...actions}>
      <PolicyFields index={actions.index} choices={choices} />
    </EntryCard>
  )
}

function PolicyFields({ index, choices }: Pick<PolicyCardProps, 'index' | 'choices'>) {
  const path = ['policies', index] as const
  return (
    <>
      <div className={styles.grid}>
        <ProviderFields path={path} choices={choices} />
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
      <SeldomFields path={path} choices={choices} />
    </>
  )
}

const seldomKeys = [
  'prompt',
  'target',
  'minimumGain',
  'maxTokens',
  'counter',
  'cacheSeconds',
  'pins',
  'settings',
  'fallback',
]

type SeldomFieldsProps = {
  readonly path: JsonPath
  readonly choices: EditorChoices
}

function SeldomFields({ path, choices }: SeldomFieldsProps) {
  return (
    <MoreFields
      path={path}
      keys={seldomKeys}
      summary="Prompt, target, minimum gain, output limit, counter, cache, pins, settings, fallbacks"
    >
      <div className={styles.grid}>
        <SelectField
          path={[...path, 'prompt']}
          label="Prompt"
          none="Provider’s own"
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
        <SelectField
          path={[...path, 'counter']}
          label="Trigger counts"
          none="as it is"
          choices={[{ value: 'roo-classic', label: 'as Roo Code estimates' }]}
        />
        <NumberField path={[...path, 'cacheSeconds']} label="Cache is kept" unit="s" none="as recorded" />
        <PinsField path={[...path, 'pins']} />
        <JsonField path={[...path, 'settings']} label="Settings over the preset, as JSON" />
      </div>
      <FallbackFields path={[...path, 'fallback']} choices={choices} />
    </MoreFields>
  )
}
