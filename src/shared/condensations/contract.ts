import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { method } from '../api/errors.ts'
import { autopsySchema } from './autopsy-types.ts'
import { keepingEventSchema } from './kept-by-methods-types.ts'
import { longestFact, pinnedFactsSchema } from './pinned-fact-types.ts'

const ofTask = z.object({ taskId: z.string() })
const oneFact = ofTask.extend({ text: z.string().trim().min(1).max(longestFact) })

export const condensationsContract = {
  /** What each condensation of the agent left out, in the order in which they were made; none where it never condensed. */
  list: method.input(ofTask).output(autopsySchema),
  /**
   * What other methods would have kept of what one of them left out and was needed, by its number from 1. Ends with
   * `finished`; `bad-input` where nothing stands before it any more.
   */
  methods: method.input(ofTask.extend({ n: z.int().min(1) })).output(eventIterator(keepingEventSchema)),
  /** The facts that a person follows in the task, with what became of each. */
  facts: method.input(ofTask).output(pinnedFactsSchema),
  /** Follows words of the task; `not-found` where no message says them. */
  pinFact: method.input(oneFact).output(pinnedFactsSchema),
  unpinFact: method.input(oneFact).output(pinnedFactsSchema),
}
