import { Button, Chip, Group } from '@mantine/core'
import { IconPin } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { RunSummary } from '../../../../shared/condense/run-types.ts'
import { factClassIds } from '../../../../shared/kernel/fact.ts'
import { formatInteger } from '../../../../shared/kernel/format-figures.ts'
import { factClassLabels } from '../../../../shared/kernel/words/fact-class-labels.ts'
import { useEngine } from '../../../data/engine-context.ts'
import { toProblem } from '../../../data/to-problem.ts'
import { useStartRun } from '../../../data/use-start-run.ts'
import { formatCountWithNoun } from '../../../lib/format.ts'
import { CopyTableButton } from '../../../ui/components/copy-table-button.tsx'
import { DataTable } from '../../../ui/components/data-table.tsx'
import { EmptyPanel } from '../../../ui/components/empty-panel.tsx'
import { ErrorPanel } from '../../../ui/components/error-panel.tsx'
import { SkeletonRows } from '../../../ui/components/skeleton-rows.tsx'
import { Bar, Block, Fill, Row } from '../../../ui/layout/layout.tsx'
import { buildSameRequest } from './build-same-request.ts'
import { countSurvival, type SurvivalFact, type SurvivalFilter } from './collect-survival-facts.ts'
import { isLostConstraint, pinColumn, survivalColumns, survivalLooks } from './survival-columns.tsx'
import type { Survival } from './use-survival.ts'
import survivalFilterStyles from './comparison.module.css'

type SurvivalFilterChipsProps = {
  readonly facts: readonly SurvivalFact[]
  readonly filter: SurvivalFilter
  readonly onFilter: (filter: SurvivalFilter) => void
}

const fates = ['lost', 'kept'] as const

const changed = 'The task has changed since this run: run it again first'

type SurvivalTableProps = {
  readonly run: RunSummary
  readonly survival: Survival
  /** Shows the difference of the chosen fact's message. */
  readonly onOpen: () => void
}

/** Every fact of the source, where the source and the result state it, and a way to pin lost constraints. */
export function SurvivalTable({ run, survival, onOpen }: SurvivalTableProps) {
  const { facts, shown, filter, setFilter, selected, select, fileIndices, error, retry } = survival
  const [sort, setSort] = useState({ id: 'stood', desc: false })
  const { pin, obstacle, isPending, failure, reset } = usePinAndRun(run, fileIndices)
  const lost = useMemo(() => (facts ?? []).filter(isLostConstraint), [facts])
  const columns =
    lost.length === 0 ? survivalColumns : [...survivalColumns, pinColumn({ obstacle, isPending, pin })]
  if (error !== null)
    return <ErrorPanel title="Could not measure what was kept" problem={toProblem(error)} onRetry={retry} />
  if (facts === null) return <SkeletonRows rows={4} label="Measuring what was kept" />
  if (facts.length === 0) return <EmptyPanel>The source states no fact that can be tracked.</EmptyPanel>
  return (
    <Fill h="100%">
      <Bar gap="md">
        {/* On one line: on three they would leave the table of a low pane no room. */}
        <Row flex={1} miw={0} gap="md" style={{ overflowX: 'auto' }}>
          <SurvivalFilterChips facts={facts} filter={filter} onFilter={setFilter} />
        </Row>
        {lost.length > 0 && (
          <Button
            variant="default"
            leftSection={<IconPin size={14} aria-hidden />}
            disabled={obstacle !== null}
            loading={isPending}
            title={obstacle ?? 'Pins the parts that state them in the task, and runs the same again'}
            onClick={() => pin(lost)}
          >
            Pin {formatCountWithNoun(lost.length, 'lost constraint')} and run again
          </Button>
        )}
        <CopyTableButton columns={survivalColumns} rows={shown} />
      </Bar>
      {failure !== null && (
        <ErrorPanel title="Could not pin and run" problem={toProblem(failure)} onDismiss={reset} />
      )}
      <Block flex={1} mih={0}>
        {shown.length === 0 ? (
          <EmptyPanel>No fact of this kind.</EmptyPanel>
        ) : (
          <DataTable
            label="Facts of the source"
            rows={shown}
            columns={columns}
            rowId={({ id }) => id}
            sort={sort}
            onSort={setSort}
            selectedId={selected?.id ?? null}
            onSelect={(id) => {
              const fact = shown.find((known) => known.id === id)
              if (fact !== undefined) select(fact)
            }}
            onOpen={onOpen}
          />
        )}
      </Block>
    </Fill>
  )
}

/** Pins the parts that first state facts, repeats the run and opens its page. */
function usePinAndRun(run: RunSummary, fileIndices: readonly number[] | null) {
  const { client, queries } = useEngine()
  const queryClient = useQueryClient()
  const startRun = useStartRun()
  const action = useMutation({
    mutationFn: async (facts: readonly SurvivalFact[]) => {
      // The task may have changed since the facts were shown, and a place in its file may hold something else by now.
      const now = await client.quality.ofRun({ runId: run.id })
      if (now.fileIndices === null) throw new Error(`${changed}.`)
      const pins = buildPins(facts, now.fileIndices)
      await client.pins.add({ taskId: run.taskId, pins: [...pins] })
      void queryClient.invalidateQueries({ queryKey: queries.pins.key() })
      await startRun(buildSameRequest(run, await client.presets.list({})))
    },
  })
  return {
    pin: action.mutate,
    /** Why nothing can be pinned, or null where it can. */
    obstacle: fileIndices === null ? changed : null,
    isPending: action.isPending,
    failure: action.error,
    reset: action.reset,
  }
}

/** Each part once, as two constraints may share one. */
function buildPins(facts: readonly SurvivalFact[], fileIndices: readonly number[]) {
  const pins = facts.flatMap(({ stood: [place] }) => {
    const messageIndex = place === undefined ? undefined : fileIndices[place.messageIndex]
    if (place === undefined || messageIndex === undefined) return []
    const { partIndex } = place
    return [[`${messageIndex} ${partIndex}`, { messageIndex, partIndex }] as const]
  })
  return new Map(pins).values()
}

/** How many facts of which class survived, as a filter of the strip and of the table. */
function SurvivalFilterChips({ facts, filter, onFilter }: SurvivalFilterChipsProps) {
  const lost = facts.filter(({ isKept }) => !isKept).length
  const counts = { lost, kept: facts.length - lost }
  const chip = {
    size: 'xs',
    radius: 'sm',
    variant: 'outline',
    classNames: { label: survivalFilterStyles.chip ?? '' },
  } as const
  return (
    <>
      <Chip.Group
        multiple
        value={[...filter.fates]}
        onChange={(values) => onFilter({ ...filter, fates: fates.filter((fate) => values.includes(fate)) })}
      >
        <Group gap={4} wrap="nowrap" role="group" aria-label="Show only facts that were">
          {fates.map((fate) => {
            const look = survivalLooks[fate]
            return (
              <Chip key={fate} value={fate} {...chip}>
                <Row component="span" inline gap="xs">
                  <look.icon size={13} stroke={1.75} style={{ color: look.color }} aria-hidden />
                  {fate} {formatInteger(counts[fate])}
                </Row>
              </Chip>
            )
          })}
        </Group>
      </Chip.Group>
      <Chip.Group
        multiple
        value={[...filter.classIds]}
        onChange={(values) =>
          onFilter({ ...filter, classIds: factClassIds.filter((classId) => values.includes(classId)) })
        }
      >
        <Group gap={4} wrap="nowrap" role="group" aria-label="Show only facts of the class">
          {countSurvival(facts).map(({ classId, kept, total }) => (
            <Chip key={classId} value={classId} {...chip}>
              <Row component="span" inline gap="xs">
                {factClassLabels[classId].many} {formatInteger(kept)}/{formatInteger(total)}
              </Row>
            </Chip>
          ))}
        </Group>
      </Chip.Group>
    </>
  )
}
