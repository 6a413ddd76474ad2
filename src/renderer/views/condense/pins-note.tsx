import { IconPinFilled } from '@tabler/icons-react'
import { Link } from 'wouter'
import { useTaskPins } from '../../data/use-task-pins.ts'
import { describePins } from '../../lib/describe-pins.ts'
import { routes } from '../../lib/routes.ts'
import styles from './condense-tab.module.css'

type PinsNoteProps = { readonly taskId: string; readonly targetTokens: number | null }

/** What of the task stays whatever is run; nothing where nothing is pinned. */
export function PinsNote({ taskId, targetTokens }: PinsNoteProps) {
  const desk = useTaskPins(taskId)
  if (desk.pins.length === 0) return null
  const isAbove = targetTokens !== null && desk.holding.tokens > targetTokens
  return (
    <p className={styles.pins}>
      <IconPinFilled size={14} aria-hidden />
      <span>
        {describePins(desk)}
        {isAbove && <span className={styles.above}> That is more than the target by itself.</span>}
      </span>
      <Link href={routes.task(taskId, 'messages')}>Show messages</Link>
    </p>
  )
}
