import { Badge, type BadgeProps } from '@mantine/core'
import type { TermId } from '../../../shared/kernel/words/glossary.ts'
import { Explained, findExplanation } from './explained.tsx'

type TagProps = {
  readonly children: string
  /** What there is to say, where the glossary does not say it. */
  readonly about?: string
  /** What the word means, where it alone does not lead to the right term of the glossary. */
  readonly term?: TermId
  readonly accent?: boolean
  /** Whether it stands within something that takes the keyboard itself, such as an option of a list. */
  readonly isWithinOption?: boolean
}

/** A short word about something, with its explanation at hand. */
export function Tag({ children, about, term, accent = false, isWithinOption = false }: TagProps) {
  const entry = findExplanation(children, term)
  const note = entry === undefined ? about : undefined
  const look: BadgeProps = {
    size: 'xs',
    variant: 'default',
    radius: 'sm',
    fw: 500,
    tt: 'none',
    style: { flex: 'none', ...(accent ? { color: 'var(--accent)', borderColor: 'var(--accent)' } : {}) },
  }
  if (isWithinOption || (entry === undefined && note === undefined))
    return (
      <Badge {...look} title={entry?.definition ?? note}>
        {children}
      </Badge>
    )
  return (
    <Explained entry={entry} note={note}>
      <Badge {...look} component="button" type="button">
        {children}
      </Badge>
    </Explained>
  )
}
