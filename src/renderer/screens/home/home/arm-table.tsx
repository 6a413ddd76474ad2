import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import type { Answer } from '../../../../shared/home/answer-types.ts'
import { describeBaseline } from '../../../../shared/home/answers-words.ts'
import { routes } from '../../../lib/routes.ts'
import { CopyTableButton } from '../../../ui/components/copy-table-button.tsx'
import { DataTable } from '../../../ui/components/data-table.tsx'
import { SectionHead } from '../../../ui/components/section-head.tsx'
import type { TableSort } from '../../../ui/components/use-table-model.ts'
import { Note } from '../../../ui/layout/layout.tsx'
import type { MarkedArm } from './arm-marks.ts'
import { buildArmColumns } from './build-arm-columns.tsx'

/** Lines of the table, its header and a scroll bar, in pixels. */
const [rowHeight, barHeight] = [28, 12]

const asAnswered: TableSort = { id: '', desc: false }

type ArmTableProps = {
  readonly answer: Answer
  readonly arms: readonly MarkedArm[]
  readonly chosenId: string | null
  readonly onChoose: (id: string) => void
}

/** Every arm with its figures, the recommended one first until another order is chosen. */
export function ArmTable({ answer, arms, chosenId, onChoose }: ArmTableProps) {
  const [sort, setSort] = useState(asAnswered)
  const [, navigate] = useLocation()
  const isWide = useMediaQuery('(min-width: 1400px)', false, { getInitialValueInEffect: false })
  const columns = useMemo(() => buildArmColumns(isWide), [isWide])
  const worst = answer.worst[0]
  return (
    <section aria-label="Methods">
      <SectionHead title="Methods">
        {sort.id !== '' && (
          <Button variant="subtle" color="gray" size="compact-xs" onClick={() => setSort(asAnswered)}>
            Recommended first
          </Button>
        )}
        <CopyTableButton columns={columns} rows={arms} />
      </SectionHead>
      <div style={{ height: (arms.length + 1) * rowHeight + barHeight }}>
        <DataTable
          label="Methods"
          rows={arms}
          columns={columns}
          rowId={({ id }) => id}
          sort={sort}
          onSort={setSort}
          selectedId={chosenId}
          onSelect={onChoose}
          onOpen={() => worst !== undefined && navigate(routes.task(worst.taskId, 'methods'))}
          flexWidth={120}
        />
      </div>
      <Note pt="xs" pb="sm" px="md">
        {describeBaseline({ neverUsd: null })} A minus means a lower bill.
        {answer.arms.some(({ isExtracted }) => isExtracted) &&
          ' “Extracted” is an agent’s rules with an extract in place of its model.'}
      </Note>
    </section>
  )
}
