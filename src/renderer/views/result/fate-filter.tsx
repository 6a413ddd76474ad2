import { Button, Chip, Group } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { fates as allFates, type AlignedRow, type Fate } from '../../../shared/domain/aligned-row.ts'
import { formatInteger } from '../../../shared/lib/format-figures.ts'
import { CopyTableButton } from '../../components/copy-table-button.tsx'
import { fateLooks } from '../../components/fate-mark.tsx'
import { countFates } from './align-rows.ts'
import { comparisonColumns } from './comparison-columns.ts'
import styles from './comparison.module.css'

type FateFilterProps = {
  readonly rows: readonly AlignedRow[]
  readonly chosen: readonly Fate[]
  readonly onChosen: (fates: readonly Fate[]) => void
  /** Goes to the next change in a direction. */
  readonly onChange: (direction: 1 | -1) => void
}

/** How many messages met which fate, as a filter; and from change to change. */
export function FateFilter({ rows, chosen, onChosen, onChange }: FateFilterProps) {
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
