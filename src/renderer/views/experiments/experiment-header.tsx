import { Select } from '@mantine/core'
import { Link } from 'wouter'
import { formatInteger, formatUsd } from '../../../shared/lib/format-figures.ts'
import { showControls } from '../../../shared/lib/show-controls.ts'
import { TabLinks } from '../../components/tab-links.tsx'
import { experimentTabs, routes, type ExperimentTab } from '../../lib/routes.ts'
import { BlindButton } from './blind-button.tsx'
import { useExperiment } from './experiment-context.ts'
import styles from './experiment-header.module.css'
import { ExperimentStatusWord } from './experiment-status.tsx'
import { CopyExperimentButton } from './copy-experiment-button.tsx'
import { ExportMenu } from './export-menu.tsx'

const tabLabels: Readonly<Record<ExperimentTab, string>> = {
  results: 'Results',
  cells: 'Cells',
  setup: 'Setup',
}

type ExperimentHeaderProps = {
  readonly place: string | null
  /** The variant that was asked for as the baseline; its figures may be on their way. */
  readonly baselineId: string
  readonly onBaseline: (variantId: string) => void
  readonly onHide: () => void
  readonly onReveal: () => void
}

/** Which experiment it is, how it stands, its parts, and what can be done with it. */
export function ExperimentHeader(props: ExperimentHeaderProps) {
  const { place, baselineId, onBaseline, onHide, onReveal } = props
  const { detail, names } = useExperiment()
  const { id, name, status, cells, costUsd, question } = detail.summary
  return (
    <>
      <header className={styles.header}>
        <h1 className={styles.title} title={showControls(question)}>
          <Link href={routes.experiments} className={styles.up ?? ''}>
            Experiments
          </Link>
          <span className={styles.arrow} aria-hidden>
            ▸
          </span>
          <span className={styles.name}>{showControls(name)}</span>
        </h1>
        <span className={styles.facts}>
          {formatInteger(cells.done)}/{formatInteger(cells.total)} cells · {formatUsd(costUsd)} ·{' '}
          <ExperimentStatusWord status={status} />
        </span>
        <span className={styles.spring} />
        <BlindButton isBlind={names.isBlind} onHide={onHide} onReveal={onReveal} />
        {!names.isBlind && <CopyExperimentButton />}
        <ExportMenu />
      </header>
      <div className={styles.tabs}>
        <TabLinks
          label="Experiment"
          tabs={experimentTabs}
          current={place ?? 'results'}
          labels={tabLabels}
          hrefOf={(tab) => routes.experiment(id, tab)}
        />
        <span className={styles.question}>{showControls(question)}</span>
        <Select
          aria-label="Baseline"
          w={200}
          leftSection={<span className={styles.against}>against</span>}
          leftSectionWidth={58}
          data={names.order.map((variantId) => ({ value: variantId, label: names.nameOf(variantId) }))}
          value={baselineId}
          allowDeselect={false}
          onChange={(next) => next !== null && onBaseline(next)}
        />
      </div>
    </>
  )
}
