import type { ReactNode } from 'react'
import { z } from 'zod'
import type { AlignedRow } from '../../../shared/domain/aligned-row.ts'
import { EmptyPanel } from '../../components/empty-panel.tsx'
import { Split } from '../../components/split.tsx'
import { VirtualList } from '../../components/virtual-list.tsx'
import { usePreference } from '../../data/use-preference.ts'
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

const layoutSchema = z.tuple([z.number(), z.number()])
const defaultLayout: [number, number] = [58, 42]

/** The filter by fate, the rows that it leaves, and what is shown of the selected one. */
export function ComparisonPanes({ id, rows, comparison, withPass, below }: ComparisonPanesProps) {
  const { shown, places, selected } = comparison
  const [layout, setLayout] = usePreference('layout.result', layoutSchema, defaultLayout)
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
        layout={layout}
        onLayout={([list, detail]) => setLayout([list, detail])}
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
