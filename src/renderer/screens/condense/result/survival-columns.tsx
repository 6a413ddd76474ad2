import { Button } from '@mantine/core'
import { IconPin, IconCheck, IconX } from '@tabler/icons-react'
import type { Place } from '../../../../shared/kernel/fact.ts'
import { formatInteger } from '../../../../shared/kernel/format-figures.ts'
import { showControls } from '../../../../shared/kernel/show-controls.ts'
import { factClassLabels } from '../../../../shared/kernel/words/fact-class-labels.ts'
import type { TableColumn } from '../../../ui/components/table-column.ts'
import { Row } from '../../../ui/layout/layout.tsx'
import { findMarkIndex, type SurvivalFact } from './collect-survival-facts.ts'

/** Columns of a fact. Messages are numbered as in the comparison. */
export const survivalColumns: readonly TableColumn<SurvivalFact>[] = [
  {
    id: 'fate',
    header: 'Result',
    about: 'kept-or-lost',
    width: 76,
    value: pickFate,
    cell: (fact) => <FactFate fate={pickFate(fact)} />,
  },
  { id: 'class', header: 'Class', width: 92, value: ({ classId }) => factClassLabels[classId].one },
  { id: 'text', header: 'Fact', value: ({ text }) => showControls(text) },
  {
    id: 'stood',
    header: 'In source',
    width: 92,
    align: 'end',
    value: findMarkIndex,
    cell: ({ stood }) => describePlaces(stood),
  },
  {
    id: 'stands',
    header: 'In result',
    width: 92,
    align: 'end',
    value: ({ stands }) => stands[0]?.messageIndex ?? null,
    cell: ({ stands }) => describePlaces(stands),
  },
]

type PinChoice = {
  /** Why nothing can be pinned, or null where it can. */
  readonly obstacle: string | null
  readonly isPending: boolean
  readonly pin: (facts: readonly SurvivalFact[]) => void
}

/** A way to keep a constraint that was lost: pin it and run again. */
export function pinColumn({ obstacle, isPending, pin }: PinChoice): TableColumn<SurvivalFact> {
  return {
    id: 'pin',
    header: '',
    width: 158,
    value: () => null,
    cell: (fact) =>
      isLostConstraint(fact) && (
        <Button
          variant="subtle"
          size="compact-xs"
          leftSection={<IconPin size={13} aria-hidden />}
          disabled={obstacle !== null || isPending}
          title={obstacle ?? 'Pins the part that states it in the task, and runs the same again'}
          onClick={() => pin([fact])}
        >
          Pin and run again
        </Button>
      ),
  }
}

/** Whether a fact is something the user laid down that the result no longer says. */
export function isLostConstraint({ classId, isKept }: SurvivalFact): boolean {
  return classId === 'constraint' && !isKept
}

function pickFate({ isKept }: SurvivalFact): 'kept' | 'lost' {
  return isKept ? 'kept' : 'lost'
}

function FactFate({ fate }: { readonly fate: 'kept' | 'lost' }) {
  const look = survivalLooks[fate]
  return (
    <Row component="span" inline gap="xs" style={{ color: look.color }}>
      <look.icon size={14} stroke={1.75} aria-hidden />
      {fate}
    </Row>
  )
}

/** Places as `#12`, as `#12 +3` with three more, or as a dash. */
function describePlaces(places: readonly Place[]): string {
  const [first] = places
  if (first === undefined) return '–'
  return places.length === 1
    ? `#${first.messageIndex}`
    : `#${first.messageIndex} +${formatInteger(places.length - 1)}`
}

/** Icon and colour of facts that survived and were lost. */
export const survivalLooks = {
  kept: { icon: IconCheck, color: 'var(--fine)' },
  lost: { icon: IconX, color: 'var(--fate-dropped)' },
}
