import { formatCountWithNoun } from '../../../shared/kernel/format-count-with-noun.ts'

/** What was left out of a session, such as `2 messages cannot be read and were left out`; nothing of none. */
export function describeUnread(count: number, noun: string): readonly string[] {
  return count === 0
    ? []
    : [`${formatCountWithNoun(count, noun)} cannot be read and ${describeWere(count)} left out`]
}

/** The kinds of what was left out because nobody here knows them, each with how often it came. */
export function describeStrangeKinds(
  kinds: readonly string[],
  noun: string,
  plural: string,
): readonly string[] {
  if (kinds.length === 0) return []
  const counts = [...Map.groupBy(kinds, (kind) => kind)].map(([kind, all]) => `${kind} (${all.length})`)
  return [
    `${formatCountWithNoun(kinds.length, noun, plural)} of unknown kinds ${describeWere(kinds.length)} left out: ${counts.join(', ')}`,
  ]
}

/** Records of which not even the kind can be told. */
export function describeStrangeRecords(count: number): readonly string[] {
  return count === 0 ? [] : [`${formatCountWithNoun(count, 'record')} of an unknown kind left out`]
}

function describeWere(count: number): string {
  return count === 1 ? 'was' : 'were'
}
