import { Select, MultiSelect, TagsInput } from '@mantine/core'
import { partKinds } from '../../../../shared/kernel/part.ts'
import { useField } from '../../../ui/components/editor-fields/editor-context.ts'
import { NumberField } from '../../../ui/components/editor-fields/number-field.tsx'
import { readJsonAtPath, type JsonPath } from '../../../ui/components/editor-fields/read-json-at-path.ts'
import { kindLooks } from '../../../ui/components/marks/part-kinds.ts'
import { Fields, Note } from '../../../ui/layout/layout.tsx'
import { KindChoice } from './kind-choice.tsx'
import styles from './smart-editor.module.css'

type ListFieldProps = {
  readonly path: JsonPath
  readonly label: string
  readonly placeholder: string
  /** Available options, absent where any text is allowed. */
  readonly options?: readonly { readonly value: string; readonly label: string }[]
}

const kinds = [
  {
    kind: 'preserve_recent',
    label: 'All but the last messages',
    begin: { type: 'preserve_recent', keepRecentCount: 10 },
  },
  {
    kind: 'preserve_percent',
    label: 'All but a last share',
    begin: { type: 'preserve_percent', keepPercentage: 30 },
  },
  { kind: 'custom', label: 'By conditions', begin: { type: 'custom', where: {} } },
]

/** Which messages a pass works on. */
export function SelectionFields({ path }: { readonly path: JsonPath }) {
  const { value } = useField(path)
  const type = readJsonAtPath(value, ['type'])
  return (
    <>
      <KindChoice path={path} label="Which messages" tag="type" kinds={kinds} />
      {type === 'preserve_recent' && (
        <NumberField path={[...path, 'keepRecentCount']} label="Recent messages untouched" width={190} />
      )}
      {type === 'preserve_percent' && (
        <NumberField
          path={[...path, 'keepPercentage']}
          label="Recent messages untouched"
          unit="%"
          width={190}
          isWhole={false}
        />
      )}
      {type === 'custom' && <WhereFields path={[...path, 'where']} />}
    </>
  )
}

const roleOptions = [
  { value: 'user', label: 'user' },
  { value: 'assistant', label: 'assistant' },
]
const kindOptions = partKinds.map((kind) => ({ value: kind, label: kindLooks[kind].label }))

function WhereFields({ path }: { readonly path: JsonPath }) {
  return (
    <>
      <Note>All given conditions must hold. Ages count messages from the end, starting at 0.</Note>
      <Fields>
        <ListField path={[...path, 'roles']} label="Roles" placeholder="any" options={roleOptions} />
        <ListField path={[...path, 'kinds']} label="Kinds of part" placeholder="any" options={kindOptions} />
        <ListField path={[...path, 'tools']} label="Tools" placeholder="any, such as read_file" />
        <ListField path={[...path, 'paths']} label="Paths" placeholder="any, such as src/**/*.ts" />
      </Fields>
      <div className={styles.fields}>
        <NumberField path={[...path, 'minAge']} label="Age at least" none="any" width={104} />
        <NumberField path={[...path, 'maxAge']} label="Age at most" none="any" width={104} />
        <NumberField path={[...path, 'minTokens']} label="Size at least" unit="tok" none="any" width={112} />
        <NumberField path={[...path, 'maxTokens']} label="Size at most" unit="tok" none="any" width={112} />
        <ErrorChoice path={[...path, 'isError']} />
      </div>
    </>
  )
}

function ErrorChoice({ path }: { readonly path: JsonPath }) {
  const { value, error, set } = useField(path)
  return (
    <Select
      label="Results"
      w={150}
      data={[
        { value: 'any', label: 'any' },
        { value: 'true', label: 'only errors' },
        { value: 'false', label: 'all but errors' },
      ]}
      value={typeof value === 'boolean' ? String(value) : 'any'}
      error={error}
      allowDeselect={false}
      onChange={(next) => set(next === 'any' || next === null ? undefined : next === 'true')}
    />
  )
}

/** A list of words in the settings. An empty one matches anything. */
function ListField({ path, label, placeholder, options }: ListFieldProps) {
  const { value, error, set } = useField(path)
  const words = Array.isArray(value) ? value.map(String) : []
  const common = {
    label,
    error,
    value: words,
    placeholder: words.length === 0 ? placeholder : '',
    size: 'xs',
    clearable: false,
    comboboxProps: { transitionProps: { duration: 0 } },
    onChange: (next: string[]) => set(next.length === 0 ? undefined : next),
  }
  return options === undefined ? (
    <TagsInput {...common} acceptValueOnBlur />
  ) : (
    <MultiSelect {...common} data={[...options]} />
  )
}
