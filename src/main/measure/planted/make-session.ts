import { assertNever } from '../../../shared/kernel/assert-never.ts'
import type { Message } from '../../../shared/kernel/message.ts'
import { createSeededRandom, type RandomSource } from '../statistics/create-seeded-random.ts'
import { makeItems, pick, type Planted } from './make-items.ts'
import type { PlantedItem } from './planted-item.ts'
import { plantedTemplates } from './planted-templates.ts'

/** Agents whose sessions planted histories are. */
export const plantedAgents = ['claude-code', 'codex', 'opencode', 'pi', 'roo'] as const
export type PlantedAgent = (typeof plantedAgents)[number]

/** What somebody types, or what the agent says with the tool that it uses, if it uses one. */
export type PlantedStep =
  | { readonly by: 'person'; readonly text: string }
  | {
      readonly by: 'agent'
      readonly text: string
      readonly use?:
        | { readonly tool: 'read'; readonly path: string; readonly result: string }
        | { readonly tool: 'run'; readonly command: string; readonly result: string }
    }

/** A session that was made up around planted items, whose truth at its end is known. */
export type PlantedSession = {
  readonly id: string
  readonly agent: PlantedAgent
  readonly items: readonly PlantedItem[]
  readonly steps: readonly PlantedStep[]
}

/** The history of a set at a place from 0, of about so many tokens. The same seed gives the same one. */
export function makePlantedSession(seed: number, at: number, tokens: number): PlantedSession {
  const random = createSeededRandom(1000 * seed + at)
  const planted = makeItems(random)
  const statements = orderStatements(planted, random)
  const distractors = planted.flatMap(({ item, distractor }) => (item.kind === 'rule' ? [] : [distractor]))
  const steps: PlantedStep[] = [
    { by: 'person', text: `Help me to tidy up this service. ${pick(random, asks)}` },
    {
      by: 'agent',
      text: pick(random, looks),
      use: { tool: 'read', path: 'README.md', result: makeReadme(planted) },
    },
  ]
  let size = estimateTokens(steps)
  const push = (more: readonly PlantedStep[]): void => {
    for (const step of more) addStep(steps, step, random)
    size += estimateTokens(more)
  }
  statements.forEach((statement, place) => {
    push(sayStatement(statement, random))
    const distractor = distractors[place]
    if (distractor !== undefined)
      push([{ by: 'agent', text: pick(random, looks), use: print(`make lint-${place}`, `${distractor}\n`) }])
    while (size < (tokens * (place + 1)) / statements.length)
      push([{ by: 'agent', text: pick(random, looks), use: makeFiller(steps.length, random) }])
  })
  push([{ by: 'agent', text: 'That is where things stand.' }])
  return {
    id: `planted-${seed}-${at}-${Math.round(tokens / 1000)}k`,
    agent: plantedAgents[at % plantedAgents.length] ?? 'pi',
    items: planted.map(({ item }) => item),
    steps,
  }
}

const openings = ['Noted.', 'All right.', 'Understood, I go on.', 'I see.', 'Good, next.', 'Thanks.']
const looks = ['I look at the next file.', 'Let me read on.', 'I check what stands there.', 'One more file.']
const asks = ['Please look further into it.', 'Go on.', 'What else is there?', 'Continue with the next one.']

const pauses = ['So much for that.', 'That is what I see so far.', 'This looks fine to me.']

/** Adds a step as an agent would have it: it says all at once, and something before the person does. */
function addStep(steps: PlantedStep[], step: PlantedStep, random: RandomSource): void {
  const last = steps.at(-1)
  if (last?.by === 'agent' && step.by === 'agent' && last.use === undefined)
    steps.splice(-1, 1, { ...step, text: `${last.text} ${step.text}` })
  else if (last?.by === 'agent' && step.by === 'person' && last.use !== undefined)
    steps.push({ by: 'agent', text: pick(random, pauses) }, step)
  else steps.push(step)
}

function sayStatement({ by, text, about }: Statement, random: RandomSource): readonly PlantedStep[] {
  const [ask, opening] = [pick(random, asks), pick(random, openings)]
  switch (by) {
    case 'person':
      return [
        { by: 'person', text: `${ask} ${text}` },
        { by: 'agent', text: opening },
      ]
    case 'agent':
      return [
        { by: 'agent', text: `${opening} ${text}` },
        { by: 'person', text: ask },
      ]
    case 'tool':
      return [
        {
          by: 'agent',
          text: pick(random, looks),
          use: print(`make check-${about}`, printAmong(text, random)),
        },
      ]
    default:
      return assertNever(by)
  }
}

/** Tokens of steps by their letters, as code and English have them; what a message carries besides included. */
function estimateTokens(steps: readonly PlantedStep[]): number {
  return steps.reduce((sum, step) => {
    const result = step.by === 'agent' ? (step.use?.result ?? '') : ''
    return sum + 25 + (step.text.length + result.length) / 3.7
  }, 0)
}

/** One thing that is said or printed, and the place of the item that it is about: the same command prints its next state. */
type Statement = Pick<Planted, 'by'> & { readonly text: string; readonly about: number }

/** All statements in a random order, those of one item in their own. */
function orderStatements(planted: readonly Planted[], random: RandomSource): readonly Statement[] {
  return planted
    .flatMap(({ by, item: { statements } }, about) => {
      const places = statements.map(() => random.nextUint32()).toSorted((one, other) => one - other)
      return statements.map((text, at) => ({ by, text, about, place: places[at] ?? 0 }))
    })
    .toSorted((one, other) => one.place - other.place)
}

/** Rules that the person never gave. */
function makeReadme(planted: readonly Planted[]): string {
  const rules = planted.filter(({ item }) => item.kind === 'rule').map(({ distractor }) => `- ${distractor}`)
  return ['# Contributing', '', ...rules, ''].join('\n')
}

type Use = NonNullable<Extract<PlantedStep, { by: 'agent' }>['use']>

function print(command: string, result: string): Use {
  return { tool: 'run', command, result }
}

/** What an agent reads between what counts: a source file, or what a command prints. */
function makeFiller(at: number, random: RandomSource): Use {
  const name = `${pick(random, plantedTemplates.words['area'] ?? [])}${at}`
  if (random.nextIndex(3) > 0)
    return { tool: 'read', path: `src/area${at}/${name}.ts`, result: makeSource(name, random) }
  return print(`make test-${at}`, `${printRows(name, 20 + random.nextIndex(30), random).join('\n')}\n`)
}

/** A line somewhere between others, as what counts stands in an output. */
function printAmong(text: string, random: RandomSource): string {
  const rows = printRows(pick(random, plantedTemplates.words['area'] ?? []), 4 + random.nextIndex(9), random)
  return `${rows.toSpliced(random.nextIndex(rows.length + 1), 0, text).join('\n')}\n`
}

function printRows(name: string, count: number, random: RandomSource): readonly string[] {
  return Array.from({ length: count }, (_, row) => {
    const [what, ms] = [pick(random, plantedTemplates.words['part'] ?? []), random.nextIndex(900)]
    return random.nextIndex(2) === 0
      ? `ok ${row + 1} - ${name} ${what} keeps the order of equal rows (${ms} ms)`
      : `2026-03-${10 + (row % 19)} INFO ${name}/${what} answered after ${ms} ms`
  })
}

function makeSource(name: string, random: RandomSource): string {
  const { part = [], verb = [] } = plantedTemplates.words
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}`
  const functions = Array.from({ length: 4 + random.nextIndex(5) }, (_, at) => {
    const [field, action, most] = [pick(random, part), pick(random, verb), random.nextIndex(99)]
    return [
      `/** Takes the ${field} of each ${name}, at most ${most} of them. */`,
      `export function ${action}${type}${at}(all: readonly ${type}[]): readonly string[] {`,
      `  const found = all.filter((one) => one.${field} > ${most})`,
      `  if (found.length > ${most}) throw new RangeError('too many for ${action}')`,
      `  return found.map((one) => \`\${one.id}:\${one.${field}}\`).toSorted()`,
      '}',
    ].join('\n')
  })
  const fields = part.map((field) => `  readonly ${field}: number`)
  return [`export type ${type} = {`, '  readonly id: string', ...fields, '}', '', ...functions, ''].join('\n')
}

/** How an agent calls what it reads with and what it runs with. */
const tools: Readonly<Record<PlantedAgent, readonly [read: readonly [string, string], run: string]>> = {
  'claude-code': [['Read', 'file_path'], 'Bash'],
  codex: [['read_file', 'path'], 'shell'],
  opencode: [['read', 'filePath'], 'bash'],
  pi: [['read', 'path'], 'bash'],
  roo: [['read_file', 'path'], 'execute_command'],
}

/** A planted session as the history that its agent would send. */
export function buildPlantedMessages({ agent, steps }: PlantedSession): readonly Message[] {
  const [[read, path], run] = tools[agent]
  return steps.flatMap((step, at): readonly Message[] => {
    if (step.by === 'person') return [{ role: 'user', content: step.text }]
    const { text, use } = step
    if (use === undefined) return [{ role: 'assistant', content: [{ type: 'text', text }] }]
    const id = `call_${at}`
    const call =
      use.tool === 'read'
        ? { name: read, input: { [path]: use.path } }
        : { name: run, input: { command: use.command } }
    return [
      {
        role: 'assistant',
        content: [
          { type: 'text', text },
          { type: 'tool_use', id, ...call },
        ],
      },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: use.result }] },
    ]
  })
}
