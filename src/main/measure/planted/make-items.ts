import type { RandomSource } from '../statistics/create-seeded-random.ts'
import type { PlantedItem } from './planted-item.ts'
import { plantedTemplates, type PlantedForm } from './planted-templates.ts'

/** A planted item with who says or prints it, and a line about another thing that looks like it and is not what is asked for. */
export type Planted = {
  readonly item: PlantedItem
  readonly by: 'person' | 'agent' | 'tool'
  readonly distractor: string
}

/** One of some choices. */
export function pick<T>(random: RandomSource, choices: readonly T[]): T {
  const choice = choices[random.nextIndex(choices.length)]
  if (choice === undefined) throw new RangeError('There is nothing to choose from.')
  return choice
}

/** What is planted in one history: 22 to 29 items of eight kinds, with a distractor for each. */
export function makeItems(random: RandomSource): readonly Planted[] {
  const names = createNames(random)
  return plantedTemplates.plants.flatMap(({ kind, by, always, sometimes, forms }) => {
    const more = Array.from({ length: sometimes }, () => random.nextIndex(2)).filter((one) => one === 1)
    return Array.from({ length: always + more.length }, (): Planted => ({
      ...makeItem(kind, pick(random, forms), { names, random }),
      by,
    }))
  })
}

type Source = { readonly names: ReturnType<typeof createNames>; readonly random: RandomSource }

function makeItem(
  kind: PlantedItem['kind'],
  form: PlantedForm,
  { names, random }: Source,
): Pick<Planted, 'item' | 'distractor'> {
  const slots = Object.fromEntries(Object.entries(form.slots).map(([slot, text]) => [slot, names.draw(text)]))
  const fill = (text: string): string => fillIn(text, (slot) => slots[slot] ?? '')
  const states = form.states.map(({ forms, said }) => ({
    forms: forms.map(fill),
    said: fill(pick(random, typeof said === 'string' ? (plantedTemplates.sayings[said] ?? []) : said)),
  }))
  const current = states.at(-1)?.forms ?? []
  const stale = states.slice(0, -1).flatMap(({ forms }) => forms)
  return {
    item: {
      kind,
      key: slots['key'] ?? '',
      question: fill(form.question),
      statements: states.map(({ said }) => said),
      current,
      stale,
    },
    distractor: fill(pick(random, form.distractors)),
  }
}

/** Names that a history has not used, so that no item is taken for another. */
function createNames(random: RandomSource) {
  const used = new Set<string>()
  const drawWord = (name: string): string => {
    switch (name) {
      case 'number':
        return String(1100 + random.nextIndex(8800))
      case 'code':
        return `${pick(random, letters)}${pick(random, letters)}-${100 + random.nextIndex(900)}`
      default:
        return pick(random, plantedTemplates.words[name] ?? [])
    }
  }
  const draw = (pattern: string): string => {
    for (;;) {
      const name = fillIn(pattern, (word) => {
        const drawn = drawWord(word.toLowerCase())
        return word === word.toUpperCase() ? drawn.toUpperCase() : drawn
      })
      // People are few, and nobody asks for one.
      if (pattern === '{person}' || !used.has(name)) {
        used.add(name)
        return name
      }
    }
  }
  return { draw }
}

const letters = Array.from('bcdfghjklmnpqrstvwxz')

function fillIn(text: string, find: (name: string) => string): string {
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => find(name))
}
