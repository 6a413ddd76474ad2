import { describe, expect, it } from 'vitest'
import { createSeededRandom } from '../statistics/create-seeded-random.ts'
import { judgePlanted } from './judge-planted.ts'
import { makeItems } from './make-items.ts'
import { plantedTemplates } from './planted-templates.ts'

const made = Array.from({ length: 150 }, (_, seed) => makeItems(createSeededRandom(seed)))

describe('planted items', () => {
  it('have a key of their own in their history, and a distractor that is no item', () => {
    for (const planted of made) {
      const items = planted.map(({ item }) => item)
      expect(new Set(items.map(({ key }) => key)).size).toBe(items.length)
      const distractors = planted.map(({ distractor }) => distractor)
      expect(new Set(judgePlanted(items, distractors))).toEqual(new Set(['gone']))
    }
  })

  it('are there as they are said last, and stale as they were said before', () => {
    for (const planted of made)
      for (const { item } of planted) {
        const { statements } = item
        expect([
          item,
          judgePlanted([item], [statements.at(-1) ?? '']),
          judgePlanted([item], statements),
        ]).toEqual([item, ['there'], ['there']])
        for (const said of statements.slice(0, -1))
          expect([item, judgePlanted([item], [said])]).toEqual([item, ['stale']])
      }
  })

  it('are said in five ways at least', () => {
    const { plants, sayings } = plantedTemplates
    const lists = plants.flatMap(({ forms }) => forms.flatMap(({ states }) => states.map(({ said }) => said)))
    for (const said of lists)
      expect((typeof said === 'string' ? sayings[said] : said)?.length).toBeGreaterThanOrEqual(5)
  })
})
