import { buildCondensationTable } from '../../../../shared/condensations/build-condensation-tables.ts'
import type { Happened } from '../../../../shared/home/happened-types.ts'
import { buildFullestTable, fullestTitle, nameCondensedTask } from '../../../../shared/home/happened-words.ts'
import { formatCount } from '../../../../shared/kernel/format-count-with-noun.ts'
import { formatTaskTitle } from '../../../lib/format-task-title.ts'
import { formatTime } from '../../../lib/format.ts'
import { routes } from '../../../lib/routes.ts'
import { SectionHead } from '../../../ui/components/section-head.tsx'
import { DocumentView } from '../../../ui/document/document-view.tsx'
import { Block, Note } from '../../../ui/layout/layout.tsx'

/** A time that stays on one line in a narrow column. */
function formatUnbroken(ts: number): string {
  return formatTime(ts).replaceAll('-', '\u2011').replaceAll(' ', '\u00A0')
}

/** What the agents condensed, the condensations that cost most afterwards first, each with the way to its page. */
export function RecordedCondensations({ happened }: { readonly happened: Happened }) {
  const { worst, condensations } = happened
  if (condensations === 0) return <FullestTasks fullest={happened.fullest} />
  if (worst.length === 0) return null
  const title = 'What happened'
  const more = condensations - worst.length
  const rows = worst.map((one) => ({
    ...one,
    title: nameCondensedTask(one, formatTaskTitle),
    route: routes.condensation(one.taskId, one.n),
  }))
  return (
    <Block component="section" aria-label={title} line="top">
      <SectionHead title={title} />
      <DocumentView blocks={[buildCondensationTable(rows, formatUnbroken)]} />
      <Note pt="xs" pb="sm" px="md">
        {worst.some(({ missing }) => (missing?.things ?? 0) > 0) &&
          'Worst first, by what was read or run again because it was gone. '}
        {more > 0 && `${formatCount(more)} more in the Library.`}
      </Note>
    </Block>
  )
}

/** Where nothing was condensed yet: the tasks that would be first to need it. */
function FullestTasks({ fullest }: Pick<Happened, 'fullest'>) {
  if (fullest.length === 0) return null
  const linkTo = (taskId: string): string => routes.task(taskId, 'timeline')
  return (
    <Block component="section" aria-label={fullestTitle} line="top" pb="sm">
      <SectionHead title={fullestTitle} />
      <DocumentView blocks={[buildFullestTable(fullest, linkTo, formatTaskTitle)]} />
    </Block>
  )
}
