import { assertNever } from '../kernel/assert-never.ts'
import { formatCount } from '../kernel/format-count-with-noun.ts'
import type { UsedTrigger } from '../replay/types.ts'
import type { ArmGroup, ArmInfo } from './arm-types.ts'
import type { PresetOrigin } from './provider-types.ts'

/** How far a preset does what it follows, as tables say it. */
export function describeCertainty(certainty: PresetOrigin['certainty']): string {
  switch (certainty) {
    case 'exact':
      return 'exact'
    case 'approximation':
      return 'approximation'
    case 'threshold-only':
      return 'threshold only'
    default:
      return assertNever(certainty)
  }
}

/** What the groups of arms are called in a list. */
export const armGroupLabels: Readonly<Record<ArmGroup, string>> = {
  agent: 'Agents’ own',
  vendor: 'Vendors’',
  framework: 'Frameworks’',
  own: 'Dewpoint’s',
}

/** What an arm follows, in a line: source, version, when it was looked at, how certain it is, and what differs. */
export function describeArmOrigin({ origin, description }: Pick<ArmInfo, 'origin' | 'description'>): string {
  if (origin === null) return description
  const { source, version, date, certainty, differs } = origin
  const known = [source, version, date].filter((part) => part !== '').join(', ')
  return `Follows ${known}: ${describeCertainty(certainty)}.${differs === '' ? '' : ` ${differs}`}`
}

/** When a policy condensed: `own trigger, at 167,000 tokens`. */
export function describeUsedTrigger(trigger: UsedTrigger): string {
  const { kind, tokens, windowTokens, toolUses = 0, events = 0, pauseMinutes = 0, resultChars = 0 } = trigger
  const more = describeMoreTriggers(trigger)
  if (kind === 'threshold')
    return [`threshold, at ${formatCount(tokens ?? 0)} of ${formatCount(windowTokens)} tokens`, ...more].join(
      ' or ',
    )
  const when = [
    ...(trigger.everyRequest === true ? ['before every request'] : []),
    ...(trigger.everyTurn === true ? ['after every turn'] : []),
    ...(tokens === null ? [] : [`at ${formatCount(tokens)} tokens`]),
    ...(toolUses === 0 ? [] : [`above ${formatCount(toolUses)} tool uses`]),
    ...(events === 0 ? [] : [`above ${formatCount(events)} events`]),
    ...(pauseMinutes === 0 ? [] : [`after ${pauseMinutes} minutes`]),
    ...(resultChars === 0 ? [] : [`above ${formatCount(resultChars)} characters of outputs`]),
    ...more,
  ]
  return `own trigger, ${when.length === 0 ? 'never' : when.join(' or ')}`
}

/** What a policy goes by besides the size of its context. */
function describeMoreTriggers({ idle, taskStart, prepareTokens }: UsedTrigger): readonly string[] {
  const formatFrom = ({ leastTokens }: { readonly leastTokens: number }): string =>
    leastTokens === 0 ? '' : ` from ${formatCount(leastTokens)} tokens on`
  return [
    ...(idle === undefined
      ? []
      : [
          `${idle.minutes === null ? 'shortly before the cache is lost' : `idle for ${idle.minutes} minutes`}${formatFrom(idle)}`,
        ]),
    ...(taskStart === undefined ? [] : [`before a new task${formatFrom(taskStart)}`]),
    ...(prepareTokens === undefined ? [] : [`prepared from ${formatCount(prepareTokens)} tokens on`]),
  ]
}
