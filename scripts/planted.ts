import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { publicSeed } from '../src/shared/planted/planted-types.ts'
import { makePlantedStory } from './planted/make-story.ts'
import { writeStory } from './sample/library/sample-files.ts'

/**
 * Writes planted histories as their agents would have, each in a folder with `items.json`, what is true at its end. Other
 * seeds than the public one make histories that nobody can have tuned a method to.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(publicSeed) },
    count: { type: 'string', default: '12' },
    tokens: { type: 'string', default: '20000,60000,150000' },
    out: { type: 'string', default: 'planted' },
  },
})
const sizes = values.tokens.split(',').map(Number)
const [seed, count] = [Number(values.seed), Number(values.count)]
if (![seed, count, ...sizes].every(Number.isSafeInteger))
  throw new Error('--seed, --count and --tokens take whole numbers.')

for (const tokens of sizes)
  for (let at = 0; at < count; at += 1) {
    const { story, items } = makePlantedStory(seed, at, tokens)
    const files = new Map([...writeStory(story), ['items.json', `${JSON.stringify(items, null, 1)}\n`]])
    for (const [name, text] of files) {
      const path = join(values.out, story.id, name)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, text)
    }
    console.log(`${story.id}: ${story.agent}, ${items.length} items`)
  }
