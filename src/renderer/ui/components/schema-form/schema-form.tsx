import {
  Button,
  Fieldset,
  Menu,
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
import { findFreeId } from '../editor-fields/find-free-id.ts'
import { findFieldIssue, describeIssueBelow, selectIssuesBelow } from './field-issues.ts'
import type { ChoiceVariant, FormField, ScalarField, FieldPath } from './form-field.ts'
import { ItemList } from './item-list.tsx'
import { isObject, setValue, readSettingsValue, type JsonValue } from './settings-value.ts'
import { groupProviders, describeStep, StepFields } from './step-fields.tsx'

/** Props of every widget of a form. */
type FieldInputProps<Field extends FormField = FormField> = {
  readonly field: Field
  readonly settings: Settings
  readonly issues: readonly SettingIssue[]
  /** Without a value the key is left out. */
  readonly onValue: (path: FieldPath, value: JsonValue | undefined) => void
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
          onValue={(path, value) => onChange(setValue(settings, path, value))}
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
      return <GroupInput {...props} field={field} />
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

/** Fields that belong together. One group alone in another is shown in its place. */
function GroupInput(props: FieldInputProps<Extract<FormField, { kind: 'group' }>>) {
  const { field, issues } = props
  const error = findFieldIssue(issues, field.path)
  const [only, ...others] = field.fields
  if (only === undefined) return null
  const inner = field.fields.map((own) => <FieldInput key={own.path.join('.')} {...props} field={own} />)
  if (only.kind === 'group' && others.length === 0) return inner
  return (
    <Fieldset legend={field.label}>
      {field.description !== '' && <Note>{field.description}</Note>}
      {error !== undefined && <Note tone="bad">{error}</Note>}
      {inner}
    </Fieldset>
  )
}

/** Strings in their order. */
function TextsInput({
  field,
  settings,
  issues,
  onValue,
}: FieldInputProps<Extract<FormField, { kind: 'texts' }>>) {
  const { path, label, description, options, max, optional } = field
  const common = {
    label,
    description: description || undefined,
    error: findFieldIssue(issues, path) ?? describeIssueBelow(issues, path),
    value: readTexts(readSettingsValue(settings, path)),
    onChange: (next: string[]) => onValue(path, next.length === 0 && optional ? undefined : next),
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

/** Objects in their order, each with its own fields. */
function ItemsInput(props: FieldInputProps<Extract<FormField, { kind: 'list' }>>) {
  const { field, settings, issues, onValue, providers } = props
  const items = readObjects(readSettingsValue(settings, field.path))
  return (
    <ItemList
      field={field}
      items={items}
      error={findFieldIssue(issues, field.path)}
      issues={selectIssuesBelow(issues, field.path)}
      describeItem={describeItem}
      onItems={(next) => onValue(field.path, next.length === 0 && field.optional ? undefined : next)}
      copyItem={(item) => withFreeId(item, items)}
      renderItem={(item, own, onItem) => (
        <SchemaForm
          fields={field.fields}
          settings={item}
          issues={own}
          providers={providers}
          onChange={onItem}
        />
      )}
      renderAdd={(onAdd) => <AddItem field={field} onAdd={(item) => onAdd(withFreeId(item, items))} />}
    />
  )
}

/** An item by its name, else its id, else its place. */
function describeItem({ name, id }: Settings, at: number): string {
  const named = [name, id].find((text) => typeof text === 'string' && text.trim() !== '')
  return typeof named === 'string' ? named : `Entry ${at + 1}`
}

/** An item whose id, where it has one, is that of no other. */
function withFreeId(item: Settings, items: readonly Settings[]): Settings {
  const { id } = item
  const taken = items.map((other) => other['id'])
  return typeof id === 'string' ? { ...item, id: findFreeId(taken, id) } : item
}

type AddItemProps = {
  readonly field: Extract<FormField, { kind: 'list' }>
  readonly onAdd: (item: Settings) => void
}

/** Adds an item: a plain one, or one of the templates. */
function AddItem({ field: { start, templates }, onAdd }: AddItemProps) {
  const look = { variant: 'default', leftSection: <IconPlus size={14} aria-hidden /> }
  if (templates.length === 0)
    return (
      <Button {...look} onClick={() => onAdd(start)}>
        Add
      </Button>
    )
  return (
    <Menu
      position="bottom-start"
      transitionProps={{ duration: 0 }}
      width={300}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <Button {...look}>Add</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {templates.map((template, at) => (
          <Menu.Item key={at} fz="sm" onClick={() => onAdd(template)}>
            {describeItem(template, at)}
            {typeof template['description'] === 'string' && <Note>{template['description']}</Note>}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
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
  const isItem = field.path.length === 0
  const content = (
    <>
      <Select
        {...(isItem ? { label: field.label } : { 'aria-label': field.label })}
        description={field.description || undefined}
        error={findFieldIssue(issues, field.path) ?? findFieldIssue(issues, tagPath)}
        data={field.variants.map(({ value, label }) => ({ value, label }))}
        value={chosen?.value ?? null}
        allowDeselect={false}
        clearable={canBeEmpty(field)}
        onChange={(value) => {
          const next = field.variants.find((variant) => variant.value === value)
          if (next !== undefined) onValue(field.path, beginVariant(next, chosen, props))
          else if (canBeEmpty(field)) onValue(field.path, pickEmptyValue(field))
        }}
      />
      {chosen?.fields.map((inner) => (
        <FieldInput key={inner.path.join('.')} {...props} field={inner} />
      ))}
    </>
  )
  // The form of an item is framed by the item.
  return isItem ? content : <Fieldset legend={field.label}>{content}</Fieldset>
}

/** What another form of a value begins with. What both forms have stays as it is. */
function beginVariant(
  next: ChoiceVariant,
  before: ChoiceVariant | undefined,
  { field, settings }: Pick<FieldInputProps, 'field' | 'settings'>,
): Settings {
  const value = readSettingsValue(settings, field.path)
  if (before === undefined || !isObject(value)) return next.defaults
  const known = new Set(before.fields.map((shared) => JSON.stringify(shared)))
  const kept = next.fields
    .filter((shared) => known.has(JSON.stringify(shared)))
    .flatMap(({ path }) => {
      const key = path.at(-1) ?? ''
      const own = value[key]
      return own === undefined ? [] : [[key, own] as const]
    })
  return { ...next.defaults, ...Object.fromEntries(kept) }
}

const canBeEmpty = ({ nullable, optional }: FormField): boolean => nullable || optional === true

const pickEmptyValue = ({ nullable }: FormField): null | undefined => (nullable ? null : undefined)

/** A field that holds one plain value. */
function ScalarInput({ field, settings, issues, onValue }: FieldInputProps<ScalarField>) {
  const value = readSettingsValue(settings, field.path)
  const common = {
    label: field.label,
    description: field.description || undefined,
    error: findFieldIssue(issues, field.path),
  }
  const isEmptyable = canBeEmpty(field)
  const empty = pickEmptyValue(field)
  switch (field.kind) {
    case 'switch':
      return isEmptyable ? (
        <AnswerSelect {...common} value={value} onAnswer={(next) => onValue(field.path, next ?? empty)} />
      ) : (
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
            else if (next === '' && isEmptyable) onValue(field.path, empty)
          }}
        />
      )
    case 'text':
      return (
        <LineOrText
          {...common}
          maxLength={field.maxLength}
          value={typeof value === 'string' ? value : ''}
          placeholder={isEmptyable ? 'none' : undefined}
          onText={(text) => onValue(field.path, isEmptyable && text === '' ? empty : text)}
        />
      )
    case 'select':
      return (
        <Select
          {...common}
          data={[...field.options]}
          value={typeof value === 'string' ? value : null}
          allowDeselect={isEmptyable}
          clearable={isEmptyable}
          onChange={(option) => (option !== null || isEmptyable) && onValue(field.path, option ?? empty)}
        />
      )
    default:
      return assertNever(field)
  }
}

type AnswerSelectProps = {
  readonly label: string
  readonly description: string | undefined
  readonly error: string | undefined
  readonly value: JsonValue | undefined
  readonly onAnswer: (answer: boolean | null) => void
}

const answers = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
]

/** Yes, no, or neither. */
function AnswerSelect({ value, onAnswer, ...props }: AnswerSelectProps) {
  return (
    <Select
      {...props}
      data={answers}
      value={typeof value === 'boolean' ? String(value) : null}
      placeholder="either"
      clearable
      onChange={(next) => onAnswer(next === null ? null : next === 'true')}
    />
  )
}

type LineOrTextProps = {
  readonly label: string
  readonly description: string | undefined
  readonly error: string | undefined
  /** In characters; null for no limit. */
  readonly maxLength: number | null
  readonly value: string
  readonly placeholder: string | undefined
  readonly onText: (text: string) => void
}

/** A text in one line, in several where it may be long. */
function LineOrText({ maxLength, onText, ...props }: LineOrTextProps) {
  const isLong = (maxLength ?? 0) > longestLine
  const Input = isLong ? Textarea : TextInput
  return (
    <Input
      {...props}
      {...(isLong ? { autosize: true, minRows: 2, maxRows: 10 } : {})}
      maxLength={maxLength ?? undefined}
      onChange={({ currentTarget }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
        onText(currentTarget.value)
      }
    />
  )
}

/** Bounds guide the buttons only: what is typed out of bounds is kept, and explained by the provider. */
function readBounds(field: Extract<ScalarField, { kind: 'number' }>) {
  const range = field.min !== null && field.max !== null ? `${field.min} to ${field.max}` : ''
  return {
    thousandSeparator: ',',
    allowDecimal: !field.whole,
    clampBehavior: 'none',
    step: field.whole ? 1 : 0.05,
    placeholder: canBeEmpty(field) ? 'none' : range,
    ...(field.min === null ? {} : { min: field.min }),
    ...(field.max === null ? {} : { max: field.max }),
  } as const
}
