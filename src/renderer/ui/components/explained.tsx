import { Table, type TableThProps, Tooltip } from '@mantine/core'
import { useEffect, useRef, useState, type ReactElement } from 'react'
import {
  findTermById,
  findTermByLabel,
  type GlossaryEntry,
  type TermId,
} from '../../../shared/kernel/words/glossary.ts'
import { describeDirection } from '../../../shared/kernel/words/term-words.ts'
import styles from './explained.module.css'

type ExplanationProps = {
  /** What the glossary says; undefined where it says nothing. */
  readonly entry: GlossaryEntry | undefined
  /** What there is to say here besides. */
  readonly note?: string | undefined
}

/** The term of a label, or the one that is named because the label is not enough. None where that is null. */
export function findExplanation(label: string, term?: TermId | null): GlossaryEntry | undefined {
  if (term === null) return undefined
  return term === undefined ? findTermByLabel(label) : findTermById(term)
}

/** The definition of a label, for what only the mouse reaches; undefined where the glossary has none. */
export function findHint(label: string, term?: TermId): string | undefined {
  return findExplanation(label, term)?.definition
}

/**
 * Explains its child, which takes the keyboard: on hover, focus and tap, until Escape or until it is left. Nothing moves
 * for it. The child alone where there is nothing to say.
 */
export function Explained({ entry, note, children }: ExplanationProps & { readonly children: ReactElement }) {
  if (entry === undefined && note === undefined) return children
  return <TouchTooltip label={<Explanation entry={entry} note={note} />}>{children}</TouchTooltip>
}

type TouchTooltipProps = { readonly label: ReactElement; readonly children: ReactElement }

/** A tooltip that a tap opens as well. Browsers say that a finger has left as soon as it is lifted. */
function TouchTooltip({ label, children }: TouchTooltipProps) {
  const [isTapped, setIsTapped] = useState(false)
  const place = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    if (!isTapped) return undefined
    const close = (event: Event): void => {
      const isElsewhere = !(event.target instanceof Node && place.current?.contains(event.target) === true)
      const isEscape = event instanceof KeyboardEvent && event.key === 'Escape'
      if (event.type === 'keydown' ? isEscape : isElsewhere) setIsTapped(false)
    }
    for (const name of closing) document.addEventListener(name, close, true)
    return () => {
      for (const name of closing) document.removeEventListener(name, close, true)
    }
  }, [isTapped])
  return (
    <span
      ref={place}
      className={styles.place}
      onPointerUp={({ pointerType }) => pointerType === 'touch' && setIsTapped(true)}
    >
      <Tooltip
        multiline
        interactive
        maw={320}
        classNames={{ tooltip: styles.tooltip ?? '' }}
        events={{ hover: true, focus: true, touch: false }}
        {...(isTapped ? { opened: true } : {})}
        label={label}
      >
        {children}
      </Tooltip>
    </span>
  )
}

/** What closes a tooltip that was tapped. */
const closing = ['pointerdown', 'keydown', 'scroll'] as const

type ExplainedLabelProps = {
  readonly label: string
  /** Named where the label is not enough to find it. */
  readonly term?: TermId | null | undefined
}

/** A label that says what it means. It is a button only where the glossary has something to say. */
export function ExplainedLabel({ label, term }: ExplainedLabelProps) {
  const entry = findExplanation(label, term)
  if (entry === undefined) return label
  return (
    <Explained entry={entry}>
      <button type="button" className={styles.label}>
        {label}
      </button>
    </Explained>
  )
}

/** The head of a column of a table that is written by hand. */
export function HeadCell({ label, term, ...props }: ExplainedLabelProps & Omit<TableThProps, 'children'>) {
  return (
    <Table.Th {...props}>
      <ExplainedLabel label={label} term={term} />
    </Table.Th>
  )
}

/** The definition first, then how it is computed, which way is good, and what it cannot see. */
function Explanation({ entry, note }: ExplanationProps) {
  return (
    <>
      {entry !== undefined && <span className={styles.line}>{entry.definition}</span>}
      {entry?.formula !== undefined && <span className={styles.line}>Computed: {entry.formula}.</span>}
      {entry?.direction !== undefined && (
        <span className={styles.line}>{describeDirection(entry.direction)}</span>
      )}
      {entry?.limits !== undefined && <span className={styles.quiet}>{entry.limits}</span>}
      {note !== undefined && <span className={styles.quiet}>{note}</span>}
    </>
  )
}
