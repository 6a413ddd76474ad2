import type { LibraryState, StepTrouble } from '../../../../../shared/library/types.ts'
import { formatTaskTitle } from '../../../../lib/format-task-title.ts'
import { formatCountWithNoun } from '../../../../lib/format.ts'

/** What keeps the background work from being done, as a panel shows it. */
export type TroubleWords = {
  readonly title: string
  readonly message: string
  readonly where: string
  readonly hint: string
  /** Every one with its place, for a report. */
  readonly details: string
  /** Whether somebody has to ask for another try, else it is tried again by itself. */
  readonly isOver: boolean
}

const undone = { index: 'made searchable', survey: 'counted', measure: 'measured' } as const

/** Null where nothing is in the way. */
export function describeTroubles({ stalled, troubles, passedOver }: LibraryState): TroubleWords | null {
  if (stalled !== null) {
    const title = 'Reading tasks has stopped for now, and is tried again every few seconds'
    return { ...stalled, title, details: formatDetails([{ ...stalled, about: title }]), isOver: false }
  }
  const [first] = troubles
  if (first === undefined) return null
  const counts = (['index', 'survey', 'measure'] as const)
    .filter((step) => passedOver[step] > 0)
    .map((step) => `${formatCountWithNoun(passedOver[step], 'task')} could not be ${undone[step]}`)
  const others = passedOver.index + passedOver.survey + passedOver.measure - 1
  const { message, where, hint } = first
  return {
    title: counts.join(', '),
    message:
      others === 0
        ? `${formatTaskTitle(first.title)}: ${message}`
        : `Such as ${formatTaskTitle(first.title)}: ${message}`,
    where,
    hint,
    details: formatDetails(troubles.map((trouble) => ({ ...trouble, about: describeStepTrouble(trouble) }))),
    isOver: true,
  }
}

function describeStepTrouble({ title, step }: StepTrouble): string {
  return `${formatTaskTitle(title)} could not be ${undone[step]}`
}

type Detail = { readonly about: string; readonly message: string; readonly where: string }

function formatDetails(details: readonly Detail[]): string {
  return details
    .map(({ about, message, where }) =>
      [`${about}: ${message}`, where && `where: ${where}`].filter(Boolean).join('\n'),
    )
    .join('\n\n')
}
