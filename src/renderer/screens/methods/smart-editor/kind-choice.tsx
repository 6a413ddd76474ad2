import { SegmentedControl } from '@mantine/core'
import { useField } from '../../../ui/components/editor-fields/editor-context.ts'
import { readJsonAtPath, type JsonPath } from '../../../ui/components/editor-fields/read-json-at-path.ts'
import type { JsonValue } from '../../../ui/components/schema-form/settings-value.ts'

type KindChoiceProps = {
  readonly path: JsonPath
  readonly label: string
  /** The key in the value that holds the kind. */
  readonly tag: string
  /** What each kind is called, and the value that it begins with. */
  readonly kinds: readonly { readonly kind: string; readonly label: string; readonly begin: JsonValue }[]
}

/** Which kind of thing stands at a place of the settings. Another kind begins with its own values. */
export function KindChoice({ path, label, tag, kinds }: KindChoiceProps) {
  const { value, set } = useField(path)
  const now = readJsonAtPath(value, [tag])
  return (
    <SegmentedControl
      aria-label={label}
      data={kinds.map(({ kind, label: name }) => ({ value: kind, label: name }))}
      value={typeof now === 'string' ? now : ''}
      onChange={(kind) => {
        const chosen = kinds.find((candidate) => candidate.kind === kind)
        if (chosen !== undefined && kind !== now) set(chosen.begin)
      }}
    />
  )
}
