import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { Autopsied } from '../../../shared/condensations/autopsy-types.ts'
import { describeAllMissing } from '../../../shared/condensations/autopsy-words.ts'
import {
  buildCondensationTable,
  shortenCondensation,
} from '../../../shared/condensations/build-condensation-tables.ts'
import type { TaskSummary } from '../../../shared/library/task-types.ts'
import { useEngine } from '../../data/engine-context.ts'
import { toProblem } from '../../data/to-problem.ts'
import { formatCountWithNoun, formatTime } from '../../lib/format.ts'
import { routes } from '../../lib/routes.ts'
import { EmptyPanel } from '../../ui/components/empty-panel.tsx'
import { ErrorPanel } from '../../ui/components/error-panel.tsx'
import { SkeletonRows } from '../../ui/components/skeleton-rows.tsx'
import { DocumentView } from '../../ui/document/document-view.tsx'
import { Lead, Scroll } from '../../ui/layout/layout.tsx'
import { CondensationPage } from './condensation-page.tsx'

type CondensationsTabProps = {
  readonly task: TaskSummary
  /** The condensation that the address names, from 1; null for the list. */
  readonly n: number | null
  /** The method whose result is shown beside it; null for what the agent did. */
  readonly methodId: string | null
}

/** The condensations that the agent made, and the page of each. Of a task with one, its page at once. */
export function CondensationsTab({ task, n, methodId }: CondensationsTabProps) {
  const { queries } = useEngine()
  const input = { taskId: task.id }
  const found = useQuery(queries.condensations.list.queryOptions({ input, staleTime: 30_000 }))
  if (found.isError)
    return (
      <ErrorPanel
        title="Could not examine the condensations"
        problem={toProblem(found.error)}
        onRetry={() => void found.refetch()}
      />
    )
  if (found.data === undefined) return <SkeletonRows label="Examining the condensations" />
  const { condensations } = found.data
  const one = condensations.length === 1 ? condensations[0] : condensations[(n ?? 0) - 1]
  if (one !== undefined)
    return <CondensationPage key={one.n} {...{ task, one, methodId }} count={condensations.length} />
  return condensations.length === 0 ? (
    <EmptyPanel
      action={
        <Button component={Link} href={routes.task(task.id, 'methods')}>
          See what methods would do
        </Button>
      }
    >
      The agent recorded no condensation in this task.
    </EmptyPanel>
  ) : (
    <CondensationList taskId={task.id} condensations={condensations} />
  )
}

type CondensationListProps = { readonly taskId: string; readonly condensations: readonly Autopsied[] }

function CondensationList({ taskId, condensations }: CondensationListProps) {
  const rows = condensations.map((one) => ({
    ...shortenCondensation(one),
    route: routes.condensation(taskId, one.n),
  }))
  const times = formatCountWithNoun(condensations.length, 'time')
  return (
    <Scroll component="section" aria-label="Condensations" pb="lg">
      <Lead>
        {describeAllMissing(condensations) ||
          `The agent condensed ${times}. Nothing that was left out is known to have been needed later.`}
      </Lead>
      <DocumentView blocks={[buildCondensationTable(rows, formatTime)]} />
    </Scroll>
  )
}
