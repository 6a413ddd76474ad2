import type { TokensByKind } from '../../../../shared/domain/inspection.ts'
import { partKinds, type PartKind } from '../../../../shared/domain/part.ts'
import type { TaskSummary } from '../../../../shared/domain/task.ts'
import { figureColumn } from '../../../components/figure-column.ts'
import { kindLooks } from '../../../components/marks/part-kinds.ts'
import type { TableColumn } from '../../../components/table-column.ts'
import { kindColumnId } from '../../../lib/kind-column-id.ts'
import { sumOf } from './sums.ts'

/** A column that may be shown for each kind of part: the tokens of this kind. */
export const kindChoices: readonly {
  readonly id: string
  readonly kind: PartKind
  readonly header: string
}[] = partKinds.map((kind) => ({ id: kindColumnId(kind), kind, header: kindLooks[kind].label }))

/** Tokens of the kinds that are shown; null of tasks that were not counted yet. */
export function kindColumns(
  shown: readonly string[],
  byTask: Readonly<Record<string, TokensByKind>>,
): readonly TableColumn<TaskSummary>[] {
  return kindChoices
    .filter(({ id }) => shown.includes(id))
    .map(({ id, kind, header }) => {
      const tokens = (task: TaskSummary): number | null => {
        const counted = byTask[task.id]
        return counted === undefined ? null : (counted[kind] ?? 0)
      }
      return { ...figureColumn(id, header, tokens, undefined, 96), total: sumOf(tokens) }
    })
}
