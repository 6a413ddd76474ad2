import { IconAlertTriangle, IconGripVertical } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import styles from './pass-list.module.css'

type PassOptionProps = Omit<ComponentProps<'div'>, 'className' | 'children'> & {
  readonly isSelected: boolean
  readonly isFaulty: boolean
  /** An operation in it is above a limit of the policy. */
  readonly isDear?: boolean
  /** The place of a pass, which can be dragged to another; null for what stays on top. */
  readonly number: number | null
  readonly name: string
  readonly about: string
}

/** One line of the list of passes: its place, its name, what it does, and whether something in it does not fit. */
export function PassOption(props: PassOptionProps) {
  const { isSelected, isFaulty, isDear = false, number, name, about, ...option } = props
  return (
    <div
      {...option}
      role="option"
      aria-selected={isSelected}
      aria-keyshortcuts={number === null ? undefined : 'Alt+ArrowUp Alt+ArrowDown Delete d'}
      className={styles.item}
    >
      <span className={styles.number}>{number}</span>
      <span className={styles.text}>
        <span className={styles.line}>
          <span className={styles.name} title={name}>
            {name}
          </span>
          {isFaulty && (
            <span className={styles.fault}>
              <IconAlertTriangle size={12} aria-hidden /> does not fit
            </span>
          )}
          {isDear && !isFaulty && (
            <span className={styles.dear} title="An operation in it is above a limit on costs">
              <IconAlertTriangle size={12} aria-hidden /> over the limit
            </span>
          )}
        </span>
        <span className={styles.about} title={about}>
          {about}
        </span>
      </span>
      {number !== null && <IconGripVertical size={14} className={styles.grip} aria-hidden />}
    </div>
  )
}
