import type { RecordedUsage } from '../../../../shared/kernel/usage.ts'
import type { RecordedTriggers } from '../../../../shared/replay/sweep-types.ts'

/** A task as far as the record of its condensations goes. */
type RecordedTask = {
  readonly id: string
  readonly title: string
  readonly format: string
  readonly usage: Pick<RecordedUsage, 'condensations'>
}

/**
 * At what size agents condensed by themselves, by agent and version: what their triggers were, as the records say and
 * not as anybody wrote of them. `when` and When to condense show this beside what other sizes would have cost.
 */
export function collectRecordedTriggers(tasks: readonly RecordedTask[]): RecordedTriggers {
  const made = tasks.flatMap(({ id, title, format, usage }) =>
    usage.condensations.flatMap((condensation) => {
      const { kind = 'summary', trigger, tokensBefore, agentVersion = null } = condensation
      // Clearing and truncating have triggers of their own.
      if (kind !== 'summary' && kind !== 'opaque') return []
      const how = classifyTrigger(trigger)
      return [{ agent: format, version: agentVersion, how, tokens: tokensBefore ?? null, taskId: id, title }]
    }),
  )
  const groups = Map.groupBy(made, ({ agent, version }) => JSON.stringify([agent, version]))
  const rows = [...groups.values()].flatMap((own) => {
    const [first] = own
    if (first === undefined) return []
    const { agent, version } = first
    const bySize = own.filter(({ how }) => how === 'size' || how === 'untold')
    const sizes = bySize.flatMap(({ tokens, taskId, title }) =>
      tokens === null ? [] : { tokens, taskId, title },
    )
    return [
      {
        agent,
        version,
        sizes: sizes.toSorted((a, b) => a.tokens - b.tokens),
        withoutSize: bySize.length - sizes.length,
        byHand: own.filter(({ how }) => how === 'hand').length,
        idle: own.filter(({ how }) => how === 'idle').length,
        untold: own.filter(({ how }) => how === 'untold').length,
      },
    ]
  })
  return rows.toSorted((a, b) => a.agent.localeCompare(b.agent) || compareVersions(a.version, b.version))
}

type How = 'size' | 'hand' | 'idle' | 'untold'

/** Agents have words of their own. An overflow is a size as well, which the vendor had to name. */
function classifyTrigger(trigger = ''): How {
  const word = trigger.toLowerCase()
  if (word.includes('idle')) return 'idle'
  if (/manual|user/.test(word)) return 'hand'
  return /auto|overflow|threshold|limit/.test(word) ? 'size' : 'untold'
}

/** By the numbers in them, the unknown one last. */
function compareVersions(a: string | null, b: string | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  return a.localeCompare(b, 'en', { numeric: true })
}
