import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useField } from '../../../components/editor-fields/editor-context.ts'
import { isRecord, jsonAt } from '../../../components/editor-fields/json-at.ts'
import { FormSection } from '../../../components/form-section.tsx'
import { freeId } from '../../../components/editor-fields/free-id.ts'
import type { JsonValue } from '../../../components/schema-form/settings-value.ts'
import type { TextEdit } from '../../../components/yaml-editor/edit-yaml-text.ts'
import type { EditorChoices } from '../../../data/use-editor-choices.ts'
import { VariantCard } from './variant-card.tsx'

type VariantFieldsProps = { readonly choices: EditorChoices; readonly onEdit: (edit: TextEdit) => void }

/** The variants in their order, which is that of all tables. */
export function VariantFields({ choices, onEdit }: VariantFieldsProps) {
  const { value, error, set } = useField(['variants'])
  const variants = Array.isArray(value) ? value : []
  const taken = variants.map((variant) => jsonAt(variant, ['id']))
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
              id: freeId(taken, idOf(variant)),
            })
          }
          onRemove={() => onEdit({ kind: 'set', path: ['variants', index], value: undefined })}
        />
      ))}
      <Button
        variant="default"
        leftSection={<IconPlus size={14} aria-hidden />}
        onClick={() => {
          const variant = { id: freeId(taken, 'lossless'), provider: 'lossless' }
          if (variants.length === 0) set([variant])
          else place(variants.length, variant)
        }}
      >
        Add a variant
      </Button>
    </FormSection>
  )
}

function idOf(variant: JsonValue): string {
  const id = jsonAt(variant, ['id'])
  return typeof id === 'string' && id !== '' ? id : 'variant'
}
