import type { ReactNode } from 'react'
import type { AlignedRow } from '../../../shared/domain/aligned-row.ts'
import { EmptyPanel } from '../../components/empty-panel.tsx'
import { Split } from '../../components/split.tsx'
import { VirtualList } from '../../components/virtual-list.tsx'
import { useSplitLayout } from '../../data/use-split-layout.ts'
import { ComparisonHead, ComparisonRow } from './comparison-row.tsx'
import { FateFilter } from './fate-filter.tsx'
import type { Comparison } from './use-comparison.ts'

type ComparisonPanesProps = {
  readonly id: string
  readonly rows: readonly AlignedRow[]
  readonly comparison: Comparison
  /** Names the pass that did it, where there are several. */
  readonly withPass: boolean
  /** The selected row in full. */
  readonly below: ReactNode
}

/** The filter by fate, the rows that it leaves, and what is shown of the selected one. */
export function ComparisonPanes({ id, rows, comparison, withPass, below }: ComparisonPanesProps) {
  const { shown, places, selected } = comparison
  const split = useSplitLayout('result', 58)
  return (
    <>
      <FateFilter
        rows={rows}
        chosen={comparison.fates}
        onChosen={comparison.filter}
        onChange={comparison.goToChange}
      />
      <Split
        id={id}
        direction="vertical"
        {...split}
        label="Height of the list"
        first={
          shown.length === 0 ? (
            <EmptyPanel>No message met this fate.</EmptyPanel>
          ) : (
            <VirtualList
              label="Source beside result"
              count={shown.length}
              selected={selected}
              onSelect={comparison.select}
              header={<ComparisonHead />}
              renderRow={(at) =>
                shown[at] && (
                  <ComparisonRow row={shown[at]} place={places[at] ?? 'single'} withPass={withPass} />
                )
              }
            />
          )
        }
        second={below}
      />
    </>
  )
}
