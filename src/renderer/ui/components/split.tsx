import type { ReactNode } from 'react'
import { Group, Panel, Separator } from 'react-resizable-panels'
import { Scroll } from '../layout/layout.tsx'
import { useIsNarrow } from './use-is-narrow.ts'
import styles from './split.module.css'

/** Share of each side in percent. */
export type SplitLayout = readonly [number, number]

type SplitProps = {
  readonly id: string
  readonly direction: 'horizontal' | 'vertical'
  readonly layout: SplitLayout
  readonly onLayout: (layout: SplitLayout) => void
  readonly first: ReactNode
  readonly second: ReactNode
  readonly label: string
  /** Width of the window, in pixels, up to which the panes stand below each other. */
  readonly stackBelow?: number
}

/** Two panes with a bar between them that drags, and moves with the arrow keys. */
export function Split(props: SplitProps) {
  const { id, direction, layout, onLayout, first, second, label, stackBelow = 0 } = props
  const isNarrow = useIsNarrow(stackBelow)
  if (isNarrow)
    return (
      <Scroll h="100%">
        <div className={styles.stacked}>{first}</div>
        <div className={styles.stacked}>{second}</div>
      </Scroll>
    )
  return (
    <Group
      id={id}
      orientation={direction}
      defaultLayout={{ first: layout[0], second: layout[1] }}
      onLayoutChanged={(next) => onLayout([next['first'] ?? layout[0], next['second'] ?? layout[1]])}
      className={styles.group}
    >
      <Panel id="first" minSize="15%" className={styles.pane}>
        {first}
      </Panel>
      <Separator className={styles.bar} aria-label={label} />
      <Panel id="second" minSize="12%" className={styles.pane}>
        {second}
      </Panel>
    </Group>
  )
}
