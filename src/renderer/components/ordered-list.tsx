import { ActionIcon } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react'
import styles from './ordered-list.module.css'

type OrderedListProps = {
  readonly label: string
  readonly items: readonly string[]
  readonly labelOf: (item: string) => string
  readonly onChange: (items: readonly string[]) => void
}

/** A few things in an order of one's own: each can go up, down and away, by mouse or by keyboard. */
export function OrderedList({ label, items, labelOf, onChange }: OrderedListProps) {
  if (items.length === 0) return null
  const swap = (at: number): void => {
    const [above, below] = [items[at], items[at + 1]]
    if (above === undefined || below === undefined) return
    onChange([...items.slice(0, at), below, above, ...items.slice(at + 2)])
  }
  return (
    <ol className={styles.list} aria-label={label}>
      {items.map((item, index) => (
        <li key={item} className={styles.item}>
          <span className={styles.number}>{index + 1}</span>
          <span className={styles.name}>{labelOf(item)}</span>
          <ActionIcon
            size="sm"
            aria-label={`Move ${labelOf(item)} up`}
            disabled={index === 0}
            onClick={() => swap(index - 1)}
          >
            <IconArrowUp size={14} aria-hidden />
          </ActionIcon>
          <ActionIcon
            size="sm"
            aria-label={`Move ${labelOf(item)} down`}
            disabled={index === items.length - 1}
            onClick={() => swap(index)}
          >
            <IconArrowDown size={14} aria-hidden />
          </ActionIcon>
          <ActionIcon
            size="sm"
            aria-label={`Remove ${labelOf(item)}`}
            onClick={() => onChange(items.filter((other) => other !== item))}
          >
            <IconX size={14} aria-hidden />
          </ActionIcon>
        </li>
      ))}
    </ol>
  )
}
