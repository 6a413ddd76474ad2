import { type ReactNode, useState } from 'react'
import { useField } from './editor-context.ts'
import { readJsonAtPath, type JsonPath } from './read-json-at-path.ts'

type MoreFieldsProps = {
  readonly path: JsonPath
  /** Keys of the fields. */
  readonly keys: readonly string[]
  readonly summary: string
  readonly children: ReactNode
}

/** Rarely used fields, folded until one of them has a value, and drawn from then on or once they are unfolded. */
export function MoreFields({ path, keys, summary, children }: MoreFieldsProps) {
  const { value } = useField(path)
  const isUsed = keys.some((key) => readJsonAtPath(value, [key]) !== undefined)
  const [isDrawn, setIsDrawn] = useState(isUsed)
  if (isUsed && !isDrawn) setIsDrawn(true)
  return (
    <details
      style={{ marginTop: 6, fontSize: 12 }}
      open={isUsed}
      onToggle={(event) => {
        if (event.currentTarget.open) setIsDrawn(true)
      }}
    >
      <summary>{summary}</summary>
      {isDrawn && children}
    </details>
  )
}
