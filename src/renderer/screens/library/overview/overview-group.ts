import { z } from 'zod'
import type { LibraryFilter } from '../../../../shared/library/library-filter-types.ts'
import type { LibraryOverview, TaskSums } from '../../../../shared/library/types.ts'
import { describeFilterValue } from '../library/filter/filter-labels.ts'

/** What the sums of the overview can be of. */
export const overviewDimensionSchema = z.enum(['workspace', 'agent', 'model'])
export type OverviewDimension = z.infer<typeof overviewDimensionSchema>

/** What they are called. */
export const dimensionLabels: Readonly<Record<OverviewDimension, string>> = {
  workspace: 'Workspace',
  agent: 'Agent',
  model: 'Model',
}

/** Sums over the tasks of one workspace, agent or model, and the filter that leaves them in. */
export type OverviewGroup = TaskSums & {
  /** Null for tasks that name none. */
  readonly value: string | null
  readonly name: string
  readonly filter: Partial<LibraryFilter>
  /** Requests to a model. Null for groups of another kind. */
  readonly requests: number | null
}

/** The sums of a dimension, the largest first. */
export function buildOverviewGroups(
  overview: LibraryOverview,
  dimension: OverviewDimension,
): readonly OverviewGroup[] {
  const buildGroup = (value: string | null, sums: TaskSums): OverviewGroup => ({
    ...sums,
    requests: null,
    value,
    name: describeFilterValue(dimension, value),
    filter: { [dimension]: [value] },
  })
  const groups = {
    workspace: () => overview.byWorkspace.map((sums) => buildGroup(sums.workspace, sums)),
    agent: () => overview.byAgent.map((sums) => buildGroup(sums.agent, sums)),
    model: () =>
      overview.byModel.map((sums) => ({ ...buildGroup(sums.model, sums), requests: sums.requests })),
  }
  return groups[dimension]()
}
