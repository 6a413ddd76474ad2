import { ActionIcon, Select, Rating, Textarea } from '@mantine/core'
import { IconArrowLeft, IconArrowRight, IconX } from '@tabler/icons-react'
import { useLocation } from 'wouter'
import type { ExperimentDetail, CellDetail } from '../../../../shared/api/experiments.ts'
import type { Cell } from '../../../../shared/domain/experiment.ts'
import { showControls } from '../../../../shared/lib/show-controls.ts'
import { useShortcuts } from '../../../components/use-shortcuts.ts'
import { formatTokens } from '../../../lib/format.ts'
import { routes } from '../../../lib/routes.ts'
import { useExperiment } from '../experiment-context.ts'
import { VariantMark } from '../../../components/marks/variant-mark.tsx'
import type { VariantNames } from '../variant-names.ts'
import styles from './cell-view.module.css'
import { useDebouncedCallback } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ErrorPanel } from '../../../components/error-panel.tsx'
import { Tag } from '../../../components/tag.tsx'
import { useEngine } from '../../../data/engine-context.ts'
import { toProblem } from '../../../data/to-problem.ts'

type CellHeaderProps = { readonly cell: Cell; readonly metric: string | null }

/** Which cell it is, the ways to its neighbours, and to another one of the same checkpoint beside it. */
export function CellHeader({ cell, metric }: CellHeaderProps) {
  const { detail, names } = useExperiment()
  const checkpoint = detail.plan.checkpoints.find((candidate) => candidate.id === cell.checkpointId)
  const title = showControls(checkpoint?.taskTitle ?? cell.checkpointId)
  return (
    <header className={styles.header}>
      <h2 className={styles.title}>
        <VariantMark place={names.placeOf(cell.variantId)} />
        <span className={styles.task} title={title}>
          {title}
        </span>
        <span className={styles.muted}>
          cut before #{checkpoint?.index}, {formatTokens(checkpoint?.tokens ?? null)}
        </span>
      </h2>
      <span className={styles.spring} />
      <CellsOfCheckpoint cell={cell} metric={metric} />
      <CellSteps cell={cell} metric={metric} />
    </header>
  )
}

/** Another cell of the same checkpoint, in the place of this one or beside it. */
function CellsOfCheckpoint({ cell, metric }: CellHeaderProps) {
  const { detail, names } = useExperiment()
  const [, navigate] = useLocation()
  const { id } = detail.summary
  const here = detail.cells
    .filter(({ checkpointId }) => checkpointId === cell.checkpointId)
    .toSorted((a, b) => names.placeOf(a.variantId) - names.placeOf(b.variantId) || a.repeat - b.repeat)
  const isRepeated = (variantId: string): boolean =>
    here.filter((other) => other.variantId === variantId).length > 1
  const optionOf = ({ id: cellId, variantId, repeat }: Cell) => ({
    value: cellId,
    label: names.nameOf(variantId) + (isRepeated(variantId) ? ` · ${repeat}` : ''),
  })
  const go = (cellId: string | null, hrefOf: (other: Cell) => string): void => {
    const other = here.find((candidate) => candidate.id === cellId)
    if (other !== undefined) navigate(hrefOf(other))
  }
  return (
    <>
      <Select
        aria-label="Variant of this checkpoint"
        w={170}
        searchable
        data={here.map(optionOf)}
        value={cell.id}
        allowDeselect={false}
        onChange={(next) =>
          go(next, (other) => routes.experimentCell(id, addressOf(other, names), metric ?? undefined))
        }
      />
      <Select
        aria-label="Compare with"
        w={170}
        searchable
        placeholder="Compare with…"
        data={here.filter((other) => other.id !== cell.id).map(optionOf)}
        value={null}
        onChange={(next) =>
          go(next, (other) => routes.experimentPair(id, addressOf(cell, names), addressOf(other, names)))
        }
      />
    </>
  )
}

/** To the cells before and after, and back to where the figures are. */
function CellSteps({ cell, metric }: CellHeaderProps) {
  const { detail, names } = useExperiment()
  const [, navigate] = useLocation()
  const { id } = detail.summary
  const [before, after] = [neighbourOf(detail, cell, -1), neighbourOf(detail, cell, 1)]
  const open = (other: Cell | undefined): void => {
    if (other === undefined) return
    navigate(routes.experimentCell(id, addressOf(other, names), metric ?? undefined), { replace: true })
  }
  const variant = names.keyOf(cell.variantId)
  useShortcuts({ '[': () => open(before), ']': () => open(after) })
  return (
    <>
      <ActionIcon
        aria-label="Previous cell"
        title="Previous cell ([)"
        disabled={before === undefined}
        onClick={() => open(before)}
      >
        <IconArrowLeft size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon
        aria-label="Next cell"
        title="Next cell (])"
        disabled={after === undefined}
        onClick={() => open(after)}
      >
        <IconArrowRight size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon
        aria-label="Back to the results"
        title="Back to the results"
        onClick={() =>
          navigate(metric === null ? routes.experiment(id) : routes.experimentFigure(id, variant, metric))
        }
      >
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </>
  )
}

function addressOf({ checkpointId, variantId, repeat }: Cell, names: VariantNames) {
  return { checkpointId, variant: names.keyOf(variantId), repeat }
}

/** The same variant at the next checkpoint that it has a cell of. Repeats come one after the other. */
function neighbourOf(
  { plan, cells }: Pick<ExperimentDetail, 'plan' | 'cells'>,
  cell: Cell,
  direction: 1 | -1,
): Cell | undefined {
  const places = new Map(plan.checkpoints.map(({ id }, place) => [id, place]))
  const placeOf = (of: Cell): number => places.get(of.checkpointId) ?? 0
  const own = cells
    .filter(({ variantId }) => variantId === cell.variantId)
    .toSorted((a, b) => placeOf(a) - placeOf(b) || a.repeat - b.repeat)
  const place = own.findIndex(({ id }) => id === cell.id) + direction
  return place < 0 ? undefined : own[place]
}

type Given = { readonly stars: number | null; readonly comment: string }

/** A comment is kept this long after the last key, or when one leaves it. */
const commentMs = 800
const longestComment = 10_000

/** What a person says of a cell. It is kept by itself. The key r leads to the stars. */
export function CellRating({ detail: { cell, rating } }: { readonly detail: CellDetail }) {
  const { names } = useExperiment()
  const [given, setGiven] = useState<Given>({
    stars: rating?.stars ?? null,
    comment: rating?.comment ?? '',
  })
  const rate = useRate(cell.id)
  const rateSoon = useDebouncedCallback(rate.mutate, { delay: commentMs, flushOnUnmount: true })
  const change = (next: Given): void => {
    setGiven(next)
    rateSoon({ ...next, isBlind: names.isBlind })
  }
  const give = (stars: number): void => {
    change({ ...given, stars: stars === 0 || stars === given.stars ? null : stars })
    rateSoon.flush()
  }
  const group = useRef<HTMLDivElement>(null)
  useShortcuts({ r: () => group.current?.querySelector('input')?.focus() })
  const isKept = rate.isSuccess && rate.variables.comment === given.comment
  return (
    <section className={styles.block} aria-label="Rating">
      <div className={styles.line}>
        <strong>Rating</strong>
        <Rating
          ref={group}
          value={given.stars ?? 0}
          onChange={give}
          getSymbolLabel={(value) => (value === 0 ? 'No stars' : `${value} of 5 stars`)}
          aria-label="Stars"
        />
        {rating !== null && rating.isBlind && <Tag>blind</Tag>}
        <span className={styles.muted}>key r, arrows, Space</span>
        <span className={styles.muted} role="status">
          {isKept ? 'Saved' : ''}
        </span>
      </div>
      <Textarea
        aria-label="Comment"
        placeholder="What is good about it, what is missing"
        autosize
        minRows={1}
        maxRows={6}
        maxLength={longestComment}
        value={given.comment}
        onChange={(event) => change({ ...given, comment: event.currentTarget.value })}
        onBlur={rateSoon.flush}
      />
      {rate.isError && (
        <ErrorPanel
          title="Could not rate"
          problem={toProblem(rate.error)}
          onRetry={() => rate.mutate({ ...given, isBlind: names.isBlind })}
        />
      )}
    </section>
  )
}

/** Keeps ratings in the order in which they were given, also when the cell is left meanwhile. */
function useRate(cellId: string) {
  const { client, queries } = useEngine()
  const queryClient = useQueryClient()
  const experimentId = useExperiment().detail.summary.id
  return useMutation({
    scope: { id: `rate ${cellId}` },
    mutationFn: (given: Given & { readonly isBlind: boolean }) =>
      client.experiments.rate({ experimentId, cellId, ...given }),
    // Who leaves the cell and comes back at once finds what was given, kept or not.
    onMutate: (given) => {
      const key = queries.experiments.cell.queryKey({ input: { experimentId, cellId } })
      queryClient.setQueryData(key, (cell) => cell && { ...cell, rating: { cellId, createdTs: 0, ...given } })
    },
    // What is read again is not waited for: the next one would be sent only after it, and lost by who leaves meanwhile.
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: queries.experiments.key() }),
  })
}
