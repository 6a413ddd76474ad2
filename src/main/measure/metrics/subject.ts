import type { WorkStats } from '../../../shared/condense/measured-work.ts'
import type { PassMetrics, Stats } from '../../../shared/condense/outcome-types.ts'
import type { Fact, Place } from '../../../shared/kernel/fact.ts'
import { makeOnce } from '../../../shared/kernel/make-once.ts'
import type { Provenance } from '../../../shared/kernel/provenance.ts'
import type { ModelPrices } from '../../../shared/models/pricing-types.ts'
import type { Conversation } from '../../kernel/conversation.ts'
import type { AfterCut } from '../estimate-arm-money.ts'
import { findFacts, locateFacts } from '../facts/find-facts.ts'

/** A condensation to be measured. */
export type Condensation = {
  /** The effective history up to the cut. */
  readonly source: Conversation
  readonly result: Conversation
  readonly provenance: Provenance
  /** What the recorded task went on with; null where nothing followed. */
  readonly continuation: Conversation | null
  readonly stats: WorkStats & Partial<Pick<Stats, 'operations'>>
  readonly passes?: readonly Pick<PassMetrics, 'label' | 'durationMs'>[]
  /** Where the time went, in milliseconds; models are asked within the passes. */
  readonly timeMs?: { readonly model: number; readonly counting: number }
  /** Messages at the ends that the settings promised to keep; 0 where they promised nothing. */
  readonly keptFirst?: number
  readonly keptLast?: number
  /** Of the model of the task; absent where they are not known. */
  readonly prices?: ModelPrices
  /** What the task went on to pay; absent where nothing followed, or nobody asked for it. */
  readonly afterCut?: AfterCut
  /** Whether a model writes the summaries, or would in place of the built-in summariser. */
  readonly mayAsk?: boolean
  /** It is what the agent itself did. */
  readonly isRecorded?: boolean
  /** Tokens that every method is brought to, so that none wins by keeping more; absent where nobody asked for it. */
  readonly equalSize?: number
  /** Bytes of a text, compressed by Brotli at quality 9 with a window of 2^24. Absent where nobody asked for it. */
  readonly compress?: (text: string) => number
}

/** A condensation with what several metrics look at, found when the first of them asks. */
export type Subject = Condensation & {
  readonly facts: () => readonly Fact[]
  /** Where the result states each of the facts, at the same indices. */
  readonly now: () => readonly (readonly Place[])[]
}

/** Readies a condensation for the metrics. */
export function createSubject(condensation: Condensation): Subject {
  const facts = makeOnce(() => findSourceFacts(condensation.source))
  const now = makeOnce(() => locateFacts(facts(), condensation.result))
  return { ...condensation, facts, now }
}

const known = new WeakMap<Conversation, readonly Fact[]>()

/** Variants of one checkpoint share their source. */
function findSourceFacts(source: Conversation): readonly Fact[] {
  const found = known.get(source) ?? findFacts(source)
  known.set(source, found)
  return found
}
