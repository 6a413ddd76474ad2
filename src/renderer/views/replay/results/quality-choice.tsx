import { Button, Checkbox, Popover } from '@mantine/core'
import { IconColumns } from '@tabler/icons-react'
import type { MetricInfo } from '../../../../shared/domain/quality.ts'
import styles from './results.module.css'

type QualityChoiceProps = {
  readonly metrics: readonly MetricInfo[]
  readonly chosen: readonly string[]
  readonly onChoose: (metricIds: string[]) => void
}

/** Chooses the metrics that stand in the table of policies. */
export function QualityChoice({ metrics, chosen, onChoose }: QualityChoiceProps) {
  const count = metrics.filter(({ id }) => chosen.includes(id)).length
  return (
    <Popover position="bottom-end" trapFocus withRoles>
      <Popover.Target>
        <Button variant="subtle" color="gray" leftSection={<IconColumns size={14} aria-hidden />}>
          Quality ({count} of {metrics.length})
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Quality in the table">
        <Checkbox.Group aria-label="Quality in the table" value={[...chosen]} onChange={onChoose}>
          <div className={styles.quality}>
            {metrics.map(({ id, label }) => (
              <Checkbox key={id} value={id} label={label} />
            ))}
          </div>
        </Checkbox.Group>
      </Popover.Dropdown>
    </Popover>
  )
}
