import { expect, it } from 'vitest'
import { reportInput } from '../testing/report-input.ts'
import { buildFrontPage } from './build-front-page.ts'

const readExample = (input: ReturnType<typeof reportInput>): string => {
  const blocks = buildFrontPage(input)
  const at = blocks.findIndex((block) => block.kind === 'heading' && block.text === 'An example')
  return JSON.stringify(blocks[at + 1])
}

it('shows what one variant kept and the other one lost', () => {
  expect(readExample(reportInput())).toContain('src/server/limits.ts – used in message 203')
})

it('says that there is no example where nothing tells the variants apart', () => {
  expect(readExample({ ...reportInput(), example: null })).toContain(
    'There is none: at the cuts that differ most',
  )
})
