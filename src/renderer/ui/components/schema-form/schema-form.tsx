import {
  Button,
  Fieldset,
  MultiSelect,
  NumberInput,
  Select,
  Switch,
  TagsInput,
  Textarea,
  TextInput,
} from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { ChangeEvent } from 'react'
import { assertNever } from '../../../../shared/kernel/assert-never.ts'
import type { ProviderInfo, Settings } from '../../../../shared/methods/provider-types.ts'
import type { SettingIssue } from '../../../../shared/methods/providers-contract.ts'
import { Column, Note } from '../../layout/layout.tsx'
import { findFieldIssue, describeIssueBelow, selectIssuesBelow } from './field-issues.ts'
import type { FormField, ScalarField, FieldPath } from './form-field.ts'
import { ItemList } from './item-list.tsx'
import { isObject, withValueAt, readSettingsValue, type JsonValue } from './settings-value.ts'
import { groupProviders, describeStep, StepFields } from './step-fields.tsx'

/** Props of every widget of a form. */
type FieldInputProps<Field extends FormField = FormField> = {
  readonly field: Field
  readonly settings: Settings
  readonly issues: readonly SettingIssue[]
  readonly onValue: (path: FieldPath, value: JsonValue) => void
  /** Whom steps may name. */
  readonly providers: readonly ProviderInfo[]
}

/** A text that may be longer than this, in characters, gets several lines. */
const longestLine = 1000

type SchemaFormProps = {
  readonly fields: readonly FormField[]
  readonly settings: Settings
  readonly issues: readonly SettingIssue[]
  readonly onChange: (settings: Settings) => void
  /** Whom steps may name; without them they are edited as JSON. */
  readonly providers?: readonly ProviderInfo[]
}

const noProviders: readonly ProviderInfo[] = []

/** A form drawn from a schema, controlled by its settings. */
export function SchemaForm({ fields, settings, issues, onChange, providers = noProviders }: SchemaFormProps) {
  return (
    <Column gap="md">
      {fields.map((field) => (
        <FieldInput
          key={field.path.join('.')}
          field={field}
          settings={settings}
          issues={issues}
          providers={providers}
          onValue={(path, value) => onChange(withValueAt(settings, path, value))}
        />
      ))}
    </Column>
  )
}

/** One field, or a group of them, with its description and what is wrong with it. */
function FieldInput(props: FieldInputProps) {
  const { field } = props
  switch (field.kind) {
    case 'group':
      return (
        <Fieldset legend={field.label}>
          {field.description !== '' && <Note>{field.description}</Note>}
          {field.fields.map((inner) => (
            <FieldInput key={inner.path.join('.')} {...props} field={inner} />
          ))}
        </Fieldset>
      )
    case 'choice':
      return <ChoiceInput {...props} field={field} />
    case 'texts':
      return <TextsInput {...props} field={field} />
    case 'list':
      return <ItemsInput {...props} field={field} />
    case 'steps':
      return <StepsInput {...props} field={field} />
    case 'json-only':
      return (
        <Note>
          <strong>{field.label}</strong> is edited as JSON. {field.description}
        </Note>
      )
    default:
      return <ScalarInput {...props} field={field} />
  }
}

/** Strings in their order. */
function TextsInput({
  field,
  settings,
  issues,
  onValue,
}: FieldInputProps<Extract<FormField, { kind: 'texts' }>>) {
  const { path, label, description, options, max } = field
  const common = {
    label,
    description: description || undefined,
    error: findFieldIssue(issues, path) ?? describeIssueBelow(issues, path),
    value: readTexts(readSettingsValue(settings, path)),
    onChange: (next: string[]) => onValue(path, next),
    ...(max === null ? {} : { [options === null ? 'maxTags' : 'maxValues']: max }),
  }
  return options === null ? (
    <TagsInput {...common} allowDuplicates acceptValueOnBlur splitChars={[]} placeholder="Enter adds one" />
  ) : (
    <MultiSelect {...common} data={[...options]} />
  )
}

const readTexts = (value: JsonValue | undefined): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []

const readObjects = (value: JsonValue | undefined): Settings[] =>
  Array.isArray(value) ? value.map((item) => (isObject(item) ? item : {})) : []

/** Objects of one shape, each with its own fields. */
function ItemsInput(props: FieldInputProps<Extract<FormField, { kind: 'list' }>>) {
  const { field, settings, issues, onValue, providers } = props
  return (
    <ItemList
      field={field}
      items={readObjects(readSettingsValue(settings, field.path))}
      error={findFieldIssue(issues, field.path)}
      issues={selectIssuesBelow(issues, field.path)}
      describeItem={(_item, at) => `Entry ${at + 1}`}
      onItems={(items) => onValue(field.path, items)}
      renderItem={(item, own, onItem) => (
        <SchemaForm
          fields={field.fields}
          settings={item}
          issues={own}
          providers={providers}
          onChange={onItem}
        />
      )}
      renderAdd={(onAdd) => (
        <Button
          variant="default"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => onAdd(field.start)}
        >
          Add
        </Button>
      )}
    />
  )
}

/** Providers in their order, each with a preset and settings of its own. */
function StepsInput(props: FieldInputProps<Extract<FormField, { kind: 'steps' }>>) {
  const { field, settings, issues, onValue, providers } = props
  return (
    <ItemList
      field={field}
      items={readObjects(readSettingsValue(settings, field.path))}
      error={findFieldIssue(issues, field.path)}
      issues={selectIssuesBelow(issues, field.path)}
      describeItem={(step) => describeStep(step, providers)}
      onItems={(items) => onValue(field.path, items)}
      renderItem={(step, own, onItem) => (
        <StepFields step={step} issues={own} providers={providers} onStep={onItem}>
          {(inner) => <SchemaForm {...inner} providers={providers} />}
        </StepFields>
      )}
      renderAdd={(onAdd) => (
        <Select
          aria-label={`Add to ${field.label.toLowerCase()}`}
          placeholder="Add a provider"
          leftSection={<IconPlus size={14} aria-hidden />}
          w={220}
          data={groupProviders(providers)}
          value={null}
          onChange={(providerId) => providerId !== null && onAdd({ providerId })}
        />
      )}
    />
  )
}

/** A value that comes in several forms: which one, and the fields of that one. */
function ChoiceInput(props: FieldInputProps<Extract<FormField, { kind: 'choice' }>>) {
  const { field, settings, issues, onValue } = props
  const tagPath = [...field.path, field.tag]
  const chosen = field.variants.find((variant) => variant.value === readSettingsValue(settings, tagPath))
  return (
    <Fieldset legend={field.label}>
      <Select
        aria-label={field.label}
        description={field.description || undefined}
        error={findFieldIssue(issues, field.path) ?? findFieldIssue(issues, tagPath)}
        data={field.variants.map(({ value, label }) => ({ value, label }))}
        value={chosen?.value ?? null}
        allowDeselect={false}
        clearable={field.nullable}
        onChange={(value) => {
          const next = field.variants.find((variant) => variant.value === value)
          if (next !== undefined) onValue(field.path, next.defaults)
          else if (field.nullable) onValue(field.path, null)
        }}
      />
      {chosen?.fields.map((inner) => (
        <FieldInput key={inner.path.join('.')} {...props} field={inner} />
      ))}
    </Fieldset>
  )
}

/** A field that holds one plain value. */
function ScalarInput({ field, settings, issues, onValue }: FieldInputProps<ScalarField>) {
  const value = readSettingsValue(settings, field.path)
  const common = {
    label: field.label,
    description: field.description || undefined,
    error: findFieldIssue(issues, field.path),
  }
  switch (field.kind) {
    case 'switch':
      return (
        <Switch
          {...common}
          checked={value === true}
          onChange={(event) => onValue(field.path, event.currentTarget.checked)}
        />
      )
    case 'number':
      return (
        <NumberInput
          {...common}
          {...readBounds(field)}
          value={typeof value === 'number' ? value : ''}
          onChange={(next) => {
            if (typeof next === 'number') onValue(field.path, next)
            else if (next === '' && field.nullable) onValue(field.path, null)
          }}
        />
      )
    case 'text': {
      const isLong = (field.maxLength ?? 0) > longestLine
      const Input = isLong ? Textarea : TextInput
      return (
        <Input
          {...common}
          {...(isLong ? { autosize: true, minRows: 2, maxRows: 10 } : {})}
          value={typeof value === 'string' ? value : ''}
          maxLength={field.maxLength ?? undefined}
          placeholder={field.nullable ? 'none' : undefined}
          onChange={({ currentTarget }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
            onValue(field.path, field.nullable && currentTarget.value === '' ? null : currentTarget.value)
          }
        />
      )
    }
    case 'select':
      return (
        <Select
          {...common}
          data={[...field.options]}
          value={typeof value === 'string' ? value : null}
          allowDeselect={field.nullable}
          clearable={field.nullable}
          onChange={(option) => (option !== null || field.nullable) && onValue(field.path, option)}
        />
      )
    default:
      return assertNever(field)
  }
}

/** Bounds guide the buttons only: what is typed out of bounds is kept, and explained by the provider. */
function readBounds(field: Extract<ScalarField, { kind: 'number' }>) {
  const range = field.min !== null && field.max !== null ? `${field.min} to ${field.max}` : ''
  return {
    thousandSeparator: ',',
    allowDecimal: !field.whole,
    clampBehavior: 'none',
    step: field.whole ? 1 : 0.05,
    placeholder: field.nullable ? 'none' : range,
    ...(field.min === null ? {} : { min: field.min }),
    ...(field.max === null ? {} : { max: field.max }),
  } as const
}
