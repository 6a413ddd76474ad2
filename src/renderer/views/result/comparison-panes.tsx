import { type ReactNode, memo } from 'react'
import {
  type AlignedRow,
  fates as allFates,
  type Fate,
  type MessageBrief,
} from '../../../shared/domain/aligned-row.ts'
import { EmptyPanel } from '../../components/empty-panel.tsx'
import { Split } from '../../components/split.tsx'
import { VirtualList } from '../../components/lists/virtual-list.tsx'
import { useSplitLayout } from '../../data/use-split-layout.ts'
import type { Comparison } from './use-comparison.ts'
import styles from './comparison.module.css'
import { Button, Chip, Group } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { formatInteger } from '../../../shared/lib/format-figures.ts'
import { CopyTableButton } from '../../components/copy-table-button.tsx'
import { fateLooks, FateMark } from '../../components/marks/fate-mark.tsx'
import { countFates, goneKinds, leadingReasons, type GroupPlace } from './align-rows.ts'
import type { TableColumn } from '../../components/table-column.ts'
import { showControls } from '../../../shared/lib/show-controls.ts'
import { KindBadge } from '../../components/marks/kind-badge.tsx'
import { PinMark } from '../../components/marks/pin-mark.tsx'
import { kindLooks } from '../../components/marks/part-kinds.ts'
import { splitTail } from '../../lib/split-tail.ts'
import { hintOf } from '../../components/explained.tsx'

/** A source message and what became of it. */
const ComparisonRow = memo(function ComparisonRow(props: {
  readonly row: AlignedRow
  readonly place: GroupPlace
  /** Names the pass of each reason, where a run has several. */
  readonly withPass: boolean
}) {
  const { row, place, withPass } = props
  const repeated = place === 'middle' || place === 'end'
  return (
    <div className={styles.row} data-gone={row.result === null}>
      <span className={styles.source}>{row.source && <SourceCells brief={row.source} />}</span>
      <span className={styles.result}>
        <span className={styles.bracket} data-place={place} />
        <span className={styles.fate}>
          <FateMark fate={row.fate} />
          {row.pinned !== undefined && <PinMark extent={row.pinned} />}
        </span>
        <span className={styles.number}>{row.result !== null && !repeated && row.result.index}</span>
        <span
          className={styles.cut}
          title={row.reasons
            .map(({ reason, passId }) => (withPass ? `${reason} · ${passId}` : reason))
            .join('\n')}
        >
          {describe(row, withPass)}
        </span>
        <span className={styles.number}>
          {row.result !== null && !repeated && formatInteger(row.result.tokens)}
        </span>
      </span>
    </div>
  )
})

/** Characters. The end of a reason says where or how much, so it is never cut off. */
const longestTail = 16

/** What is copied of the comparison. */
const comparisonColumns: readonly Pick<TableColumn<AlignedRow>, 'header' | 'value'>[] = [
  { header: 'Source #', value: (row) => row.source?.index ?? null },
  { header: 'Role', value: (row) => row.source?.role ?? row.result?.role ?? null },
  { header: 'Source tokens', value: (row) => row.source?.tokens ?? null },
  { header: 'Fate', value: (row) => row.fate },
  { header: 'Pinned', value: (row) => row.pinned ?? '' },
  { header: 'Result #', value: (row) => row.result?.index ?? null },
  { header: 'Result tokens', value: (row) => row.result?.tokens ?? null },
  {
    header: 'Reasons',
    value: (row) => row.reasons.map(({ reason, passId }) => `${reason} (${passId})`).join('; '),
  },
]

type FateFilterProps = {
  readonly rows: readonly AlignedRow[]
  readonly chosen: readonly Fate[]
  readonly onChosen: (fates: readonly Fate[]) => void
  /** Goes to the next change in a direction. */
  readonly onChange: (direction: 1 | -1) => void
}

type ComparisonPanesProps = {
  readonly id: string
  readonly rows: readonly AlignedRow[]
  readonly comparison: Comparison
  /** Names the pass that did it, where there are several. */
  readonly withPass: boolean
  /** The selected row in full. */
  readonly below: ReactNode
}

/** The filter by fate, the rows that it leaves, and what is shown of the selected one. */
export function ComparisonPanes({ id, rows, comparison, withPass, below }: ComparisonPanesProps) {
  const { shown, places, selected } = comparison
  const split = useSplitLayout('result', 58)
  return (
    <>
      <FateFilter
        rows={rows}
        chosen={comparison.fates}
        onChosen={comparison.filter}
        onChange={comparison.goToChange}
      />
      <Split
        id={id}
        direction="vertical"
        {...split}
        label="Height of the list"
        first={
          shown.length === 0 ? (
            <EmptyPanel>No message met this fate.</EmptyPanel>
          ) : (
            <VirtualList
              label="Source beside result"
              count={shown.length}
              selected={selected}
              onSelect={comparison.select}
              header={<ComparisonHead />}
              renderRow={(at) =>
                shown[at] && (
                  <ComparisonRow row={shown[at]} place={places[at] ?? 'single'} withPass={withPass} />
                )
              }
            />
          )
        }
        second={below}
      />
    </>
  )
}

/** The fates with their counts as a filter, and buttons to go from change to change. */
function FateFilter({ rows, chosen, onChosen, onChange }: FateFilterProps) {
  const counts = countFates(rows)
  return (
    <div className={styles.toolbar}>
      <Chip.Group
        multiple
        value={[...chosen]}
        onChange={(values) => onChosen(allFates.filter((fate) => values.includes(fate)))}
      >
        <Group gap={4} role="group" aria-label="Show only messages that were">
          {allFates
            .filter((fate) => counts.has(fate))
            .map((fate) => {
              const look = fateLooks[fate]
              return (
                <Chip
                  key={fate}
                  value={fate}
                  size="xs"
                  radius="sm"
                  variant="outline"
                  classNames={{ label: styles.chip ?? '' }}
                >
                  <span className={styles.fateChip}>
                    <look.icon size={13} stroke={1.75} style={{ color: `var(--fate-${fate})` }} aria-hidden />
                    {look.label} {formatInteger(counts.get(fate) ?? 0)}
                  </span>
                </Chip>
              )
            })}
        </Group>
      </Chip.Group>
      <span className={styles.spring} />
      <CopyTableButton columns={comparisonColumns} rows={rows} />
      <Button
        variant="subtle"
        color="gray"
        leftSection={<IconArrowUp size={14} aria-hidden />}
        onClick={() => onChange(-1)}
      >
        Previous change
      </Button>
      <Button
        variant="subtle"
        color="gray"
        leftSection={<IconArrowDown size={14} aria-hidden />}
        onClick={() => onChange(1)}
      >
        Next change
      </Button>
    </div>
  )
}

/** Names of the two sides. */
function ComparisonHead() {
  return (
    <div className={styles.row} aria-hidden>
      <span className={styles.source}>
        <span className={styles.number} title={hintOf('#')}>
          #
        </span>
        <span title={hintOf('Role')}>Role</span>
        <span title={hintOf('Kinds')}>Kinds</span>
        <span title={hintOf('Source', 'source-text')}>Source</span>
        <span className={styles.number} title={hintOf('Tokens')}>
          Tokens
        </span>
      </span>
      <span className={styles.result}>
        <span />
        <span title={hintOf('What happened')}>What happened</span>
        <span className={styles.number} title={hintOf('#')}>
          #
        </span>
        <span title={hintOf('Result, or why')}>Result, or why</span>
        <span className={styles.number} title={hintOf('Tokens')}>
          Tokens
        </span>
      </span>
    </div>
  )
}

function SourceCells({ brief }: { readonly brief: MessageBrief }) {
  return (
    <>
      <span className={styles.number}>{brief.index}</span>
      <span className={styles.cut}>{brief.role}</span>
      <span className={styles.kinds}>{brief.kinds[0] && <KindBadge kind={brief.kinds[0]} />}</span>
      <span className={styles.preview}>{showControls(brief.preview)}</span>
      <span className={styles.number}>{formatInteger(brief.tokens)}</span>
    </>
  )
}

/** What went and why, or the text itself where nothing changed. */
function describe(row: AlignedRow, withPass: boolean) {
  const [first, ...more] = leadingReasons(row)
  const gone = goneKinds(row)
  if (first === undefined)
    return <span className={styles.faint}>{showControls(row.result?.preview ?? '')}</span>
  const [head, tail] = splitTail(first.reason, longestTail)
  return (
    <span className={styles.why}>
      {gone.length > 0 && (
        <span className={styles.gone}>{gone.map((kind) => kindLooks[kind].short).join(', ')} gone · </span>
      )}
      <span className={styles.cut}>{head}</span>
      <span className={styles.whole}>
        {tail}
        {withPass && <span className={styles.faint}> · {first.passId}</span>}
        {more.length > 0 && <span className={styles.faint}> · +{more.length} more</span>}
      </span>
    </span>
  )
}
