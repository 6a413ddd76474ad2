import type { ReactNode } from 'react'
import { useField } from './editor-context.ts'
import styles from './entry-card.module.css'
import { jsonAt, type JsonPath } from './json-at.ts'

type MoreFieldsProps = {
  readonly path: JsonPath
  /** Keys of the fields. */
  readonly keys: readonly string[]
  readonly summary: string
  readonly children: ReactNode
}

/** Rarely used fields, folded until one of them has a value. */
export function MoreFields({ path, keys, summary, children }: MoreFieldsProps) {
  const { value } = useField(path)
  return (
    <details className={styles.more} open={keys.some((key) => jsonAt(value, [key]) !== undefined)}>
      <summary>{summary}</summary>
      {children}
    </details>
  )
}
