import { Button, Chip, Group } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import {
  type AlignedRow,
  fates as allFates,
  type Fate,
} from '../../../../shared/condense/aligned-row-types.ts'
import { formatInteger } from '../../../../shared/kernel/format-figures.ts'
import { useSplitLayout } from '../../../data/use-split-layout.ts'
import { CopyTableButton } from '../../../ui/components/copy-table-button.tsx'
import { EmptyPanel } from '../../../ui/components/empty-panel.tsx'
import { findHint } from '../../../ui/components/explained.tsx'
import { VirtualList } from '../../../ui/components/lists/virtual-list.tsx'
import { fateLooks } from '../../../ui/components/marks/fate-mark.tsx'
import { Split } from '../../../ui/components/split.tsx'
import type { TableColumn } from '../../../ui/components/table-column.ts'
import { Bar, Inline, Row } from '../../../ui/layout/layout.tsx'
import { countFates } from './align-rows.ts'
import { ComparisonRow } from './comparison-row.tsx'
import type { Comparison } from './use-comparison.ts'
import styles from './comparison.module.css'

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
  const { shown, folds, unfolded, places, selected } = comparison
  const split = useSplitLayout('result', 46)
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
            <EmptyPanel>No message has this fate.</EmptyPanel>
          ) : (
            <VirtualList
              label="Source beside result"
              count={shown.length}
              selected={selected}
              onSelect={comparison.select}
              onOpen={comparison.toggle}
              header={<ComparisonHead />}
              renderRow={(at) =>
                shown[at] && (
                  <ComparisonRow
                    row={shown[at]}
                    place={places[at] ?? 'single'}
                    withPass={withPass}
                    alike={folds[at]?.rows ?? []}
                    isUnfolded={unfolded.has(shown[at])}
                    onToggle={() => comparison.toggle(at)}
                  />
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
    <Bar gap="xs">
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
                  <Row component="span" inline gap="xs">
                    <look.icon size={13} stroke={1.75} style={{ color: `var(--fate-${fate})` }} aria-hidden />
                    {look.label} {formatInteger(counts.get(fate) ?? 0)}
                  </Row>
                </Chip>
              )
            })}
        </Group>
      </Chip.Group>
      <Inline flex={1} />
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
    </Bar>
  )
}

/** Names of the two sides. */
function ComparisonHead() {
  return (
    <div className={styles.row} aria-hidden>
      <span className={styles.source}>
        <Inline ta="right" title={findHint('#')}>
          #
        </Inline>
        <span title={findHint('Role')}>Role</span>
        <span title={findHint('Kinds')}>Kinds</span>
        <span title={findHint('Source', 'source-text')}>Source</span>
        <Inline ta="right" title={findHint('Tokens')}>
          Tokens
        </Inline>
      </span>
      <span className={styles.result}>
        <span />
        <span title={findHint('What happened')}>What happened</span>
        <Inline ta="right" title={findHint('#')}>
          #
        </Inline>
        <span title={findHint('Result, or why')}>Result, or why</span>
        <Inline ta="right" title={findHint('Tokens')}>
          Tokens
        </Inline>
      </span>
    </div>
  )
}
