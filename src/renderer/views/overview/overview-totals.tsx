import type { LibraryOverview, TaskSums } from '../../../shared/domain/library.ts'
import { countOf } from '../../../shared/lib/count-of.ts'
import { formatInteger, formatPercent, formatUsd } from '../../../shared/lib/format-figures.ts'
import { Figure, Figures } from '../../components/figure.tsx'
import { formatTokens } from '../../lib/format.ts'
import { perTask, savingOf, shareOf } from './overview-figures.ts'
import styles from './overview-tab.module.css'

function costNote({ tasks, costedTasks }: TaskSums): { readonly note?: string } {
  if (costedTasks === tasks) return {}
  if (costedTasks === 0) return { note: 'No task recorded what it cost' }
  return { note: `Recorded by ${formatInteger(costedTasks)} of ${countOf(tasks, 'task')}` }
}

/** The Library in a line of figures. */
export function OverviewTotals({ overview: { totals } }: { readonly overview: LibraryOverview }) {
  const saving = savingOf(totals)
  return (
    <section className={styles.totals} aria-label="Totals">
      <Figures>
        <Figure label="Tasks" value={formatInteger(totals.tasks)} />
        <Figure label="Messages" value={formatInteger(totals.messages)} />
        <Figure label="Tokens" value={formatTokens(totals.tokens)} />
        <Figure label="Recorded cost" value={formatUsd(totals.costUsd)} {...costNote(totals)} />
        <Figure
          label="Tasks condensed"
          value={`${formatInteger(totals.condensedTasks)} · ${shareOf(totals.condensedTasks, totals.tasks)}`}
        />
        <Figure
          label="Condensations"
          value={`${formatInteger(totals.condensations)} · ${perTask(totals.condensations, totals.tasks)} a task on average`}
        />
        <Figure
          label="Lossless would save"
          value={`${formatTokens(saving.tokens)} · ${formatPercent(saving.percent)}`}
          note="With its default settings, on the histories as they would be sent now"
        />
      </Figures>
    </section>
  )
}
