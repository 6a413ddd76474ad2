import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findTasks } from '../../../src/main/agents/find-tasks.ts'
import { importTask } from '../../../src/main/agents/import-task.ts'
import type { ImportedTask } from '../../../src/main/agents/imported-task.ts'
import { playStory } from './play-story.ts'
import { sampleLibraryFiles, stories } from './sample-files.ts'

const folder = join(import.meta.dirname, '..', '..', '..', 'resources', 'samples')
const files = sampleLibraryFiles()
const committed = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) =>
    join(entry.parentPath, entry.name)
      .slice(folder.length + 1)
      .replaceAll('\\', '/'),
  )
const { paths } = await findTasks(folder)
const tasks = await Promise.all(paths.map((path) => importTask(path)))

type Block = Readonly<Record<string, unknown>>

const blocksOf = ({ messages, contexts }: ImportedTask): readonly Block[] => {
  const copies = new Set(
    contexts?.copies.flatMap(([from, to]) => Array.from({ length: to - from }, (_, at) => from + at)),
  )
  return messages.flatMap(({ content }, at) => (typeof content === 'string' || copies.has(at) ? [] : content))
}

const storyOf = ({ title }: ImportedTask): (typeof stories)[number] => {
  // Codex gives its sessions no title: they are called as they begin.
  const story = stories.find(
    ({ title: own, steps: [first] }) =>
      own === title || (first?.kind === 'typed' && first.text.startsWith(title.slice(0, 60))),
  )
  if (story === undefined) throw new Error(`No story is called ${title}.`)
  return story
}

describe('the sample library', () => {
  it('is committed as the generator writes it, and small', () => {
    expect(committed.toSorted(), 'run `npm run sample`').toEqual([...files.keys()].toSorted())
    for (const [name, text] of files) {
      const found = readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n')
      expect({ [name]: found === text }, 'run `npm run sample`').toEqual({ [name]: true })
    }
    const size = [...files.values()].reduce((sum, text) => sum + text.length, 0)
    expect(size).toBeLessThan(3_500_000)
  })

  it('has a dozen tasks of eight agents in ten places', () => {
    expect(new Set(tasks.map((task) => storyOf(task).id)).size).toBe(stories.length)
    expect(tasks.length).toBeGreaterThanOrEqual(12)
    expect(new Set(tasks.map(({ format }) => format)).size).toBe(8)
    expect(new Set(tasks.map(({ workspace }) => workspace)).size).toBeGreaterThanOrEqual(10)
  })

  it.each(tasks.map((task) => [task.title, task] as const))(
    'reads as what the story tells: %s',
    (_, task) => {
      const { happened, story } = playStory(storyOf(task))
      expect(task.problems).toEqual([])
      expect(task).toMatchObject({ workspace: story.workspace, model: story.model })
      expect(task.messages.length).toBeGreaterThanOrEqual(60)
      expect(task.messages.length).toBeLessThanOrEqual(200)
      const calls = blocksOf(task).filter(({ type }) => type === 'tool_use')
      const results = blocksOf(task).filter(({ type }) => type === 'tool_result')
      const answers = happened.filter((one) => one.kind === 'answer')
      expect(calls).toHaveLength(answers.reduce((sum, { uses }) => sum + uses.length, 0))
      expect(new Set(results.map(({ tool_use_id: id }) => id))).toEqual(new Set(calls.map(({ id }) => id)))
      expect(results).toHaveLength(calls.length)
      // Codex says in words alone that something failed.
      const failed = results.filter(({ is_error: isError }) => isError === true).length
      expect(failed > 0).toBe(task.format !== 'codex')
      expect(task.usage.condensations).toHaveLength(
        happened.filter(({ kind }) => kind === 'condensation').length,
      )
      const said = answers.map(({ usage }) => usage.output)
      const counted = task.usage.requests.map(({ tokensOut }) => tokensOut)
      expect(said.filter((output) => !counted.includes(output))).toEqual([])
    },
  )

  it('has its edits succeed but for those that a story wants to fail', () => {
    const failed = stories.flatMap((story) =>
      playStory(story).happened.flatMap((one) =>
        one.kind === 'answer'
          ? one.uses.filter(({ use, isError }) => use.tool === 'edit' && isError && use.refused === undefined)
          : [],
      ),
    )
    expect(failed).toHaveLength(2)
  })
})
