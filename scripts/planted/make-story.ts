import type { PlantedItem } from '../../src/main/measure/planted/planted-item.ts'
import { countTokens } from '../sample/bill.ts'
import { sourceFile } from '../sample/library/code.ts'
import { word } from '../sample/library/logs.ts'
import { read, run, say, typed, type Step, type Story } from '../sample/library/story.ts'
import { between, pick, seededRandom, type Random } from '../sample/random.ts'
import { makeItems, type Planted } from './make-items.ts'

/** Agents whose files planted histories are written as. */
export const plantedAgents = ['claude-code', 'codex', 'opencode', 'pi'] as const

type PlantedStory = { readonly story: Story; readonly items: readonly PlantedItem[] }

/** What the person says; the agent says the rest. */
const saidByPerson: ReadonlySet<string> = new Set(['rule', 'value', 'decision', 'fact'])
const openings = ['Noted.', 'All right.', 'Understood, I go on.', 'I see.', 'Good, next.', 'Thanks.']
const looks = ['I look at the next file.', 'Let me read on.', 'I check what stands there.', 'One more file.']
const asks = ['Please look further into it.', 'Go on.', 'What else is there?', 'Continue with the next one.']

/** A session of about `tokens` tokens with planted items, the same for the same seed. */
export function makePlantedStory(seed: number, tokens: number): PlantedStory {
  const random = seededRandom(seed)
  const planted = makeItems(random)
  const files: Record<string, string> = { 'README.md': makeReadme(planted) }
  const said = orderStatements(planted, random)
  const distractors = planted.flatMap(({ item, distractor }) => (item.kind === 'rule' ? [] : [distractor]))
  let size = planted.length * 40
  const steps: Step[] = [
    typed(`Help me to tidy up this service. ${pick(random, asks)}`),
    say(pick(random, looks), read('README.md')),
  ]
  said.forEach(({ kind, text }, at) => {
    if (saidByPerson.has(kind))
      steps.push(typed(`${pick(random, asks)} ${text}`), say(pick(random, openings)))
    else steps.push(say(`${pick(random, openings)} ${text}`), typed(pick(random, asks)))
    size += countTokens(text) + 40
    const distractor = distractors[at]
    if (distractor !== undefined)
      steps.push(say(pick(random, looks), run(`make lint-${at}`, `${distractor}\n`)))
    while (size < (tokens * (at + 1)) / said.length) {
      const path = `src/area${Object.keys(files).length}/${word(random, 6).toLowerCase()}.ts`
      files[path] = makeSource(random)
      size += countTokens(files[path]) * 1.1
      steps.push(say(pick(random, looks), read(path)))
    }
  })
  steps.push(say('That is where things stand.'))
  const agent = plantedAgents[seed % plantedAgents.length] ?? 'pi'
  return {
    items: planted.map(({ item }) => item),
    story: {
      id: `planted-${seed}-${Math.round(tokens / 1000)}k`,
      agent,
      title: `Tidy up service ${seed}`,
      workspace: `/home/ines/code/service-${seed}`,
      branch: 'main',
      model: agent === 'codex' ? 'gpt-5-codex' : 'claude-sonnet-4-5',
      startedAt: new Date(Date.UTC(2026, between(random, 0, 8), between(random, 1, 28), 8)).toISOString(),
      files,
      steps,
    },
  }
}

/** All statements in a random order, those of one item in their own. */
function orderStatements(
  planted: readonly Planted[],
  random: Random,
): readonly { readonly kind: string; readonly text: string }[] {
  return planted
    .flatMap(({ item: { kind, statements } }) => {
      const places = statements.map(() => random()).toSorted((one, other) => one - other)
      return statements.map((text, at) => ({ kind, text, place: places[at] ?? 0 }))
    })
    .toSorted((one, other) => one.place - other.place)
}

/** Rules that the person never gave. */
function makeReadme(planted: readonly Planted[]): string {
  const rules = planted.filter(({ item }) => item.kind === 'rule').map(({ distractor }) => `- ${distractor}`)
  return ['# Contributing', '', ...rules, ''].join('\n')
}

function makeSource(random: Random): string {
  const noun = `${pick(random, ['berth', 'parcel', 'ticket', 'meter', 'crate', 'signal'])}${between(random, 10, 99)}`
  const fields = [`${noun}Id`, `${noun}Group`, `${noun}Count`, `${noun}Note`] as const
  return sourceFile(
    'ts',
    { noun, fields, about: `${noun} ${word(random, 5)}` },
    `export const ${noun}Most = ${between(random, 2, 99)}`,
  )
}
