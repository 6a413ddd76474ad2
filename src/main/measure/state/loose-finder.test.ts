import { describe, expect, it } from 'vitest'
import { measureGrowth } from '../../platform/workers/testing/count-steps.ts'
import { findLoosely } from '../testing/read-hostile.ts'
import { selectContentWords, createLooseFinder } from './loose-finder.ts'
import { tokeniseText } from './tokenise-text.ts'

const rule = 'Never commit directly to the main branch without review'

function isIn(text: string, statement = rule): boolean {
  return createLooseFinder([selectContentWords(statement)])(tokeniseText(text)).length > 0
}

describe('a statement', () => {
  it.each([
    ['is found as it was said', rule, true],
    [
      'is found in other words around most of its own',
      'Commits: never to the main branch directly, always without skipping review.',
      true,
    ],
    ['is not found where half of its words are gone', 'never commit directly', false],
    [
      'is not found where its words stand far apart',
      ['never', 'commit', 'directly', 'main', 'branch', 'without', 'review'].join(` ${'x '.repeat(30)}`),
      false,
    ],
    ['is not found over the end of a line', 'never commit\ndirectly main\nbranch without\nreview', false],
  ])('%s', (_, text, isFound) => {
    expect(isIn(text)).toBe(isFound)
  })

  it('is found in a language without blanks', () => {
    expect(isIn('用户要求：不要修改数据库的结构。', '不要修改数据库结构')).toBe(true)
    expect(isIn('已经修改了界面。', '不要修改数据库结构')).toBe(false)
  })

  it('is found in a text of its words alone, in steps that grow with its length', async () => {
    const words = 'never commit directly main branch without review '
    expect(isIn(words.repeat(50_000))).toBe(true)
    const counted = { file: new URL('../testing/read-hostile.ts', import.meta.url), name: findLoosely.name }
    expect((await measureGrowth(counted, 150, (count) => words.repeat(count))).factor).toBeLessThan(2.5)
  })
})
