import { Select, TextInput } from '@mantine/core'
import { isLocal, modelVendors, type ModelVendor } from '../../../shared/models/model-profile-types.ts'
import { FormSection } from '../../ui/components/form/form-section.tsx'
import { vendorLabels } from './profile-draft.ts'
import type { FieldProps } from './read-draft.ts'

const apis = [
  { value: 'chat-completions', label: 'Chat completions' },
  { value: 'responses', label: 'Responses' },
] as const

/** Which model, and where it answers. */
export function ModelFields({ draft, issues, change }: FieldProps) {
  const { vendor } = draft
  const speaksOpenai = vendor === 'openai' || vendor === 'openai-compatible'
  return (
    <FormSection title="Model">
      <TextInput
        style={{ gridColumn: 'span 2' }}
        label="Name"
        value={draft.name}
        error={issues['name']}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <Select
        style={{ gridColumn: 'span 2' }}
        label="Vendor"
        data={modelVendors.map((value) => ({ value, label: vendorLabels[value] }))}
        value={vendor}
        allowDeselect={false}
        onChange={(value) => change({ vendor: findVendor(value) ?? vendor })}
      />
      <TextInput
        style={{ gridColumn: 'span 2' }}
        label="Model"
        placeholder={pickModelPlaceholder(vendor)}
        value={draft.model}
        error={issues['model']}
        spellCheck={false}
        onChange={(event) => change({ model: event.currentTarget.value })}
      />
      {speaksOpenai && (
        <Select
          style={{ gridColumn: 'span 2' }}
          label="Interface"
          data={[...apis]}
          value={draft.api}
          allowDeselect={false}
          onChange={(value) => change({ api: value === 'responses' ? 'responses' : 'chat-completions' })}
        />
      )}
      {!isLocal(draft) && (
        <TextInput
          style={{ gridColumn: speaksOpenai ? '1 / -1' : 'span 2' }}
          label="Base URL"
          placeholder={
            vendor === 'openai-compatible' ? 'http://127.0.0.1:11434/v1' : 'the vendor’s own address'
          }
          value={draft.baseUrl}
          error={issues['baseUrl']}
          spellCheck={false}
          onChange={(event) => change({ baseUrl: event.currentTarget.value })}
        />
      )}
    </FormSection>
  )
}

function pickModelPlaceholder(vendor: ModelVendor): string {
  return vendor === 'recorded' ? 'a name of your own' : 'as the vendor calls it'
}

function findVendor(value: string | null): ModelVendor | undefined {
  return modelVendors.find((vendor) => vendor === value)
}
