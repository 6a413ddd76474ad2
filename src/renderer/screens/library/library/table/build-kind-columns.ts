import { partKinds } from '../../../../../shared/kernel/part.ts'
import type { TokensByKind } from '../../../../../shared/library/inspection-types.ts'
import type { TaskSummary } from '../../../../../shared/library/task-types.ts'
import { buildKindColumnId } from '../../../../lib/build-kind-column-id.ts'
import { buildFigureColumn } from '../../../../ui/components/build-figure-column.ts'
import { kindLooks } from '../../../../ui/components/marks/part-kinds.ts'
import type { TableColumn } from '../../../../ui/components/table-column.ts'
import { createFigureSum } from './sums.ts'

/** A column for the tokens of each kind of part. Null of tasks that were not counted yet. */
export function buildKindColumns(
  byTask: Readonly<Record<string, TokensByKind>>,
): readonly TableColumn<TaskSummary>[] {
  return partKinds.map((kind) => {
    const countKindTokens = (task: TaskSummary): number | null => {
      const counted = byTask[task.id]
      return counted === undefined ? null : (counted[kind] ?? 0)
    }
    const column = buildFigureColumn(
      buildKindColumnId(kind),
      kindLooks[kind].label,
      countKindTokens,
      undefined,
      96,
    )
    return { ...column, total: createFigureSum(countKindTokens) }
  })
}
