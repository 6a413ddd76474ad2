import type { LibraryOverview, TaskSums } from '../../../shared/domain/library.ts'
import { formatInteger, formatPercent } from '../../../shared/lib/format-figures.ts'
import { Figure, Figures } from '../../components/figure.tsx'
import { formatTokens } from '../../lib/format.ts'
import { costText, perTask, savingOf, shareOf } from './overview-figures.ts'
import styles from './overview-tab.module.css'

function costNote({ tasks, costedTasks }: TaskSums): { readonly note?: string } {
  return costedTasks === 0 && tasks > 0 ? { note: 'No task recorded what it cost' } : {}
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
        <Figure label="Recorded cost" value={costText(totals)} {...costNote(totals)} />
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
