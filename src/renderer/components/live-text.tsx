import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { Button } from '@mantine/core'
import { IconArrowDown } from '@tabler/icons-react'
import styles from './live-text.module.css'

/** Pixels from the end that are the end: positions are fractions on some screens. */
const nearEnd = 2

type LiveTextProps = {
  readonly label: string
  /** Changes whenever there is more to read. */
  readonly length: number
  readonly children: ReactNode
}

/** Text that grows: its end stays in sight until the reader scrolls up, and again once they come back to it. */
export function LiveText({ label, length, children }: LiveTextProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const lastTop = useRef(0)
  const [follows, setFollows] = useState(true)
  const toEnd = (): void => {
    if (scroller.current !== null) scroller.current.scrollTop = scroller.current.scrollHeight
  }
  useLayoutEffect(() => {
    if (follows) toEnd()
  }, [follows, length])
  return (
    <div className={styles.frame}>
      <div
        ref={scroller}
        className={styles.scroller}
        role="region"
        aria-label={label}
        tabIndex={0}
        onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
          if (scrollHeight - scrollTop - clientHeight <= nearEnd) setFollows(true)
          else if (scrollTop < lastTop.current) setFollows(false)
          lastTop.current = scrollTop
        }}
      >
        {children}
      </div>
      {!follows && (
        <Button
          className={styles.end ?? ''}
          variant="default"
          leftSection={<IconArrowDown size={14} aria-hidden />}
          onClick={() => setFollows(true)}
        >
          Follow the end
        </Button>
      )}
    </div>
  )
}
