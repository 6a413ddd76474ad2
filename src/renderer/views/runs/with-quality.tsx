import { Button } from '@mantine/core'
import { IconScale } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { z } from 'zod'
import type { RunSummary } from '../../../shared/domain/run.ts'
import { Split } from '../../components/split.tsx'
import { usePreference } from '../../data/use-preference.ts'
import { QualityPanel } from './quality-panel.tsx'

const layoutSchema = z.tuple([z.number(), z.number()])
const defaultLayout: [number, number] = [45, 55]

type WithQualityProps = {
  readonly isShown: boolean
  readonly run: RunSummary | null
  readonly runs: readonly RunSummary[]
  /** The list of the runs. */
  readonly children: ReactNode
}

/** The list of the runs, and below it what the chosen one kept, where that is asked for. */
export function WithQuality({ isShown, run, runs, children }: WithQualityProps) {
  const [layout, setLayout] = usePreference('layout.runs', layoutSchema, defaultLayout)
  if (!isShown) return children
  return (
    <Split
      id="runs"
      direction="vertical"
      layout={layout}
      onLayout={([list, panel]) => setLayout([list, panel])}
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
