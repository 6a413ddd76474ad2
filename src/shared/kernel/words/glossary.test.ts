import { describe, expect, it } from 'vitest'
import { armVerdictSchema } from '../../home/answer-types.ts'
import { describeArmVerdict, goalLabels } from '../../home/answers-words.ts'
import { describeCertainty } from '../../methods/arms-words.ts'
import { certaintySchema } from '../../methods/provider-types.ts'
import { causeWords } from '../../replay/cache-breaks-words.ts'
import { controlIds } from '../control.ts'
import { partKinds } from '../part.ts'
import { glossaryEntries, normaliseTermName, findTermById, findTermByLabel } from './glossary.ts'
import { controlWords } from './state-words.ts'
import { verdictLooks } from './verdict-words.ts'

describe('the glossary', () => {
  it('has no two terms of one id', () => {
    const ids = glossaryEntries.map(({ id }) => id)
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
  })

  it('has no name that two terms share', () => {
    const owners = new Map<string, Set<string>>()
    for (const { id, names } of glossaryEntries)
      for (const name of names)
        owners.set(normaliseTermName(name), (owners.get(normaliseTermName(name)) ?? new Set()).add(id))
    const shared = [...owners].filter(([, ids]) => ids.size > 1)
    expect(shared.map(([name, ids]) => [name, ...ids])).toEqual([])
  })

  it.each(glossaryEntries.map((entry) => [entry.id, entry] as const))(
    'defines %s in one sentence of at most 200 characters',
    (_, { definition, formula, limits }) => {
      expect(definition.length).toBeLessThanOrEqual(200)
      expect(definition).toMatch(/^["“\p{Lu}].*\.$/u)
      expect(definition.slice(0, -1)).not.toMatch(/[.!?;]\s/)
      expect(formula ?? 'x').toMatch(/[^.;]$/)
      expect(limits ?? 'X.').toMatch(/^[“\p{Lu}][^;]*\.$/u)
    },
  )

  it.each([
    ['Condensed at (tok)', 'condensed-at'],
    ['Tool result, tok', 'tool-result'],
    ['Cost, $', 'cost'],
    ['Reduction (%)', 'reduction'],
    ['Messages (tok)', 'counted-tokens'],
    ['Request, model’s tok', 'request-tokens'],
    ["request, model's TOK", 'request-tokens'],
    ['#', 'message-number'],
    ['Probes (0 to 5)', 'probe-grade'],
    ['Pareto front', 'front'],
  ])('finds the term of the label %s', (label, id) => {
    expect(findTermByLabel(label)?.id).toBe(id)
  })

  it('has every verdict on a method under the words of the screen', () => {
    for (const verdict of armVerdictSchema.options)
      expect([verdict, findTermByLabel(describeArmVerdict({ verdict }))?.id]).toEqual([
        verdict,
        `arm-${verdict}`,
      ])
  })

  it('has every control, certainty, goal, cause of a cache break, verdict and kind of part', () => {
    const missing = [
      ...controlIds.flatMap((id) => [`control-${id}`]).filter((id) => findTermById(id) === undefined),
      ...[
        ...controlIds.map((id) => controlWords[id]),
        ...certaintySchema.options.map(describeCertainty),
        ...Object.values(goalLabels),
        ...Object.values(verdictLooks).map(({ short }) => short),
        ...partKinds,
      ].filter((label) => findTermByLabel(label) === undefined),
      ...Object.keys(causeWords).filter((cause) => findTermById(`cause-${cause}`) === undefined),
    ]
    expect(missing).toEqual([])
  })
})
