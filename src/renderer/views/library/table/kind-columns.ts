import type { TokensByKind } from '../../../../shared/domain/inspection.ts'
import { partKinds } from '../../../../shared/domain/part.ts'
import type { TaskSummary } from '../../../../shared/domain/task.ts'
import { buildFigureColumn } from '../../../components/figure-column.ts'
import { kindLooks } from '../../../components/marks/part-kinds.ts'
import type { TableColumn } from '../../../components/table-column.ts'
import { buildKindColumnId } from '../../../lib/kind-column-id.ts'
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
