import { screen } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { vi } from 'vitest'
import type { MetricInfo } from '../../../../shared/activity/quality-types.ts'
import type { Evidence } from '../../../../shared/kernel/evidence.ts'
import { draw } from '../../../testing/draw.tsx'
import { EvidencePanel } from '../cell/evidence-panel.tsx'
import { ExperimentContext, type ExperimentScreen } from '../experiment-context.ts'

type Shown = {
  readonly user: UserEvent
  readonly onMessage: (index: number) => void
  readonly panel: HTMLElement
}

/** Draws the evidence of a value of a metric that is a share. */
export function drawPanel(
  evidence: Evidence | null,
  { value = 0.5, missing = '' }: { value?: number | null; missing?: string } = {},
): Shown {
  const onMessage = vi.fn<(index: number) => void>()
  // The panel reads the metrics alone.
  const metrics = [{ id: 'm', label: 'Facts kept', unit: 'share' }] as unknown as readonly MetricInfo[]
  const user = draw(
    <ExperimentContext value={{ metrics } as ExperimentScreen}>
      <EvidencePanel measured={{ metric: 'm', value, evidence }} missing={missing} onMessage={onMessage} />
    </ExperimentContext>,
  )
  return { user, onMessage, panel: screen.getByRole('region', { name: 'Evidence' }) }
}
