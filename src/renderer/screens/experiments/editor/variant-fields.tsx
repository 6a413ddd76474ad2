import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { EditorChoices } from '../../../data/use-editor-choices.ts'
import { useField } from '../../../ui/components/editor-fields/editor-context.ts'
import { EntryCard, type EntryActions } from '../../../ui/components/editor-fields/entry-card.tsx'
import { findFreeId } from '../../../ui/components/editor-fields/find-free-id.ts'
import { JsonField } from '../../../ui/components/editor-fields/json-field.tsx'
import { MethodFields } from '../../../ui/components/editor-fields/method-fields.tsx'
import { MoreFields } from '../../../ui/components/editor-fields/more-fields.tsx'
import { NumberField } from '../../../ui/components/editor-fields/number-field.tsx'
import { isRecord, readJsonAtPath } from '../../../ui/components/editor-fields/read-json-at-path.ts'
import { SelectField } from '../../../ui/components/editor-fields/select-field.tsx'
import { SwitchField } from '../../../ui/components/editor-fields/switch-field.tsx'
import { TextField } from '../../../ui/components/editor-fields/text-field.tsx'
import { FormSection } from '../../../ui/components/form/form-section.tsx'
import type { JsonValue } from '../../../ui/components/schema-form/settings-value.ts'
import type { TextEdit } from '../../../ui/components/yaml-editor/edit-yaml-text.ts'
import { Block, Fields } from '../../../ui/layout/layout.tsx'

type VariantCardProps = EntryActions & { readonly choices: EditorChoices }

type VariantFieldsProps = { readonly choices: EditorChoices; readonly onEdit: (edit: TextEdit) => void }

/** The variants in their order, which is that of all tables. */
export function VariantFields({ choices, onEdit }: VariantFieldsProps) {
  const { value, error, set } = useField(['variants'])
  const variants = Array.isArray(value) ? value : []
  const taken = variants.map((variant) => readJsonAtPath(variant, ['id']))
  const place = (index: number, variant: JsonValue): void =>
    onEdit({ kind: 'set', path: ['variants', index], value: variant })
  return (
    <FormSection title="Variants" layout="stack" note={error}>
      {variants.map((variant, index) => (
        // The place in the list is all that a variant is known by: its id is being typed.
        <VariantCard
          key={index}
          index={index}
          count={variants.length}
          choices={choices}
          onMove={(by) => onEdit({ kind: 'move', path: ['variants'], index, by })}
          onDuplicate={() =>
            place(variants.length, {
              ...(isRecord(variant) ? variant : {}),
              id: findFreeId(taken, readVariantId(variant)),
            })
          }
          onRemove={() => onEdit({ kind: 'set', path: ['variants', index], value: undefined })}
        />
      ))}
      <Button
        variant="default"
        leftSection={<IconPlus size={14} aria-hidden />}
        onClick={() => {
          const variant = { id: findFreeId(taken, 'lossless'), provider: 'lossless' }
          if (variants.length === 0) set([variant])
          else place(variants.length, variant)
        }}
      >
        Add a variant
      </Button>
    </FormSection>
  )
}

function readVariantId(variant: JsonValue): string {
  const id = readJsonAtPath(variant, ['id'])
  return typeof id === 'string' && id !== '' ? id : 'variant'
}

/** One variant: who condenses, with what. */
function VariantCard({ choices, ...actions }: VariantCardProps) {
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
      <Fields min={130}>
        <MethodFields path={path} choices={choices} />
        <Block span={2}>
          <SelectField
            path={[...path, 'profile']}
            label="Model"
            none="Default: extractive"
            choices={choices.profiles}
          />
        </Block>
      </Fields>
      <MoreFields
        path={path}
        keys={['prompt', 'label', 'pinConstraints', 'settings', 'target']}
        summary="Prompt, label, target, pins, settings"
      >
        <Fields min={130}>
          <SelectField
            path={[...path, 'prompt']}
            label="Prompt"
            none="The method’s own"
            choices={choices.prompts}
          />
          <TextField path={[...path, 'label']} label="Label" placeholder="the id" isOptional />
          <NumberField path={[...path, 'target']} label="Target" unit="tok" none="none" />
          <Block pt={22}>
            <SwitchField path={[...path, 'pinConstraints']} label="Pin constraints" />
          </Block>
          <JsonField path={[...path, 'settings']} label="Settings over the preset, as JSON" />
        </Fields>
      </MoreFields>
    </>
  )
}
