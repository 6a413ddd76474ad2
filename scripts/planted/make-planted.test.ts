import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { findTasks } from '../../src/main/agents/find-tasks.ts'
import { importTask } from '../../src/main/agents/import-task.ts'
import { createConversation } from '../../src/main/kernel/conversation.ts'
import { checkHistory } from '../../src/main/kernel/history/invariants/check-history.ts'
import type { TokenCounter } from '../../src/main/kernel/tokens/token-counter.ts'
import { buildControlText } from '../../src/main/measure/controls/control-texts.ts'
import { judgePlanted } from '../../src/main/measure/planted/judge-planted.ts'
import {
  buildPlantedMessages,
  makePlantedSession,
  plantedAgents,
} from '../../src/main/measure/planted/make-session.ts'
import { plantedKinds } from '../../src/shared/planted/planted-types.ts'
import { writeStory } from '../sample/library/sample-files.ts'
import { makePlantedStory } from './make-story.ts'

const roughCounter: TokenCounter = { id: 'rough', count: (text) => Math.ceil(text.length / 4) }

const folders: string[] = []
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))))

async function openPlanted(at: number, tokens: number) {
  const { story, items } = makePlantedStory(1, at, tokens)
  const folder = await mkdtemp(join(tmpdir(), 'planted-'))
  folders.push(folder)
  for (const [name, text] of writeStory(story)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), text)
  }
  const { paths } = await findTasks(folder)
  expect(paths).toHaveLength(1)
  const { messages, format } = await importTask(paths[0] ?? '')
  const conversation = createConversation(messages, roughCounter)
  return { agent: story.agent, format, items, conversation }
}

const texts = (parts: readonly (readonly { readonly text: string }[])[]): readonly string[] =>
  parts.flat().map(({ text }) => text)

describe('planted histories', () => {
  const places = plantedAgents.map((_, at) => at)

  it('hold 22 to 29 items of eight kinds that agents’ own files open with, all there', async () => {
    const agents = new Set<string>()
    for (const at of places) {
      const { agent, items, conversation } = await openPlanted(at, 20_000)
      agents.add(agent)
      expect(new Set(items.map(({ key }) => key)).size).toBe(items.length)
      expect(items.length).toBeGreaterThanOrEqual(22)
      expect(items.length).toBeLessThanOrEqual(29)
      expect(new Set(items.map(({ kind }) => kind))).toEqual(new Set(plantedKinds))
      const fates = judgePlanted(items, texts(conversation.parts))
      expect(items.filter((_, at) => fates[at] !== 'there')).toEqual([])
    }
    expect(agents).toEqual(new Set(plantedAgents))
  })

  it('are valid as the history that is condensed, and say the same', () => {
    for (const at of places) {
      const session = makePlantedSession(1, at, 20_000)
      const messages = buildPlantedMessages(session)
      const conversation = createConversation(messages, roughCounter)
      expect(checkHistory(messages)).toEqual([])
      const fates = judgePlanted(session.items, texts(conversation.parts))
      expect(session.items.filter((_, place) => fates[place] !== 'there')).toEqual([])
    }
  })

  it('are the same for the same seed, and others for another', () => {
    expect(makePlantedStory(7, 0, 20_000)).toEqual(makePlantedStory(7, 0, 20_000))
    expect(makePlantedStory(7, 0, 20_000).items).not.toEqual(makePlantedStory(8, 0, 20_000).items)
  })

  it.each([20_000, 60_000, 150_000])('are about as large as asked for: %i tokens', async (tokens) => {
    const { conversation } = await openPlanted(3, tokens)
    expect(conversation.totalTokens).toBeGreaterThan(0.7 * tokens)
    expect(conversation.totalTokens).toBeLessThan(1.5 * tokens)
  })

  it('give a bag of identifiers less than an honest summary of the same size', async () => {
    for (const at of places) {
      const { items, conversation } = await openPlanted(at, 20_000)
      const summary = items.map(({ statements }) => statements.at(-1) ?? '').join('\n')
      const bag = buildControlText(conversation, 'names', roughCounter.count(summary))
      const count = (text: string): number =>
        judgePlanted(items, [text]).filter((fate) => fate === 'there').length
      expect(count(summary)).toBe(items.length)
      expect(count(bag)).toBeLessThan(0.1 * items.length)
    }
  })
})
