import { EntryCard, type EntryActions } from '../../../components/editor-fields/entry-card.tsx'
import { MoreFields } from '../../../components/editor-fields/more-fields.tsx'
import { NumberField } from '../../../components/editor-fields/number-field.tsx'
import { SwitchField } from '../../../components/editor-fields/switch-field.tsx'
import { TextField } from '../../../components/editor-fields/text-field.tsx'
import styles from './experiment-editor.module.css'
import { JsonField } from '../../../components/editor-fields/json-field.tsx'
import { ProviderFields } from '../../../components/editor-fields/provider-fields.tsx'
import { SelectField } from '../../../components/editor-fields/select-field.tsx'
import type { EditorChoices } from '../../../data/use-editor-choices.ts'

type VariantCardProps = EntryActions & { readonly choices: EditorChoices }

/** One variant: who condenses, with what. */
export function VariantCard({ choices, ...actions }: VariantCardProps) {
  return (
    <EntryCard list="variants" noun="Variant" {...actions}>
      <VariantChoices index={actions.index} choices={choices} />
    </EntryCard>
  )
}

function VariantChoices({ index, choices }: Pick<VariantCardProps, 'index' | 'choices'>) {
  const path = ['variants', index] as const
  return (
    <>
      <div className={styles.grid}>
        <ProviderFields path={path} choices={choices} />
        <SelectField
          path={[...path, 'profile']}
          label="Model"
          none="Default: extractive"
          choices={choices.profiles}
        />
      </div>
      <MoreFields
        path={path}
        keys={['prompt', 'label', 'pinConstraints', 'settings', 'target']}
        summary="Prompt, label, target, pins, settings"
      >
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
      </MoreFields>
    </>
  )
}
