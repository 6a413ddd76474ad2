import { expect, it } from 'vitest'
import { conversationFor } from '../../engine/testing/run-on.ts'
import { findFacts } from '../facts/find-facts.ts'
import { usedFacts } from './continuation-recall.ts'

it('depends on the continuation, also for facts that were held against another one before', () => {
  const facts = findFacts(conversationFor([{ role: 'user', content: 'See src/one.ts and src/two.ts' }]))
  const used = (...paths: string[]): boolean[] =>
    paths.map((path) => {
      const continuation = conversationFor([{ role: 'assistant', content: `I change ${path}.` }])
      return usedFacts(facts, continuation).includes(true)
    })
  expect(used('src/one.ts', 'src/three.ts', 'src/two.ts')).toEqual([true, false, true])
})
