import { Button, Skeleton } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { useId, useMemo, type KeyboardEvent } from 'react'
import type { FactClassId } from '../../../../shared/kernel/fact.ts'
import { formatInteger } from '../../../../shared/kernel/format-figures.ts'
import { factClassLabels } from '../../../../shared/kernel/words/fact-class-labels.ts'
import { toProblem } from '../../../data/to-problem.ts'
import { formatCountWithNoun } from '../../../lib/format.ts'
import { moveAlong } from '../../../lib/move-along.ts'
import { ErrorPanel } from '../../../ui/components/error-panel.tsx'
import { Bar, Column, Row, TextButton } from '../../../ui/layout/layout.tsx'
import {
  countSurvival,
  findMarkIndex,
  stripPlaces,
  buildSurvivalBins,
  type SurvivalFact,
  type SurvivalBin,
} from './collect-survival-facts.ts'
import type { Survival } from './use-survival.ts'
import styles from './survival-strip.module.css'

type SurvivalStripProps = {
  readonly facts: readonly SurvivalFact[]
  /** Messages of the source. */
  readonly messages: number
  readonly selected: SurvivalFact | null
  readonly onSelect: (fact: SurvivalFact) => void
}

/** Pixels of a bar at its highest. */
const mostHeight = 15

type SurvivalBarProps = {
  readonly survival: Survival
  /** Messages of the source. */
  readonly messages: number
  /** Opens the table of the facts. */
  readonly onOpen: () => void
}

/** Classes whose figures stand beside the strip: what hurts most when it is lost. */
const shownClasses: ReadonlySet<FactClassId> = new Set(['path', 'constraint'])

/** What survived at a glance: the strip over the source and the figures that matter most. */
export function SurvivalBar({ survival, messages, onOpen }: SurvivalBarProps) {
  const { facts, shown, setFilter, selected, select, error, retry } = survival
  if (error !== null)
    return <ErrorPanel title="Could not measure what was kept" problem={toProblem(error)} onRetry={retry} />
  if (facts === null)
    return (
      <Bar component="section" gap="md" role="status" aria-label="Measuring what was kept">
        <Column component="span" flex="none" c="dimmed" fz={11} lh="16px">
          Measuring what was kept…
        </Column>
        <Skeleton height={34} flex={1} />
      </Bar>
    )
  if (facts.length === 0) return null
  return (
    <Bar component="section" gap="md" aria-label="Survival">
      <Column flex="none" c="dimmed" fz={11} lh="16px" aria-hidden>
        <LegendLine fate="kept" />
        <LegendLine fate="lost" />
      </Column>
      <SurvivalStrip facts={shown} messages={messages} selected={selected} onSelect={select} />
      <Row align="stretch" flex="none" gap="md" c="dimmed">
        <span>
          facts <strong>{`${formatInteger(countKept(facts))}/${formatInteger(facts.length)}`}</strong>
        </span>
        {countSurvival(facts)
          .filter(({ classId }) => shownClasses.has(classId))
          .map(({ classId, kept, total }) => (
            <TextButton
              key={classId}
              type="button"
              title={`Show ${factClassLabels[classId].many.toLowerCase()} only`}
              onClick={() => {
                setFilter({ classIds: [classId], fates: [] })
                onOpen()
              }}
            >
              {factClassLabels[classId].many.toLowerCase()}{' '}
              <strong>{`${formatInteger(kept)}/${formatInteger(total)}`}</strong>
            </TextButton>
          ))}
      </Row>
      <Button variant="subtle" color="gray" onClick={onOpen}>
        Kept and lost
      </Button>
    </Bar>
  )
}

function LegendLine({ fate }: { readonly fate: 'kept' | 'lost' }) {
  return (
    <Row component="span" gap={6}>
      <span className={styles.swatch} data-fate={fate} />
      {fate}
    </Row>
  )
}

function countKept(facts: readonly { readonly isKept: boolean }[]): number {
  return facts.filter(({ isKept }) => isKept).length
}

/**
 * The source from its first message to its last: above the line the facts that survived, below it those that were
 * lost, each where it is first stated. Arrow keys go from place to place. The table of facts has the same in words.
 */
function SurvivalStrip({ facts, messages, selected, onSelect }: SurvivalStripProps) {
  const id = useId()
  const { ref, width } = useElementSize<HTMLDivElement>()
  const places = stripPlaces(messages, width)
  const bins = useMemo(() => buildSurvivalBins(facts, messages, places), [facts, messages, places])
  const most = bins.reduce((max, { kept, lost }) => Math.max(max, kept, lost), 1)
  const at = selected === null ? -1 : bins.findIndex((bin) => holdsMessage(bin, findMarkIndex(selected)))
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const target = bins[moveAlong(event.key, at, bins.length) ?? -1]
    if (target === undefined) return
    event.preventDefault()
    onSelect(target.lead)
  }
  return (
    <div
      ref={ref}
      className={styles.strip}
      role="listbox"
      aria-orientation="horizontal"
      aria-label="Survival map"
      tabIndex={0}
      aria-activedescendant={at < 0 ? undefined : `${id}-${at}`}
      onKeyDown={onKeyDown}
    >
      {width > 0 &&
        bins.map((bin, index) => (
          <div
            key={bin.position}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === at}
            aria-label={describe(bin)}
            title={describe(bin)}
            className={styles.place}
            style={{ left: `${(100 * bin.position) / places}%`, width: `${100 / places}%` }}
            onClick={() => onSelect(bin.lead)}
          >
            {bin.kept > 0 && (
              <span className={styles.kept} style={{ height: computeHeight(bin.kept, most) }} />
            )}
            {bin.lost > 0 && (
              <span className={styles.lost} style={{ height: computeHeight(bin.lost, most) }} />
            )}
          </div>
        ))}
    </div>
  )
}

function holdsMessage({ first, last }: SurvivalBin, message: number): boolean {
  return message >= first && message <= last
}

function describe({ first, last, kept, lost }: SurvivalBin): string {
  const where = first === last ? `Message ${first}` : `Messages ${first} to ${last}`
  return `${where}: ${formatCountWithNoun(kept, 'fact')} kept, ${formatInteger(lost)} lost`
}

/** By the root of the count, so that one fact can be seen beside a hundred. */
function computeHeight(count: number, most: number): number {
  return Math.max(4, Math.round(mostHeight * Math.sqrt(count / most)))
}
