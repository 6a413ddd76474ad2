import { formatPercent } from '../../../shared/kernel/format-figures.ts'
import { formatShare } from '../../lib/format.ts'
import { Block } from '../layout/layout.tsx'

/** How full a window is, with the mark at which it is condensed. Above 100 % the bar is full, and the figure says more. */
export function WindowGauge({
  percent,
  threshold,
}: {
  readonly percent: number
  /** Null where nobody knows it. */
  readonly threshold: number | null
}) {
  const share = Math.min(100, Math.max(0, percent))
  const isOver = threshold !== null && percent >= threshold
  const words = `${formatPercent(percent)} used${threshold === null ? '' : `, condensed at ${formatShare(threshold)}`}`
  return (
    <Block
      pos="relative"
      w="100%"
      maw={720}
      h={8}
      bdrs="xs"
      bg="var(--line)"
      role="meter"
      aria-label="Use of the window"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(share)}
      aria-valuetext={words}
      title={words}
    >
      <Block
        h="100%"
        w={`${share}%`}
        bdrs="xs"
        bg={isOver ? 'var(--caution)' : 'var(--accent)'}
        data-over={isOver}
      />
      {threshold !== null && (
        <Block
          pos="absolute"
          top={-3}
          bottom={-3}
          w={2}
          ml={-1}
          bg="var(--text)"
          style={{ left: `${Math.min(100, threshold)}%` }}
        />
      )}
    </Block>
  )
}
