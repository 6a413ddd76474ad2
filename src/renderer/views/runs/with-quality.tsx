import { Button } from '@mantine/core'
import { IconScale } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { RunSummary } from '../../../shared/domain/run.ts'
import { Split } from '../../components/split.tsx'
import { useSplitLayout } from '../../data/use-split-layout.ts'
import { QualityPanel } from './quality-panel.tsx'

type WithQualityProps = {
  readonly isShown: boolean
  readonly run: RunSummary | null
  readonly runs: readonly RunSummary[]
  /** The list of the runs. */
  readonly children: ReactNode
}

/** The list of the runs, and below it what the chosen one kept, where that is asked for. */
export function WithQuality({ isShown, run, runs, children }: WithQualityProps) {
  const split = useSplitLayout('runs', 45)
  if (!isShown) return children
  return (
    <Split
      id="runs"
      direction="vertical"
      {...split}
      label="Height of the list"
      first={children}
      second={<QualityPanel run={run} runs={runs} />}
    />
  )
}

/** Opens and closes the panel. */
export function QualityButton(props: {
  readonly isShown: boolean
  readonly onToggle: (isShown: boolean) => void
}) {
  return (
    <Button
      variant="subtle"
      color="gray"
      leftSection={<IconScale size={14} aria-hidden />}
      aria-expanded={props.isShown}
      onClick={() => props.onToggle(!props.isShown)}
    >
      Quality
    </Button>
  )
}
